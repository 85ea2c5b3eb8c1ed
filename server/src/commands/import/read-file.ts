import { StartError } from "../../platform/errors.ts";
import type { FindApplication } from "./applications.ts";
import type { ImportArguments } from "./arguments.ts";
import type { ImportLine } from "./import-row.ts";
import { readListedAccount } from "./read-account.ts";
import { readCsv } from "./read-csv.ts";
import { readJsonLines } from "./read-json-lines.ts";
import { readNangoConnection } from "./read-nango.ts";

/** The lines of a file, one after the other; `path` is where it is. Throws StartError if it cannot be read. */
export async function* readImportFile(
  path: string,
  { file, format, customer, applications, fields }: ImportArguments,
  findApplication: FindApplication,
): AsyncGenerator<ImportLine> {
  const lines = {
    csv: () => readCsv(path),
    jsonl: () => readJsonLines(path, (value) => value),
    accounts: () => readJsonLines(path, readListedAccount),
    nango: () =>
      readJsonLines(path, (value) =>
        readNangoConnection(value, { customer, applications, fields, findApplication }),
      ),
  }[format];
  try {
    yield* lines();
  } catch (error) {
    if (error instanceof Error && "syscall" in error && "code" in error)
      throw new StartError(`${file} cannot be read (${error.code}).`);
    throw error;
  }
}
