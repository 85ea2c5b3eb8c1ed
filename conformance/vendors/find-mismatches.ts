import { isObject, type Json } from "../../server/src/platform/json/json.ts";
import type { SentRequest } from "./sent-requests.ts";

/** What a vendor's document says of one operation. */
export interface DocumentedOperation {
  readonly method: string;
  /** `/v1/customers/{customer}`, with what the servers' addresses add. */
  readonly path: string;
  readonly query: ReadonlyMap<string, DocumentedValue>;
  /** The members of the body; undefined if the document does not say which there are. */
  readonly body: ReadonlyMap<string, DocumentedValue> | undefined;
}

/** A parameter or member: whether it must be sent, and the values that are allowed. */
export interface DocumentedValue {
  readonly required: boolean;
  readonly values: readonly Json[] | undefined;
}

/** How a request differs from the vendor's document, in clauses; none if it is as documented. */
export function findMismatches(sent: SentRequest, operations: readonly DocumentedOperation[]): string[] {
  const operation = findOperation(sent, operations);
  if (operation === undefined) return [`${sent.method} ${sent.path} is not documented`];
  return [
    ...judgeNames("query parameter", sent.query, operation.query),
    ...(operation.body === undefined ? [] : judgeNames("member", sent.body, operation.body)),
  ];
}

/** The operation of the method whose path fits with the most literal segments. */
function findOperation(
  { method, path }: SentRequest,
  operations: readonly DocumentedOperation[],
): DocumentedOperation | undefined {
  const asked = segmentsOf(path);
  const fitting = operations.filter((one) => one.method === method && fits(asked, segmentsOf(one.path)));
  const literals = (one: DocumentedOperation) => segmentsOf(one.path).filter((part) => !isOpen(part)).length;
  return fitting.sort((a, b) => literals(b) - literals(a))[0];
}

const segmentsOf = (path: string) => path.split("/").filter((part) => part !== "");
const isOpen = (segment: string) => segment.includes("{");

function fits(asked: readonly string[], documented: readonly string[]): boolean {
  return (
    asked.length === documented.length &&
    asked.every((part, i) => isOpen(documented[i] ?? "") || part === documented[i])
  );
}

function judgeNames(
  what: string,
  sent: ReadonlyMap<string, SentValue>,
  documented: ReadonlyMap<string, DocumentedValue>,
): string[] {
  const unknown = [...sent.keys()].filter((name) => !documented.has(name));
  const missing = [...documented].filter(([name, { required }]) => required && !sent.get(name)?.always);
  const wrong = [...sent].flatMap(([name, { values = [] }]) => {
    const allowed = documented.get(name)?.values;
    if (allowed === undefined) return [];
    const parts = values.flatMap(partsOf).filter((value) => !allowed.includes(value));
    return parts.map((value) => ({ name, value }));
  });
  return [
    ...unknown.map((name) => `the ${what} ${name} is not documented`),
    ...missing.map(([name]) => `the ${what} ${name} is required`),
    ...wrong.map(({ name, value }) => `the ${what} ${name} does not take ${JSON.stringify(value)}`),
  ];
}

/** A fixed text may list several of the values. */
const partsOf = (value: Json): Json[] => (typeof value === "string" ? value.split(",") : [value]);

/** What a request sends under a name: whether it always does, and the values that are known beforehand. */
export interface SentValue {
  readonly always: boolean;
  readonly values?: readonly Json[];
}

/** The members of an object; none of anything else. */
export function membersOf(value: Json | undefined): { [name: string]: Json } {
  return isObject(value) ? value : {};
}
