import { isObject, type Json } from "../../../../platform/json/json.ts";
import { type ConnectorCall, ConnectorError } from "../../../connector.ts";
import type { ManifestColumns, ManifestRows } from "../schema/table-schema.ts";
import { type Exchange, sendRequest } from "./exchange.ts";
import { findValueAt, type TemplateScope, toText } from "./template.ts";

/** Reads the names of a table's columns, and puts records in their order; throws `ConnectorError`. */
export type CellOrder = (call: ConnectorCall, scope: TemplateScope) => Promise<Json[][]>;

/** Compiles a request for the names of columns, for an action that writes records by them. */
export function compileColumns({ request, names, records }: ManifestColumns, exchange: Exchange): CellOrder {
  const prepared = exchange.prepare(request);
  const path = names.split(".");
  return async (call, scope) => {
    const { readAnswer } = exchange;
    const answer = await sendRequest(prepared[call.credential.type](scope), call, {
      readAnswer,
      repeatable: true,
    });
    const columns = readNames(findValueAt(answer, path));
    const given = findValueAt(scope, ["input", records]);
    return (Array.isArray(given) ? given : [given]).map((record) => orderCells(record, columns));
  };
}

function readNames(value: Json | undefined): string[] {
  const names = Array.isArray(value) ? value.map((name) => toText(name).trim()) : [];
  if (names.some((name) => name !== "")) return names;
  throw new ConnectorError("input", "The first row of the table has no names of columns.");
}

/** A cell for each column; null, which leaves a cell as it is, for those that the record does not have. */
function orderCells(record: Json | undefined, columns: readonly string[]): Json[] {
  const fields = isObject(record) ? record : {};
  for (const name of Object.keys(fields)) findColumn(name, columns);
  return columns.map((name, i) =>
    name !== "" && columns.indexOf(name) === i && Object.hasOwn(fields, name) ? (fields[name] ?? null) : null,
  );
}

function findColumn(name: string, columns: readonly string[]): number {
  const index = name === "" ? -1 : columns.indexOf(name);
  if (index !== -1) return index;
  const known = columns.filter((column) => column !== "").join(", ");
  throw new ConnectorError("input", `There is no column ${name}. The table has the columns ${known}.`);
}

/** Makes records of a response's rows; throws `ConnectorError`. */
export type RowReader = (answer: TemplateScope, input: ConnectorCall["input"]) => Json;

/**
 * Compiles how rows become records: the first has the names of the columns. Rows without any value are left out; `row`
 * counts from 1 and `index` from 0, both with the first row.
 */
export function compileRows({ from, column, value }: ManifestRows): RowReader {
  const path = from.split(".");
  return (answer, input) => {
    const [first, ...rows] = listOf(findValueAt(answer, path));
    const columns = readNames(first);
    const wanted = findValueAt({ input }, ["input", column]);
    const at = wanted === undefined ? undefined : findColumn(toText(wanted), columns);
    const text = toText(findValueAt({ input }, ["input", value]));
    const found = rows.flatMap((source, i) => {
      const cells = listOf(source);
      if (cells.every((cell) => toText(cell) === "")) return [];
      if (at !== undefined && toText(cells[at]) !== text) return [];
      return [{ row: i + 2, index: i + 1, values: toRecord(cells, columns) }];
    });
    return { rows: found };
  };
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** Of columns with the same name the first counts; cells after the last with a value are empty. */
function toRecord(cells: readonly Json[], columns: readonly string[]): { [name: string]: Json } {
  const named = columns.map((name, i) => [name, cells[i] ?? ""] as const);
  return Object.fromEntries(named.filter(([name], i) => name !== "" && columns.indexOf(name) === i));
}
