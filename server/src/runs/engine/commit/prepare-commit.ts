import { UnstorableError } from "../../../platform/database/group-commit.ts";
import type { Json } from "../../../platform/json/json.ts";
import { getKnownSize, measureValue } from "../../../platform/measured-value.ts";
import type { WorkerRow } from "../../../platform/work/work-table.ts";
import { LONGEST_RESPONSE, type NotifyEvent } from "../../../webhooks/notify.ts";
import type { RunPayload } from "../../results/payload-store.ts";
import {
  extractPayloads,
  LARGE,
  type Payload,
  type PayloadRef,
  type WrittenPayloads,
} from "../../results/payloads.ts";
import type { Signal } from "../../signals/wake.ts";
import type { StepRow } from "../../store.ts";
import type { EndSettlement, RunCommit } from "./run-commit.ts";

/** In characters of JSON: a step's input and output. A larger step fails. */
export const LARGEST_STEP = 16 * 1024 * 1024;
// Both of them, and what else is written of a step. Larger ones were not measured before.
const LARGEST_ROW = 2 * LARGEST_STEP + 1024 * 1024;
// The same limit for the result of an execution.
const LARGEST_RESPONSE = 64 * 1024 * 1024;

/** A commit with its rows as JSON, without their large values. */
export interface PreparedCommit {
  readonly commit: RunCommit;
  readonly steps: readonly string[];
  readonly respond: string | undefined;
  readonly end: string | undefined;
  /** Without a response that is too long for it. */
  readonly notice: NotifyEvent | undefined;
  /** What the calling run is told. */
  readonly parent: Signal | undefined;
  readonly payloads: readonly RunPayload[];
  /** Characters of JSON, with the large values. */
  readonly size: number;
}

/** Serializes the rows of a commit once. Throws Unstorable for a step that is too large. */
export function prepareCommit(commit: RunCommit): PreparedCommit {
  const { held, now: at, settle } = commit;
  // The last step's output is also the response, and a node's input is often its output.
  const written: WrittenPayloads = new Map();
  const steps = (commit.steps ?? []).map((step) => prepareStep(step, written));
  const respond = commit.respond && prepareRespond(commit, commit.respond, written);
  const ending = settle?.kind === "end" ? settle : undefined;
  const end = ending && prepareEnd(held, ending, at, written);
  const notice = ending?.notice && { ...ending.notice, ...(end && isLong(end) && { response: undefined }) };
  const rows = [...steps, respond, end].flatMap((row) => row ?? []);
  const own = new Map(rows.flatMap(({ payloads }) => payloads.map((one) => [one.sha256, one] as const)));
  const parent = ending?.parent;
  const told = parent ? (end?.payloads ?? []) : [];
  return {
    commit,
    steps: steps.map(({ text }) => text),
    respond: respond?.text,
    end: end?.text,
    notice,
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

/** The columns of a row that may be large, each with the column for the references to its large values. */
interface LargeColumns<Row> {
  readonly columns: readonly (keyof Row & string)[];
  readonly refs: string;
}

const RESPONSE = { columns: ["response"], refs: "response_refs" } as const;

function lightRow<Row extends object>(
  row: Row,
  { columns, refs: refsColumn }: LargeColumns<Row>,
  written: WrittenPayloads,
): LightRow<Row> {
  if (columns.every((column) => getKnownSize(row[column]) <= LARGE)) {
    const text = JSON.stringify(row);
    if (text.length <= LARGE) return { row, text, size: text.length, refs: [], payloads: [] };
  }
  const taken = columns.map((column) => ({
    column,
    ...extractPayloads(row[column] as Json, [column], written),
  }));
  const refs = taken.flatMap(({ refs }) => refs);
  const values = Object.fromEntries(taken.map(({ column, value }) => [column, value]));
  const light = { ...row, ...values, [refsColumn]: refs };
  const text = JSON.stringify(light);
  const payloads = taken.flatMap((one) => one.payloads);
  const size = payloads.reduce((sum, payload) => sum + payload.text.length, text.length);
  return { row: light, text, size, refs, payloads };
}

const RESULT = { columns: ["input", "output"], refs: "refs" } as const;

function prepareStep(step: StepRow, written: WrittenPayloads): LightRow<StepRow> {
  if (step.status !== "Waiting") {
    const light = lightRow(step, RESULT, written);
    if (light.size > LARGEST_ROW) throw new UnstorableError("The step is too large to be stored.");
    return light;
  }
  // A waiting step is read where it is stored: by its page, and when it resumes.
  const text = JSON.stringify(step);
  return { row: step, text, size: text.length, refs: [], payloads: [] };
}

function prepareRespond(
  { held: { id }, now: at }: RunCommit,
  { status, record }: NonNullable<RunCommit["respond"]>,
  written: WrittenPayloads,
) {
  const { headers, body: response, sealed: sealed_response } = record;
  return lightRow({ id, status, headers, response, sealed_response, at }, RESPONSE, written);
}

/** Known from what was written, so nothing has to be serialized. */
function isLong({ payloads }: Pick<LightRow<unknown>, "payloads">): boolean {
  return payloads.reduce((sum, { text }) => sum + text.length, 0) > LONGEST_RESPONSE;
}

function prepareEnd(
  { id, claim, workerId: worker }: WorkerRow,
  {
    status,
    error,
    response,
    sealedResponse: sealed_response,
    applications: { all: applications, failing },
  }: EndSettlement,
  at: Date,
  written: WrittenPayloads,
) {
  // The outputs of several nodes were never measured together.
  measureValue(response, LARGEST_RESPONSE);
  return lightRow(
    { id, claim, worker, status, error, response, sealed_response, at, applications, failing },
    RESPONSE,
    written,
  );
}

/** What the calling run resumes with; it also contains the response. */
function childSignal(
  { runId, path, error }: NonNullable<EndSettlement["parent"]>,
  id: string,
  { row: { status, response, sealed_response: sealed }, refs }: ReturnType<typeof prepareEnd>,
): Signal {
  const bodyRefs = refs.map((ref) => ({ ...ref, at: ["body", ...ref.at] }));
  return { runId, path, kind: "child", body: { run_id: id, status, error, response }, bodyRefs, sealed };
}
