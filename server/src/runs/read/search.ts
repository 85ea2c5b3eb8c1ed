import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { AccountRef, Scope } from "../../auth/scope.ts";
import { badField } from "../../platform/errors.ts";
import { isId, parseIdEnd } from "../../platform/id.ts";
import { createTermHasher, splitWords, type TermHasher } from "../start/search-terms.ts";

/** A search for executions: all of it must match. */
export interface RunSearch {
  /** An id, its beginning or end, a value of the input, or words that are each a value or a word of the error. */
  readonly text?: string;
  /** Words of the error. */
  readonly error?: string;
  /** A value of the input, or `path=value`. */
  readonly input?: string;
  /** A customer asks, who finds nothing by what their view of an execution does not show. */
  readonly byAccount: boolean;
}

/** One way in which rows of `runs` match a search; rows that match in any way are found. */
export interface SearchWay {
  /** Conditions on rows of `run_search`, aliased `s`. Undefined if such a row is not needed. */
  readonly terms: RawBuilder<SqlBool> | undefined;
  /** Of rows of `runs`. */
  readonly runs: readonly RawBuilder<SqlBool>[];
}

const MOST_WORDS = 8;
const ID_PART = /^[0-9a-f]{8,24}$/;

/** The account whose executions are searched. */
export interface SearchOwners {
  readonly account?: AccountRef | undefined;
  readonly workflowId?: string | undefined;
}

/** The ways in which a search can match; 400 if it has no words, or too many. */
export function listSearchWays(
  scope: Scope,
  search: RunSearch,
  { account, workflowId }: SearchOwners,
): SearchWay[] {
  const hasher = createTermHasher(scope);
  const owners = [
    ...(account ? [hasher.term("account", account.id)] : []),
    ...(workflowId ? [hasher.term("workflow", workflowId)] : []),
  ];
  const ofOwners = owners.length > 0 ? [has(owners)] : [];
  const { text, error, input, byAccount } = search;
  const given = [
    ...(error === undefined ? [] : [errorFits(hasher, error, byAccount)]),
    ...(input === undefined ? [] : [inputFits(hasher, input)]),
  ];
  // What the customer may read of a caller's input depends on the caller (`account-view.ts`), and even a count of hits
  // would tell.
  const isShown = byAccount ? [sql<SqlBool>`runs.parent_run is null and runs.replay_of is null`] : [];
  const byTerms = (terms: readonly RawBuilder<SqlBool>[]): SearchWay => ({
    terms: allOf([...ofOwners, ...terms]),
    runs: isShown,
  });
  if (text === undefined) return [byTerms(given)];
  const found = byTerms([...given, textFits(hasher, text, byAccount)]);
  const id = text.trim().toLowerCase();
  // Ids need no row of `run_search`, so executions from before that table are found as well.
  const rest = given.length > 0 ? byTerms(given) : { terms: undefined, runs: [] };
  const byId = [...beginsWith(id), ...endsWith(scope, id, { account, workflowId })];
  return [...byId.map((fits) => ({ ...rest, runs: [fits, ...rest.runs] })), found];
}

function beginsWith(id: string): RawBuilder<SqlBool>[] {
  if (!ID_PART.test(id)) return [];
  return [isId(id) ? sql`runs.id = ${id}` : sql`runs.id between ${id} and ${id.padEnd(24, "f")}`];
}

function endsWith(scope: Scope, id: string, { account, workflowId }: SearchOwners): RawBuilder<SqlBool>[] {
  const asked = parseIdEnd(id);
  if (!asked) return [];
  const ofAll = sql`org_id = ${scope.orgId} and environment = ${scope.environment}`;
  const ofWorkflow = workflowId === undefined ? ofAll : sql`${ofAll} and workflow_id = ${workflowId}`;
  const list = account ? sql`account_id = ${account.id}` : ofWorkflow;
  const newest = sql`select id from runs where ${list} order by id desc limit ${sql.lit(asked.newest)}`;
  const ids = sql`select id from (${newest}) newest where right(id, ${sql.lit(asked.end.length)}) = ${asked.end}`;
  return [sql`runs.id = any (array(${ids}))`];
}

/** Whether a row of `runs` is found, for statements that check every row. */
export function buildSearchCondition(
  scope: Scope,
  search: RunSearch,
  owners: SearchOwners,
): RawBuilder<SqlBool> {
  const ways = listSearchWays(scope, search, owners).map(({ terms, runs }) => {
    const own = terms ? [sql<SqlBool>`runs.id in (select s.run_id from run_search s where ${terms})`] : [];
    return allOf([...own, ...runs]);
  });
  return anyOf(ways);
}

function textFits(hasher: TermHasher, text: string, byAccount: boolean): RawBuilder<SqlBool> {
  const words = text.trim().split(/\s+/);
  limitWords("search", words);
  const each = words.map((word) => {
    const ofError = splitWords(word);
    const value = has([hasher.term("value", word)]);
    return ofError.length > 0 ? anyOf([value, errorFits(hasher, word, byAccount)]) : value;
  });
  return words.length > 1 ? anyOf([has([hasher.term("value", text.trim())]), allOf(each)]) : allOf(each);
}

function errorFits(hasher: TermHasher, text: string, byAccount: boolean): RawBuilder<SqlBool> {
  const words = splitWords(text);
  limitWords("error", words);
  return has(words.map((word) => hasher.term(byAccount ? "told" : "error", word)));
}

function inputFits(hasher: TermHasher, text: string): RawBuilder<SqlBool> {
  const whole = text.trim();
  if (whole === "")
    throw badField(
      "input",
      "input must be a value, such as 417, or a path with its value, such as order.id=417.",
    );
  const asValue = has([hasher.term("value", whole)]);
  const equals = whole.indexOf("=");
  const [path, value] = [whole.slice(0, equals).trim(), whole.slice(equals + 1).trim()];
  if (equals < 1 || value === "") return asValue;
  const atPath = sql<SqlBool>`s.places @> array[${hasher.place(path, value)}]::integer[]`;
  return anyOf([asValue, allOf([has([hasher.term("value", value)]), atPath])]);
}

function limitWords(field: string, words: readonly string[]): void {
  if (words.length === 0 || words[0] === "")
    throw badField(field, `${field} must have a word to search for.`);
  if (words.length > MOST_WORDS) throw badField(field, `${field} must have at most ${MOST_WORDS} words.`);
}

const has = (terms: readonly number[]) => sql<SqlBool>`s.terms @> ${`{${terms.join(",")}}`}::bigint[]`;
const allOf = (some: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(some, sql` and `)})`;
const anyOf = (some: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(some, sql` or `)})`;
