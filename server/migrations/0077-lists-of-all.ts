// Lists over a whole environment that were there for one webhook or one account only, and accounts by their names.

// What reading makes milestones for (migration 0019), now also of a whole environment.
const OWNERS = `'webhook_id', 'org_id || ''/'' || environment'`;
const LATE = `'1' || new.id < to_hex((date_part('epoch', clock_timestamp()) * 1000)::bigint + ${2 ** 48 - 5000})`;

export const up = [
  `create index webhook_deliveries_in_order on webhook_deliveries (org_id, environment, id desc)`,
  // What is made is pending, and most is delivered: neither is in it.
  `create index webhook_deliveries_by_status on webhook_deliveries (org_id, environment, status, id desc)
    where status in ('failed', 'cancelled')`,
  `drop index webhook_deliveries_of_account`,
  `create index webhook_deliveries_of_account on webhook_deliveries (account_id, id desc) where account_id is not null`,
  `drop trigger webhook_deliveries_reopen_milestones on webhook_deliveries`,
  `drop trigger webhook_deliveries_lower_milestones on webhook_deliveries`,
  `create trigger webhook_deliveries_reopen_milestones after insert on webhook_deliveries for each row
    when (${LATE}) execute function reopen_milestones(${OWNERS})`,
  `create trigger webhook_deliveries_lower_milestones after delete on webhook_deliveries referencing old table as deleted
    for each statement execute function lower_milestones(${OWNERS})`,

  // Of attempts that failed: null stands for those that did not.
  `alter table webhook_attempts add column answer_headers json`,

  `create index connection_health_failing on connection_health (connection_id) where failures > 0`,

  `create index schedules_in_order on schedules (org_id, environment, id desc)`,
  `create index schedules_of_workflow on schedules (workflow_id, id desc)`,

  // The words of texts, for a search by the beginning of words: in lower case, cut at blanks and punctuation of ASCII.
  // As lexemes, because a text parser would take addresses and numbers for one word. Said to be dear, so that the index
  // is used unless nearly every row fits.
  `create function search_words(texts text) returns tsvector language sql immutable parallel safe cost 10000 as $$
    select array_to_tsvector(array(
      select left(word, 100) from string_to_table(
        lower(regexp_replace(texts collate "default", '[\\x01-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]+', ' ', 'g')), ' ') as word where word <> ''))
  $$`,
  // Null where the text has no word.
  `create function search_query(asked text) returns tsquery language sql immutable parallel safe as $$
    select string_agg(quote_literal(word) || ':*', ' & ')::tsquery from unnest(tsvector_to_array(search_words(asked))) as word
  $$`,
  // An update that changes neither column touches no index, as before.
  `create index linked_accounts_by_words on linked_accounts using gin (search_words(account_id || ' ' || coalesce(name, '')))`,
];
