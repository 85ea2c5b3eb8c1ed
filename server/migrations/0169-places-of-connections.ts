// Connections from before 0165 all have the first place, also two of one account, in two ways: without a name of their
// own they are told apart by it, as "Slack" and "Slack 2".
export const up = [
  `update connections c set place = later.place
    from (select id, max(place) over of_account + row_number() over in_order - 1 as place, row_number() over in_order as nth
      from connections window of_account as (partition by account_id, slug),
        in_order as (partition by account_id, slug, place order by created_at, id)) as later
    where c.id = later.id and c.place = 1 and later.nth > 1`,
];
