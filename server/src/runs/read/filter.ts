import { type Static, Type } from "typebox";
import { parseQueryDate, parseQueryEndDate } from "../../platform/page.ts";
import type { RunSource } from "../table.ts";
import type { RunFilter } from "./list.ts";
import { SOURCES, STATUSES } from "./schema.ts";

const SearchText = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
// A thousand ids of 24 characters, with their commas.
const LONGEST_IDS = 25_000;
const LONGEST_ID = 100;
const DateText = Type.String({ maxLength: 40, description: "ISO 8601 date or time." });
// The real service spells sources in two ways.
const SOURCE_NAMES: Record<string, RunSource> = {
  Event: "Event",
  EVENT: "Event",
  Schedule: "Schedule",
  SCHEDULE: "Schedule",
  "API Call": "API Call",
  API_CALL: "API Call",
};

/** The filters of executions (platform-surface 3.5), in a query or a body. */
export const FilterFields = {
  status: Type.Optional(Type.Enum(STATUSES)),
  workflow_id: Type.Optional(Type.String()),
  workflow_name: Type.Optional(Type.String({ maxLength: 200, description: "Part of the workflow's name." })),
  execution_id: Type.Optional(
    Type.String({ maxLength: LONGEST_IDS, description: "Comma-separated execution ids, at most 1,000." }),
  ),
  replay_of: Type.Optional(
    Type.String({ maxLength: LONGEST_ID, description: "Only replays of this execution." }),
  ),
  parent_execution_id: Type.Optional(
    Type.String({ maxLength: LONGEST_ID, description: "Only executions that this execution called." }),
  ),
  slug: Type.Optional(Type.String({ description: "Comma-separated application slugs." })),
  start_date: Type.Optional(DateText),
  end_date: Type.Optional(DateText),
  execution_type: Type.Optional(Type.Enum(["SYNC", "ASYNC"])),
  search: Type.Optional(
    SearchText(
      "An execution's id or at least its first 8 characters, a value of its input or the number in one (`417` for `NB-417`), or words that are each a value or a word of its error.",
    ),
  ),
  error: Type.Optional(SearchText("Words of the error, its code, or the node that failed; all must match.")),
  input: Type.Optional(
    SearchText("A whole string or number in the input, case-insensitive; `order.id=417` for one at a path."),
  ),
  is_test: Type.Optional(
    Type.Boolean({ description: "If true, only tests of drafts, which are excluded otherwise." }),
  ),
  execution_source: Type.Optional(Type.Enum([...SOURCES, "EVENT", "SCHEDULE", "API_CALL"])),
};

const Filter = Type.Object(FilterFields);

/** Reads a filter for an API key, or for a customer (`byAccount`); 400 for an invalid date. */
export function parseRunFilter(
  given: Static<typeof Filter>,
  { byAccount }: Required<Pick<RunFilter, "byAccount">>,
): RunFilter {
  const { search: text, error, input } = given;
  const isSearch = text !== undefined || error !== undefined || input !== undefined;
  return {
    search: isSearch ? { text, error, input, byAccount } : undefined,
    status: given.status,
    workflowId: given.workflow_id,
    workflowName: given.workflow_name,
    executionIds: given.execution_id ? listOf(given.execution_id) : undefined,
    replayOf: given.replay_of || undefined,
    parentId: given.parent_execution_id || undefined,
    slugs: given.slug ? listOf(given.slug) : undefined,
    from: parseQueryDate("start_date", given.start_date),
    until: parseQueryEndDate("end_date", given.end_date),
    executionType: given.execution_type,
    source: given.execution_source && SOURCE_NAMES[given.execution_source],
    tests: given.is_test ? "only" : "none",
    byAccount,
  };
}

function listOf(text: string): string[] {
  return text.split(",").map((one) => one.trim());
}
