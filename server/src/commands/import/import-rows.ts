import { setTimeout as sleep } from "node:timers/promises";
import { createNewestCache } from "../../platform/newest-cache.ts";
import type { Target } from "../target.ts";
import type { FindApplication } from "./applications.ts";
import { findConnectionProblem } from "./check-connection.ts";
import {
  type ImportedConnection,
  type ImportLine,
  ImportLineError,
  type ImportRow,
  isConnectionRow,
} from "./import-row.ts";
import { getRowKey, type ImportJournal } from "./journal.ts";
import { isConnected, sendRow } from "./send-row.ts";

// As many requests as a server answers at once without others noticing.
const AT_ONCE = 8;
// Of which accounts is remembered that they are stored: the rows of one stand together as a rule.
const REMEMBERED_ACCOUNTS = 10_000;
const UNDER_WAY_MS = 3000;

/** What became of one line of the file; `skipped`: an earlier run imported it. */
export interface LineResult {
  readonly line: number;
  readonly row?: ImportRow;
  readonly outcome: "imported" | "skipped" | "refused";
  readonly problem?: string;
}

/** What an import works on. */
export interface ImportWork {
  readonly target: Target;
  readonly findApplication: FindApplication;
  readonly journal: ImportJournal;
  /** Whether a further connection of an account to an application is added beside the first one; otherwise it is refused. */
  readonly addsFurther: boolean;
}

/** Checks the lines as far as that is possible without storing anything. */
export async function* validateLines(
  lines: AsyncIterable<ImportLine>,
  { findApplication, addsFurther }: Pick<ImportWork, "findApplication" | "addsFurther">,
): AsyncGenerator<LineResult> {
  const repeats = createRepeats(addsFurther);
  for await (const said of lines) {
    if ("problem" in said) yield { ...said, outcome: "refused" };
    else yield await checkRow(repeats.resolve(said.line, said.row), findApplication);
  }
}

async function checkRow(said: ImportLine, findApplication: FindApplication): Promise<LineResult> {
  if ("problem" in said) return { ...said, outcome: "refused" };
  const { line, row } = said;
  const problem = isConnectionRow(row) ? await findConnectionProblem(row, findApplication) : undefined;
  return { line, row, problem, outcome: problem === undefined ? "imported" : "refused" };
}

/**
 * Stores the lines by the API, several at once, and passes each result to `onResult` in the order in which they are known.
 * Throws what stops an import: no reply, a key that is not accepted. What was under way then is in the journal as sent.
 */
export async function importLines(
  lines: AsyncIterable<ImportLine>,
  work: ImportWork,
  onResult: (result: LineResult) => void,
): Promise<void> {
  const repeats = createRepeats(work.addsFurther);
  const send = createSender(work);
  // By account, because its rows follow each other: a further connection must not come before the first.
  const underWay = new Map<string, Promise<void>>();
  let failure: unknown;
  for await (const said of lines) {
    const one = "row" in said ? repeats.resolve(said.line, said.row) : said;
    const account = "row" in one ? one.row.linked_account_id : "";
    await underWay.get(account);
    if (failure !== undefined) break;
    const sending = send(one)
      .then(onResult)
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => underWay.delete(account));
    underWay.set(account, sending);
    if (underWay.size >= AT_ONCE) await Promise.race(underWay.values());
  }
  await Promise.all(underWay.values());
  if (failure !== undefined) throw failure;
}

function createSender(work: ImportWork): (said: ImportLine) => Promise<LineResult> {
  const { target, journal } = work;
  const stored = createNewestCache<true>(REMEMBERED_ACCOUNTS);
  return async (said) => {
    if ("problem" in said) {
      journal.addProblem(said.line, said.problem);
      return { ...said, outcome: "refused" };
    }
    const { line, row } = said;
    const before = journal.find(row, line);
    if (before === "imported") return { line, row, outcome: "skipped" };
    try {
      const isThere = before === "sent" && isConnectionRow(row) && (await wasStored(target, row));
      if (!isThere) {
        journal.add(row, { line, outcome: "sent" });
        await sendRow(target, row, stored);
      }
      journal.add(row, { line, outcome: "imported" });
      return { line, row, outcome: "imported" };
    } catch (error) {
      if (!(error instanceof ImportLineError)) throw error;
      journal.add(row, { line, outcome: "refused", message: error.message });
      return { line, row, outcome: "refused", problem: error.message };
    }
  };
}

/** Whether a connection that was under way when a run stopped is there (D560); throws ImportLineError if nobody can say. */
async function wasStored(target: Target, row: ImportedConnection): Promise<boolean> {
  if (row.connection_id !== undefined)
    throw new ImportLineError(
      "The last run stopped while this connection was under way: see whether it is there, or run the command again to send it.",
    );
  if (await isConnected(target, row)) return true;
  // The server may still be storing what was sent just before a kill.
  await sleep(UNDER_WAY_MS);
  return isConnected(target, row);
}

/** What happens to connections that a file has several times. */
function createRepeats(addsFurther: boolean): { resolve(line: number, row: ImportRow): ImportLine } {
  const firstLines = new Map<string, number>();
  return {
    resolve: (line, row) => {
      if (!isConnectionRow(row) || row.connection_id === "new") return { line, row };
      const key = getRowKey(row, line);
      const first = firstLines.get(key);
      if (first === undefined) {
        firstLines.set(key, line);
        return { line, row };
      }
      if (addsFurther) return { line, row: { ...row, connection_id: "new" } };
      const problem = `The account's connection to ${row.application} is on line ${first}: with the connection_id new, this one is added beside it.`;
      return { line, problem };
    },
  };
}
