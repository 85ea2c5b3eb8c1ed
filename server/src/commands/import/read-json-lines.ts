import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { type ImportLine, ImportLineError, readLine } from "./import-row.ts";

/** Reads the row of one line of JSON; throws ImportLineError if there is none. */
export type ReadImportRow = (value: { readonly [member: string]: unknown }) => unknown;

/** The rows of a file with one JSON object a line; empty lines are passed over. */
export async function* readJsonLines(path: string, readRow: ReadImportRow): AsyncGenerator<ImportLine> {
  const input = createReadStream(path);
  let line = 0;
  // With `close` of readline, an error of the stream would be lost.
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line++;
    if (text.trim() !== "") yield await readLine(line, () => readRow(parseObject(text)));
  }
}

function parseObject(text: string): { readonly [member: string]: unknown } {
  let value: unknown;
  try {
    // A file that an editor has saved may begin with a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new ImportLineError("The line is not JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ImportLineError("The line is not a JSON object: write one record on each line.");
  return value as { readonly [member: string]: unknown };
}
