import { NO_FILES, type SentFiles } from "../../../files/sent-files.ts";
import type { Json } from "../../../platform/json/json.ts";
import {
  type Action,
  type ConnectorCall,
  ConnectorError,
  type JsonObject,
  type JsonSchema,
} from "../../connector.ts";
import { createInputCheck } from "./input/input-check.ts";
import { createDefaults, type DefaultedMembers, hasEncodedTexts } from "./input/input-defaults.ts";
import { buildPagedInput, decodeCursor, encodeCursor } from "./paging/page-cursor.ts";
import { compilePaging } from "./paging/paging.ts";
import { readPages } from "./paging/read-pages.ts";
import { compileColumns, compileRows } from "./request/columns.ts";
import { buildTemplateScope, type Exchange, sendRequest } from "./request/exchange.ts";
import { compileTemplate } from "./request/template.ts";
import type { ManifestAction } from "./schema/manifest-schema.ts";

/** Executes one action; throws `ConnectorError`. */
export type ActionOperation = (call: ConnectorCall) => Promise<Json>;

/** The same with a checked input and the files that it refers to. */
type CheckedOperation = (call: ConnectorCall, files: SentFiles) => Promise<Json>;

/** As the `response` of an action: whatever is answered is a file. */
export const FILE_RESPONSE = "file";
const WHOLE_BODY = "{{ body }}";

// Items beyond this are left to the next call, by its `next_cursor`.
const MOST_ITEMS = 10_000;

/** Compiles one action; its input schema is compiled on first use, which takes milliseconds. */
export function compileOperation(
  source: ManifestAction,
  action: Action,
  { exchange, defaulted }: { exchange: Exchange; defaulted: DefaultedMembers },
): ActionOperation {
  const schema = source.input as JsonSchema; // manifests are JSON
  const checkInput = createInputCheck(source.paging === undefined ? schema : buildPagedInput(schema));
  const addDefaults = createDefaults(schema, defaulted);
  const whole = hasEncodedTexts(schema);
  const takesFiles = whole || source.request.file !== undefined || source.request.multipart !== undefined;
  const perform =
    source.paging === undefined ? compileSingle(source, action, exchange) : compilePaged(source, exchange);
  return async (call) => {
    const files = (takesFiles && (await call.readFiles?.(call.input, { whole }))) || NO_FILES;
    const input = addDefaults(call.input, files);
    const problem = await checkInput(input, call.checkSlowly);
    if (problem !== undefined) throw new ConnectorError("input", `${problem}.`);
    return perform({ ...call, input }, files);
  };
}

function compileSingle(source: ManifestAction, { hints }: Action, exchange: Exchange): CheckedOperation {
  const isFile = source.response === FILE_RESPONSE;
  const headers = { ...(isFile && { Accept: "*/*" }), ...source.request.headers };
  const prepared = exchange.prepare({ ...source.request, headers });
  const template = isFile ? WHOLE_BODY : (source.response ?? WHOLE_BODY);
  const response = compileTemplate(template as Json); // manifests are JSON
  const orderCells = source.columns && compileColumns(source.columns, exchange);
  const readRows = source.rows && compileRows(source.rows);
  const { readAnswer } = exchange;
  const repeatable = hints.readOnly || hints.idempotent;
  return async (call, files) => {
    const given = buildTemplateScope(call);
    const scope = orderCells ? { ...given, columns: { cells: await orderCells(call, given) } } : given;
    const request = prepared[call.credential.type](scope, { files });
    if (call.idempotencyKey !== undefined && !hints.readOnly) {
      request.headers = { ...request.headers, "idempotency-key": call.idempotencyKey };
    }
    const answer = await sendRequest(request, call, {
      readAnswer,
      repeatable,
      files: isFile ? "always" : "if bytes",
    });
    return readRows ? readRows(answer, call.input) : (response.render(answer) ?? null);
  };
}

function compilePaged({ request, paging }: ManifestAction, exchange: Exchange): CheckedOperation {
  if (paging === undefined) throw new Error("The action is not paged.");
  const pager = compilePaging(request, paging, paging.items);
  const list = { pager, prepared: exchange.prepare(pager.request), exchange };
  const item = compileTemplate((paging.item ?? "{{ item }}") as Json); // manifests are JSON
  return async (call) => {
    const { cursor, max_pages = 1, ...rest } = call.input as PagedInput; // validated against the schema
    const input = rest as JsonObject;
    const found: Json[] = [];
    const next = await readPages(list, call, {
      scope: buildTemplateScope({ ...call, input }),
      from: cursor === undefined || cursor === "" ? undefined : decodeCursor(cursor),
      maxPages: max_pages,
      onPage: (items, { body }) => {
        for (const one of items) found.push(item.render({ item: one, body }) ?? null);
        return found.length < MOST_ITEMS;
      },
    });
    return { items: found, next_cursor: next === undefined ? null : encodeCursor(next) };
  };
}

interface PagedInput {
  cursor?: string;
  max_pages?: number;
}
