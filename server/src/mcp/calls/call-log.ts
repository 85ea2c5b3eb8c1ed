import type { JsonObject } from "../../apps/connector.ts";
import type { Deps } from "../../deps.ts";
import { isTransient } from "../../platform/database/database.ts";
import { createGroupCommit } from "../../platform/database/group-commit.ts";
import { writeAgain } from "../../platform/database/write-again.ts";
import { createId } from "../../platform/id.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Tool, ToolOutcome } from "../tools/tool.ts";
import { insertKeyedCall, releaseKey } from "./call-keys.ts";
import {
  type CallCompletion,
  type CallRow,
  type FoundCall,
  insertCalls,
  type NewCall,
  updateFinishedCalls,
} from "./call-store.ts";
import { hashCall } from "./fingerprint.ts";
import { openMaker } from "./maker.ts";
import { TOOL_CALLS } from "./metrics.ts";
import { LOGGED, redactArguments, redactEcho } from "./redact-arguments.ts";
import { openCallMask } from "./redact-call.ts";

/** A call in the log. */
export interface CallLogEntry {
  readonly id: string;
  /**
   * Records how it ended; `result` if the answer could not contain it, or came too late. Never throws for calls that
   * write: if the database is unreachable, that is recorded later.
   */
  end(outcome: ToolOutcome, result?: Json): Promise<void>;
}

/** An existing call under the key that another was sent with. */
export interface DuplicateCall {
  readonly call: FoundCall;
  /** Whether it is the same, with the same arguments. */
  readonly isSame: boolean;
}

/** A call that is refused before it is made. */
export interface RefusedCall extends Omit<NewCall, "tool"> {
  readonly name: string;
  /** Undefined if there is no such tool. */
  readonly tool: Tool | undefined;
  readonly problem: string;
}

/**
 * The log of all calls. A call that writes has a row before it is made (D135); one that only reads is recorded
 * afterwards, together with others, and its caller does not wait for that.
 */
export interface CallLog {
  begin(asked: NewCall): Promise<CallLogEntry | DuplicateCall>;
  /** Records a call that is not made; its sender does not wait for that. */
  refuse(refused: RefusedCall): void;
  /** Resolves when everything that was begun is written. */
  close(): Promise<void>;
}

type LogDeps = Pick<
  Deps,
  "db" | "database" | "clock" | "log" | "metrics" | "credentials" | "toolSchemas" | "redaction" | "vault"
>;

/** Opens the log of this process. */
export function openCallLog(deps: LogDeps): CallLog {
  const { database, clock, log } = deps;
  const maker = openMaker(deps);
  const insert = createGroupCommit(async (calls: readonly CallRow[]) => {
    await insertCalls(database, calls);
    return calls.map(() => true);
  });
  const finish = createGroupCommit(async (ends: readonly CallCompletion[]) => {
    await updateFinishedCalls(database, ends);
    return ends.map(() => true);
  });
  const late = new Set<Promise<unknown>>();
  const later = (writing: Promise<unknown>) => {
    const settled = writing
      .catch((error: unknown) => log.warn({ err: error }, "mcp.call-not-logged"))
      .finally(() => late.delete(settled));
    late.add(settled);
  };
  const closing = new AbortController();
  const settle = async (write: () => Promise<unknown>) => {
    try {
      await write();
    } catch (error) {
      // The caller gets the answer anyway: the call has had its effect.
      later(isTransient(error) ? writeAgain(write, closing.signal) : Promise.reject(error));
    }
  };
  return {
    begin: async (asked) => {
      const call = toCallRow(deps, asked, clock.now());
      if (asked.tool.acts) {
        const row = { ...call, maker: await maker.id() };
        if (isOnce(asked)) return once(deps, asked, row, { finish, settle });
        await insert(row);
      }
      return {
        id: call.id,
        end: async (outcome, result = null) => {
          const end = maskEnd(deps, asked, {
            ...buildCompletion(outcome, partsOf(asked), clock.now()),
            id: call.id,
            result,
          });
          measure(deps, call, end.status);
          const { is_cleared: isCleared, ...ended } = end;
          const row = { ...call, ...ended, ...(isCleared && { arguments: {} }) };
          if (asked.tool.acts) await settle(() => finish(end));
          else if (result !== null) await insert(row);
          else later(insert(row));
        },
      };
    },
    refuse: (refused) => {
      const row = refusedRow(deps, refused, clock.now());
      measure(deps, row, row.status);
      later(insert(row));
    },
    close: async () => {
      closing.abort();
      await Promise.all(late);
      await maker.leave();
    },
  };
}

function measure({ metrics }: LogDeps, { environment }: CallRow, status: CallRow["status"]): void {
  metrics.count(TOOL_CALLS, { environment, outcome: status });
}

