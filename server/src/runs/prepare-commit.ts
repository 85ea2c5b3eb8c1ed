import { Unstorable } from "../platform/database/group-commit.ts";
import type { Json } from "../platform/json.ts";
import type { RunCommit, Settle } from "./commit.ts";
import type { RunPayload } from "./payload-store.ts";
import { LARGE, type Payload, type PayloadRef, takeOut } from "./payloads.ts";
import type { StepRow } from "./store.ts";
import type { Signal } from "./wake.ts";

// In characters of JSON. A larger step is refused.
const LARGEST_STEP = 32 * 1024 * 1024;

/** A commit with its rows as JSON, without their large values. */
export interface Prepared {
  readonly commit: RunCommit;
  readonly step: string | undefined;
  readonly respond: string | undefined;
  readonly end: string | undefined;
  /** What the run that called this one is told. */
  readonly parent: Signal | undefined;
  readonly payloads: readonly RunPayload[];
  /** Characters of JSON, with the large values. */
  readonly size: number;
}

/** Writes the rows of a commit as JSON, once. Throws Unstorable for a step that is too large. */
export function prepare(commit: RunCommit): Prepared {
  const { held, now: at, settle } = commit;
  const step = commit.step && prepareStep(commit.step);
  const respond = commit.respond && prepareRespond(commit, commit.respond);
  const ending = settle?.kind === "end" ? settle : undefined;
  const end = ending && lightRow(endRow(held.id, ending, at), RESPONSE);
  const rows = [step, respond, end].flatMap((row) => row ?? []);
  // The last step's output is the response as well.
  const own = new Map(rows.flatMap(({ payloads }) => payloads.map((one) => [one.sha256, one] as const)));
  const parent = ending?.parent;
  const told = parent ? (end?.payloads ?? []) : [];
  return {
    commit,
    step: step?.text,
    respond: respond?.text,
    end: end?.text,
    parent: parent && end && childSignal(parent, held.id, end),
    payloads: [
      ...[...own.values()].map((payload) => ({ runId: held.id, ...payload })),
      ...told.map(({ sha256, size }) => ({ runId: parent?.runId ?? "", sha256, size })),
    ],
    size: rows.reduce((sum, { size }) => sum + size, 0),
  };
}

/** A row as it is written. */
interface LightRow<Row> {
  readonly row: Row;
  readonly text: string;
  /** Characters with the large values. */
  readonly size: number;
  readonly refs: readonly PayloadRef[];
  readonly payloads: readonly Payload[];
}

/** The columns of a row that may be large, and the one that tells of what was taken out of them. */
interface LargeColumns<Row> {
  readonly columns: readonly (keyof Row & string)[];
  readonly refs: string;
}

const RESPONSE = { columns: ["response"], refs: "response_refs" } as const;

function lightRow<Row extends object>(
  row: Row,
  { columns, refs: refsColumn }: LargeColumns<Row>,
  text = JSON.stringify(row),
): LightRow<Row> {
  const size = text.length;
  if (size <= LARGE || columns.length === 0) return { row, text, size, refs: [], payloads: [] };
  const taken = columns.map((column) => ({ column, ...takeOut(row[column] as Json, [column]) }));
  const refs = taken.flatMap(({ refs }) => refs);
  const values = Object.fromEntries(taken.map(({ column, value }) => [column, value]));
  const light = { ...row, ...values, [refsColumn]: refs };
  return {
    row: light,
    text: JSON.stringify(light),
    size,
    refs,
    payloads: taken.flatMap((one) => one.payloads),
  };
}

function prepareStep(step: StepRow): LightRow<StepRow> {
  // What waits is read where it stands: by its page, and when it goes on.
  const columns = step.status === "Waiting" ? [] : (["input", "output"] as const);
  return lightRow(step, { columns, refs: "refs" }, textOf(step));
}

function prepareRespond(
  { held: { id }, now: at }: RunCommit,
  { status, headers, body: response }: NonNullable<RunCommit["respond"]>,
) {
  return lightRow({ id, status, headers, response, at }, RESPONSE);
}

type End = Extract<Settle, { kind: "end" }>;

function endRow(id: string, { status, error, response }: End, at: Date) {
  return { id, status, error, response, at };
}

/** What the run that called this one goes on with; it holds the response, too. */
function childSignal(
  { runId, path, error }: NonNullable<End["parent"]>,
  id: string,
  { row: { status, response }, refs }: LightRow<ReturnType<typeof endRow>>,
): Signal {
  const bodyRefs = refs.map((ref) => ({ ...ref, at: ["body", ...ref.at] }));
  return { runId, path, kind: "child", body: { run_id: id, status, error, response }, bodyRefs };
}

function textOf(step: StepRow): string {
  try {
    const text = JSON.stringify(step);
    if (text.length <= LARGEST_STEP) return text;
  } catch (error) {
    // Longer than any text can be.
    if (!(error instanceof RangeError)) throw error;
  }
  throw new Unstorable("The step is larger than what can be stored.");
}
