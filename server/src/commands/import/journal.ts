import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { StartError } from "../../platform/errors.ts";
import type { ImportRow } from "./import-row.ts";

/** What became of a row. `sent`: its request was under way when the import stopped. */
export type RowOutcome = "sent" | "imported" | "refused";

/** What a report says of one row; no credentials. */
export interface ReportLine {
  readonly line: number;
  /** Of a line that is no row, nobody knows whose it is. */
  readonly linked_account_id?: string;
  readonly application?: string;
  readonly connection_id?: string;
  readonly outcome: RowOutcome;
  readonly message?: string;
}

/** The report of an import, which a later run of the same file continues. */
export interface ImportJournal {
  /** What an earlier run, or this one, said last of a row; undefined: nothing. */
  find(row: ImportRow, line: number): RowOutcome | undefined;
  /** Is in the file before this returns, so that a row is never sent a second time without anybody knowing. */
  add(row: ImportRow, said: Pick<ReportLine, "line" | "outcome" | "message">): void;
  /** Of a line that is no row. */
  addProblem(line: number, problem: string): void;
  close(): void;
}

/** Opens the report at `path`, a JSON object a line, or begins it. Throws StartError if it is no report. */
export function openJournal(path: string): ImportJournal {
  const before = readText(path);
  const last = readReport(path, before);
  const file = openSync(path, "a", 0o600);
  // What a run that was killed has cut off must not swallow the next line.
  if (before !== "" && !before.endsWith("\n")) writeSync(file, "\n");
  const write = (said: ReportLine) => writeSync(file, `${JSON.stringify(said)}\n`);
  return {
    find: (row, line) => last.get(getRowKey(row, line)),
    add: (row, { line, outcome, message }) => {
      const { linked_account_id, application, connection_id } = row;
      write({ line, linked_account_id, application, connection_id, outcome, message });
      last.set(getRowKey(row, line), outcome);
    },
    addProblem: (line, message) => write({ line, outcome: "refused", message }),
    close: () => {
      fsyncSync(file);
      closeSync(file);
    },
  };
}

function readReport(path: string, before: string): Map<string, RowOutcome> {
  const last = new Map<string, RowOutcome>();
  for (const text of before.split("\n")) {
    const said = parseLine(text);
    if (said) last.set(getRowKey(said, said.line), said.outcome);
    // The last line of a run that was killed may be cut off; any other text is not ours.
    else if (text.trim() !== "" && !text.startsWith('{"line":'))
      throw new StartError(`${path} is not a report of an import: name another with --report.`);
  }
  return last;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

function parseLine(text: string): ReportLine | undefined {
  try {
    const said: ReportLine = JSON.parse(text);
    return typeof said.linked_account_id === "string" && said.line > 0 ? said : undefined;
  } catch {
    return undefined;
  }
}

/** Rows with the same key are about the same account or connection; each row that adds one has its own. */
export function getRowKey(
  {
    linked_account_id,
    application = "",
    connection_id = "",
  }: Pick<ReportLine, "linked_account_id" | "application" | "connection_id">,
  line: number,
): string {
  return JSON.stringify([linked_account_id, application, connection_id, connection_id === "new" ? line : 0]);
}