/** A call that writes is made once under its key. */
function isOnce({ tool, idempotencyKey }: NewCall): boolean {
  return idempotencyKey !== undefined && !tool.definition.annotations.readOnlyHint;
}

/** Begins a call under its key, unless that stands for one already; its result is kept for repeated requests. */
async function once(
  deps: LogDeps,
  asked: NewCall,
  row: CallRow,
  { finish, settle }: CompletionWriter,
): Promise<CallLogEntry | DuplicateCall> {
  const fingerprint = hashCall(deps, asked);
  const insertion = await insertKeyedCall(deps, { asked, row, fingerprint });
  if (!insertion.inserted) {
    const { holder: call } = insertion;
    return { call, isSame: call.fingerprint !== null && fingerprint.equals(call.fingerprint) };
  }
  return {
    id: row.id,
    end: async (outcome) => {
      const result = outcome.kind === "value" ? outcome.value : null;
      const completion = buildCompletion(outcome, partsOf(asked), deps.clock.now());
      const end = maskEnd(deps, asked, { ...completion, id: row.id, result });
      measure(deps, row, end.status);
      await settle(async () => {
        await finish(end);
        // Once the customer has connected, the same call must be possible.
        if (outcome.kind === "connect") await releaseKey(deps.db, row.id);
      });
    },
  };
}

/** How ends are recorded. */
interface CompletionWriter {
  finish(end: CallCompletion): Promise<unknown>;
  /** Does it now or, if that is not possible, later; never throws. */
  settle(write: () => Promise<unknown>): Promise<void>;
}

/** The end of a call as it is stored, by the redaction rules that apply to it. */
function maskEnd(deps: LogDeps, asked: NewCall, end: Omit<CallCompletion, "sealed_result">): CallCompletion {
  const mask = openCallMask(deps, asked);
  if (!mask) return end;
  mask.args(asked.args);
  return mask.end(end);
}

/** A call as it is recorded when it begins. */
export function toCallRow(
  deps: Pick<Deps, "toolSchemas" | "redaction" | "vault">,
  asked: NewCall,
  now: Date,
): CallRow {
  const { toolSchemas } = deps;
  const { name, inputSchema } = asked.tool.definition;
  // Before it is cut: half of an address is none.
  const given = openCallMask(deps, asked)?.args(asked.args) ?? asked.args;
  return {
    ...emptyRow(asked, now),
    ...asked.tool.origin?.logged,
    tool: name,
    arguments: redactArguments(given, inputSchema, LOGGED, toolSchemas.hasMarks),
  };
}

/** The columns about the caller in each row. */
function emptyRow({ scope, serverId, client }: Omit<NewCall, "tool" | "args">, now: Date): CallRow {
  return {
    id: createId(now.getTime()),
    org_id: scope.orgId,
    environment: scope.environment,
    account_id: scope.account.id,
    server_id: serverId,
    tool: "",
    slug: null,
    action_id: null,
    workflow_id: null,
    arguments: {},
    client: client ?? null,
    status: "RUNNING",
    error: null,
    run_id: null,
    result: null,
    maker: null,
    created_at: now,
    finished_at: null,
  };
}

// Refused calls cost their sender nothing, so they must not fill the log.
const LONGEST_NAME = 128;
const LONGEST_PROBLEM = 500;
const BOUNDS = { longestText: 200, mostValues: 50 };

function refusedRow(deps: LogDeps, refused: RefusedCall, now: Date): CallRow {
  const mask = openCallMask(deps, refused);
  const { name, tool, args, problem } = refused;
  const schema = tool?.definition.inputSchema ?? {};
  const given = mask?.args(args) ?? args;
  const told = redactEcho(problem, args, schema);
  return {
    ...emptyRow(refused, now),
    ...tool?.origin?.logged,
    tool: name.slice(0, LONGEST_NAME),
    arguments: redactArguments(given, schema, BOUNDS),
    status: "REFUSED",
    error: (mask?.text(told) ?? told).slice(0, LONGEST_PROBLEM),
    finished_at: now,
  };
}

/** The end of a call with this result; a third party's message is stored without the call's secrets. */
export function buildCompletion(
  outcome: ToolOutcome,
  { args, inputSchema }: { args: JsonObject; inputSchema: JsonObject },
  now: Date,
): Omit<CallCompletion, "id" | "result"> {
  const run_id = "executionId" in outcome ? (outcome.executionId ?? null) : null;
  const reason = reasonOf(outcome);
  const error = reason === null ? null : redactEcho(reason, args, inputSchema);
  return { status: error === null ? "COMPLETED" : "ERRORED", error, run_id, finished_at: now };
}

function partsOf({ args, tool }: NewCall) {
  return { args, inputSchema: tool.definition.inputSchema };
}

function reasonOf(outcome: ToolOutcome): string | null {
  if (outcome.kind === "error") return outcome.message;
  return outcome.kind === "connect" ? `${outcome.name} is not connected.` : null;
}
