import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { DocumentedValue } from "./find-mismatches.ts";

type Members = ReadonlyMap<string, DocumentedValue>;

/** The files of a folder whose path within it fits, those in a folder `beta` last: what is stable goes first. */
export function listFiles(folder: string, pattern: RegExp): string[] {
  const isBeta = (name: string) => Number(/(^|[/\\])beta/.test(name));
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => pattern.test(name))
    .sort((a, b) => isBeta(a) - isBeta(b) || a.localeCompare(b, "en"))
    .map((name) => join(folder, name));
}

/** A vendor's TypeScript, with the types that it refers to. */
export function openProgram(files: readonly string[]): ts.Program {
  return ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    skipLibCheck: true,
    types: [],
  });
}

/**
 * The members of an object's type; undefined if it does not say which there are. Of alternatives, all of them: those that
 * each one requires are required.
 */
export function readTypeMembers(checker: ts.TypeChecker, source: ts.Type): Members | undefined {
  const type = checker.getNonNullableType(source);
  const branches = type.isUnion() ? type.types : [type];
  const read = branches.map((branch) => readObject(checker, branch));
  if (read.length === 0 || read.includes(undefined)) return undefined;
  const lists = read.flatMap((one) => one ?? []);
  const members = new Map<string, DocumentedValue>();
  for (const name of lists.flatMap((one) => [...one.keys()])) {
    const found = lists.map((one) => one.get(name));
    const values = found.flatMap((one) => (one === undefined ? [] : [one.values]));
    members.set(name, {
      required: found.every((one) => one?.required === true),
      values: values.includes(undefined) ? undefined : values.flatMap((one) => one ?? []),
    });
  }
  return members;
}

function readObject(checker: ts.TypeChecker, type: ts.Type): Members | undefined {
  const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  if (!isObject || checker.isArrayType(type)) return undefined;
  const names = checker.getPropertiesOfType(type);
  if (names.length === 0 && checker.getIndexInfosOfType(type).length > 0) return undefined;
  return new Map(
    names.map((symbol) => [
      symbol.name,
      {
        required: (symbol.flags & ts.SymbolFlags.Optional) === 0,
        values: readValues(checker, checker.getTypeOfSymbol(symbol)),
      },
    ]),
  );
}

/** The values of a type, or of a list's items, if they are texts or numbers that it names. */
function readValues(checker: ts.TypeChecker, source: ts.Type): DocumentedValue["values"] {
  const type = checker.getNonNullableType(source);
  const [item] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
  if (item !== undefined) return readValues(checker, item);
  const branches = type.isUnion() ? type.types : [type];
  const values = branches.map((one) =>
    one.isStringLiteral() || one.isNumberLiteral() ? one.value : undefined,
  );
  return values.length === 0 || values.includes(undefined) ? undefined : values.flatMap((one) => one ?? []);
}
