import { parseArgs } from "node:util";
import { StartError } from "../../platform/errors.ts";
import { NANGO_CUSTOMERS } from "./read-nango.ts";

/** The forms of files. */
export const IMPORT_FORMATS = ["csv", "jsonl", "accounts", "nango"] as const;

/** What `junctor import` was asked to do. */
export interface ImportArguments {
  readonly file: string;
  readonly format: (typeof IMPORT_FORMATS)[number];
  readonly report: string;
  readonly isDryRun: boolean;
  readonly customer: (typeof NANGO_CUSTOMERS)[number];
  readonly applications: ReadonlyMap<string, string>;
  readonly fields: ReadonlyMap<string, string>;
}

export const IMPORT_USAGE = `Usage: junctor import FILE [--dry-run] [--format ${IMPORT_FORMATS.join("|")}] [--report FILE]
       junctor import FILE --format nango [--customer ${NANGO_CUSTOMERS.join("|")}] [--application INTEGRATION=SLUG]… [--field NAME=FIELD]…`;

/** Reads the arguments; the format follows from the file's name unless it is named. Throws StartError with the usage. */
export function readImportArguments(argv: readonly string[]): ImportArguments {
  const { values, positionals } = parse(argv);
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new StartError(IMPORT_USAGE);
  const format = choose("format", values.format ?? guessFormat(file), IMPORT_FORMATS);
  if (format !== "nango" && (values.customer ?? values.application ?? values.field) !== undefined)
    throw new StartError(`--customer, --application and --field are for --format nango.\n${IMPORT_USAGE}`);
  return {
    file,
    format,
    report: values.report ?? `${file}.report.jsonl`,
    isDryRun: values["dry-run"] === true,
    customer: choose("customer", values.customer ?? "end_user", NANGO_CUSTOMERS),
    applications: readPairs("application", values.application),
    fields: readPairs("field", values.field),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        "dry-run": { type: "boolean" },
        format: { type: "string" },
        report: { type: "string" },
        customer: { type: "string" },
        application: { type: "string", multiple: true },
        field: { type: "string", multiple: true },
      },
    });
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : ""}\n${IMPORT_USAGE}`);
  }
}

function guessFormat(file: string): string {
  if (/\.(jsonl|ndjson)$/i.test(file)) return "jsonl";
  if (/\.(csv|tsv)$/i.test(file)) return "csv";
  throw new StartError(`What form has ${file}? Name it with --format ${IMPORT_FORMATS.join("|")}.`);
}

function choose<Choice extends string>(option: string, given: string, choices: readonly Choice[]): Choice {
  const chosen = choices.find((one) => one === given);
  if (chosen === undefined) throw new StartError(`--${option} must be one of ${choices.join(", ")}.`);
  return chosen;
}

function readPairs(option: string, given: readonly string[] = []): Map<string, string> {
  return new Map(
    given.map((pair) => {
      const [, from, to] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
      if (from === undefined || to === undefined)
        throw new StartError(
          `--${option} ${pair}: it must have the form ${option === "field" ? "NAME=FIELD" : "INTEGRATION=SLUG"}.`,
        );
      return [from, to];
    }),
  );
}
