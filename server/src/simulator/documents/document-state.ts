import type { MockAnswer } from "../../../../connectors/mock-vendor.ts";
import type { JsonObject } from "../../apps/connector.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import type { PlayedOperation } from "./read-played-operations.ts";
import {
  createRecordId,
  findIdName,
  findListPlace,
  findRecordPlace,
  type Records,
  readPlace,
  setPlace,
} from "./records.ts";
import { generateBody } from "./sample.ts";
import { describePage, selectPage } from "./select-page.ts";

/** A request for an operation, read and checked. */
export interface PlayedCall {
  readonly operation: PlayedOperation;
  /** What the parameters in the path stand for. */
  readonly values: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Json | undefined;
  readonly url: URL;
}

/** The records of one account. */
export interface DocumentState {
  answer(call: PlayedCall): MockAnswer;
  /** Adds a record to the list at a path, as if somebody else had. */
  add(path: string, data: JsonObject): void;
}

const SEEDS = 3;

/** Opens the state of an account; each list begins with the document's example, or with records of its schema. */
export function openDocumentState(operations: readonly PlayedOperation[]): DocumentState {
  const lists = new Map<string, Records>();
  const find = (method: string, path: string, isItem: boolean) =>
    operations.find((one) => one.method === method && one.collection?.path === path && one.isItem === isItem);
  const shapes = (path: string, parameter: string) => readRecordShape(find, path, parameter);

  function open(path: string, pattern: string, parameter: string): Records {
    const known = lists.get(path);
    if (known !== undefined) return known;
    const { examples, idName } = shapes(pattern, parameter);
    const records: Records = new Map();
    for (const record of examples) {
      const id = idName === undefined ? String(records.size + 1) : String(record[idName]);
      records.set(id, record);
    }
    lists.set(path, records);
    return records;
  }

  function create(records: Records, pattern: string, parameter: string, body: Json | undefined): JsonObject {
    const { examples, idName } = shapes(pattern, parameter);
    const example = examples[0] ?? {};
    let number = records.size + 1;
    const next = () => createRecordId(idName === undefined ? undefined : example[idName], number);
    while (records.has(String(next()))) number += 1;
    const given = isObject(body) ? body : {};
    const record = { ...example, ...given, ...(idName !== undefined && { [idName]: next() }) };
    records.set(String(next()), record);
    return record;
  }

  const answerRecord = (operation: PlayedOperation, record: JsonObject): MockAnswer => {
    const { status, body: declared } = operation.success;
    if (declared === undefined) return { status };
    const sample = generateBody(declared, 1);
    const place = findRecordPlace(sample, operation.collection?.parameter ?? "id");
    if (place === undefined) return { status, body: sample };
    // Members that whoever made the record left out, but answers have.
    const shown = readPlace(sample, place);
    return { status, body: setPlace(sample, place, { ...(isObject(shown) ? shown : {}), ...record }) };
  };

  const answerItem = ({ operation, values, body }: PlayedCall, records: Records): MockAnswer => {
    const id = values[operation.collection?.parameter ?? ""] ?? "";
    const record = records.get(id);
    if (record === undefined) return { status: 404, body: { message: `There is no ${id} here.` } };
    if (operation.method === "DELETE") {
      records.delete(id);
      return answerRecord(operation, record);
    }
    if (operation.method === "GET") return answerRecord(operation, record);
    const { idName } = shapes(operation.collection?.path ?? "", operation.collection?.parameter ?? "");
    const changed = {
      ...record,
      ...(isObject(body) ? body : {}),
      ...(idName && { [idName]: record[idName] ?? id }),
    };
    records.set(id, changed);
    return answerRecord(operation, changed);
  };

  const answerList = ({ operation, query, url }: PlayedCall, records: Records): MockAnswer => {
    const { status, body: declared } = operation.success;
    const sample = declared === undefined ? [] : generateBody(declared, 1);
    const place = findListPlace(sample);
    if (place === undefined) return { status, body: sample };
    const page = selectPage(operation, query, [...records.values()]);
    return { status, body: describePage(setPlace(sample, place, [...page.items]), page, url) };
  };

  return {
    answer: (call) => {
      const { collection, isItem, method, success } = call.operation;
      const example = (): MockAnswer => ({
        status: success.status,
        body: success.body && generateBody(success.body, 1),
      });
      if (collection === undefined) return example();
      const path = collection.path.replace(/\{([^{}]+)\}/g, (_, name) => call.values[name] ?? "");
      const records = open(path, collection.path, collection.parameter);
      if (isItem) return answerItem(call, records);
      if (method === "GET") return answerList(call, records);
      if (method !== "POST") return example();
      return answerRecord(call.operation, create(records, collection.path, collection.parameter, call.body));
    },
    add: (path, data) => {
      const parameter =
        operations.find((one) => one.collection?.path === path)?.collection?.parameter ?? "id";
      create(open(path, path, parameter), path, parameter, data);
    },
  };
}

/** The records that a list begins with, and which of their members is the id. */
function readRecordShape(
  find: (method: string, path: string, isItem: boolean) => PlayedOperation | undefined,
  path: string,
  parameter: string,
): { examples: JsonObject[]; idName: string | undefined } {
  const list = find("GET", path, false)?.success.body;
  const one = (find("GET", path, true) ?? find("POST", path, false))?.success.body;
  const listed = list === undefined ? undefined : generateBody(list, 1);
  const items = listed === undefined ? undefined : readPlace(listed, findListPlace(listed) ?? ["-"]);
  const records = Array.isArray(items) ? items.filter(isObject) : [];
  if (list?.example !== undefined && records.length > 0)
    return { examples: records, idName: findIdName(records[0] ?? {}, parameter) };
  const examples = Array.from({ length: SEEDS }, (_, index) => {
    const sample = one === undefined ? (records[0] ?? {}) : generateBody(one, index + 1);
    const record = readPlace(sample, findRecordPlace(sample, parameter) ?? []);
    return isObject(record) ? record : {};
  });
  const idName = findIdName(examples[0] ?? {}, parameter);
  const numbered = examples.map((record, index) =>
    idName === undefined ? record : { ...record, [idName]: createRecordId(record[idName], index + 1) },
  );
  return { examples: numbered, idName };
}
