import { createReadStream } from "node:fs";
import { CsvError, type Info, parse } from "csv-parse";
import { StartError } from "../../platform/errors.ts";
import { findNearName } from "../../platform/near-name.ts";
import { type ImportLine, readLine } from "./import-row.ts";

// A quote that is never closed must not have the rest of the file read into memory.
const LONGEST_ROW = 1_000_000;
const DELIMITERS = [",", ";", "\t"];
const COLUMNS = ["linked_account_id", "name", "language", "application", "connection_id", "auth_type"];
const GROUPS = ["udf", "credentials"];

/**
 * The rows of a CSV file, separated by comma, semicolon or tab. Its first line names the columns: those of `ImportRow`,
 * `udf.…` and `credentials.…`; an empty cell says nothing. Throws StartError if it is no such file.
 */
export async function* readCsv(path: string): AsyncGenerator<ImportLine> {
  let columns: readonly string[] | undefined;
  try {
    for await (const { record, line } of readRecords(path)) {
      if (columns) yield await readRecord(columns, record, line);
      else columns = checkColumns(path, record);
    }
  } catch (error) {
    if (error instanceof CsvError) throw new StartError(`${path} is not CSV: ${error.message}.`);
    throw error;
  }
}

async function* readRecords(path: string): AsyncGenerator<{ record: string[]; line: number }> {
  const delimiter = await findDelimiter(path);
  const source = createReadStream(path);
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: LONGEST_ROW,
    // The line that has too few or too many is named below, and the others are read.
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield { record, line: info.lines };
    }
  } finally {
    source.destroy();
  }
}

/** The delimiter that the line with the names of the columns has most often. */
async function findDelimiter(path: string): Promise<string> {
  let text = "";
  for await (const chunk of createReadStream(path, { encoding: "utf8", end: 65_535 })) text += chunk;
  const [header = ""] = text.split(/\r?\n/, 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, one) => (count(one) > count(best) ? one : best));
}

function checkColumns(path: string, columns: readonly string[]): readonly string[] {
  for (const [index, column] of columns.entries()) {
    if (columns.indexOf(column) !== index)
      throw new StartError(`${path}: the column ${column} is there twice.`);
    if (COLUMNS.includes(column) || GROUPS.some((group) => column.startsWith(`${group}.`))) continue;
    const near = findNearName(column, COLUMNS);
    throw new StartError(
      `${path}: the column ${JSON.stringify(column)} is unknown; ${near ? `did you mean ${near}?` : `there are ${COLUMNS.join(", ")}, udf.… and credentials.…`}`,
    );
  }
  if (!columns.includes("linked_account_id"))
    throw new StartError(`${path} has no column linked_account_id.`);
  return columns;
}

async function readRecord(
  columns: readonly string[],
  record: readonly string[],
  line: number,
): Promise<ImportLine> {
  if (record.length !== columns.length)
    return { line, problem: `The line has ${record.length} values for ${columns.length} columns.` };
  const row: { [member: string]: unknown } = {};
  for (const [index, column] of columns.entries()) {
    const value = record[index];
    if (!value) continue;
    const dot = column.indexOf(".");
    if (dot < 0) row[column] = value;
    else
      row[column.slice(0, dot)] = {
        ...(row[column.slice(0, dot)] as object),
        [column.slice(dot + 1)]: value,
      };
  }
  return readLine(line, () => row);
}
