import { createHash } from "node:crypto";
import type { Json } from "../../../../platform/json/json.ts";
import { parseJson } from "../../../../platform/json/parse-json.ts";
import type { Credential, JsonObject } from "../../../connector.ts";
import type { SharedListener } from "../../../connector-events.ts";
import type { IncomingText, PieceRequest, TriggerStore } from "../messages.ts";
import type { Piece, PieceAction, PieceProperty, PieceTrigger } from "../piece.ts";
import {
  isAppWebhook,
  listListeners,
  readAppEvent,
  readFormBody,
  type WantedListeners,
} from "./app-events.ts";
import { buildAuthValue, buildValidationValue } from "./auth-value.ts";
import { describePiece } from "./describe.ts";
import { PieceError } from "./failure.ts";
import { buildPieceInput, type StoredFiles } from "./files.ts";
import { createTriggerStore, type KeyValueStore } from "./key-value-store.ts";
import { findPieceAuth } from "./sign-in.ts";

type TriggerRequest = Extract<PieceRequest, { trigger: string }>;

/** What pieces keep with Junctor. */
export interface PieceStorage {
  files: StoredFiles;
  store: KeyValueStore;
}

/** Handles a request to a piece; throws what the piece throws, or `PieceError`. */
export async function handlePieceRequest(
  piece: Piece,
  request: PieceRequest,
  { files, store }: PieceStorage,
): Promise<unknown> {
  switch (request.verb) {
    case "describe":
      return describePiece(piece);
    case "check":
      return check(piece, request.credential);
    case "run":
      return runAction(piece, request, { files, store });
    case "options":
      return choicesOf(piece, request);
    case "identify":
      return readAppEvent(piece, request, payloadOf(request.request, readFormBody));
    default:
      return runTrigger(piece, request, files);
  }
}

function runAction(
  piece: Piece,
  request: Extract<PieceRequest, { verb: "run" }>,
  { files, store }: PieceStorage,
): Promise<unknown> {
  const action = actionOf(piece, request.action);
  const { executionId = "run", workflowId } = request.origin;
  return action.run({
    ...baseContext(piece, request.credential),
    propsValue: buildPieceInput(action.props ?? {}, request.input, request.files),
    store,
    files,
    flows: flowsOf(workflowId),
    executionType: "BEGIN",
    run: { id: executionId, stop: () => {}, respond: () => {} },
    tags: { add: async () => {} },
    output: { update: async () => {} },
    step: { name: request.action },
  });
}

/** Throws a `PieceError` if the provider refuses the credential. */
async function check(piece: Piece, credential: Credential): Promise<object> {
  const found = findPieceAuth(piece, credential);
  const result = await found?.auth.validate?.({
    auth: buildValidationValue(piece, credential),
    server: SERVER,
  });
  if (result?.valid === false)
    throw new PieceError("auth", result.error ?? "The credential is not accepted.");
  return {};
}

function actionOf(piece: Piece, id: string): PieceAction {
  const action = Object.hasOwn(piece._actions, id) ? piece._actions[id] : undefined;
  if (action === undefined) throw new PieceError("input", `There is no action ${id}.`);
  return action;
}

function triggerOf(piece: Piece, id: string): PieceTrigger {
  const triggers = piece._triggers ?? {};
  const trigger = Object.hasOwn(triggers, id) ? triggers[id] : undefined;
  if (trigger === undefined) throw new PieceError("input", `There is no trigger ${id}.`);
  return trigger;
}

/**
 * The part of the context that all calls share; functions that only the original engine has throw when they are called.
 */
function baseContext(piece: Piece, credential: Credential) {
  return {
    auth: buildAuthValue(piece, credential),
    connections: { get: async () => null },
    files: { write: unavailable("files.write") },
    flows: flowsOf(),
    project: { id: "project", externalId: async () => undefined },
    server: SERVER,
  };
}

function flowsOf(id = "flow") {
  return { list: unavailable("flows.list"), current: { id, version: { id: "version" } } };
}

const SERVER = { apiUrl: "", publicUrl: "", token: "" };

function unavailable(name: string) {
  return async () => {
    throw new PieceError("input", `This piece needs ${name}, which is not available here.`);
  };
}

async function choicesOf(
  piece: Piece,
  { list, credential, input, search }: Extract<PieceRequest, { verb: "options" }>,
): Promise<{ name: string; value: Json }[]> {
  const property = propertyOf(piece, list);
  const values = { ...(input as JsonObject), auth: buildAuthValue(piece, credential) }; // an input is an object
  const context = { ...baseContext(piece, credential), searchValue: search, propsValue: input };
  if (typeof property?.props === "function") return listFields(await property.props(values, context));
  const options = property?.options;
  if (typeof options !== "function") throw new PieceError("input", `There is no list ${list}.`);
  const found = await options(values, context);
  return (found.options ?? []).map(({ label, value }) => ({ name: label, value: value as Json })); // choices are JSON
}

/** The fields of a dynamic form. */
function listFields(fields: Readonly<Record<string, PieceProperty>>): { name: string; value: Json }[] {
  return Object.entries(fields ?? {})
    .filter(([, { type }]) => type !== "MARKDOWN")
    .map(([value, { displayName = value, required }]) => ({
      name: required ? `${displayName} (required)` : displayName,
      value,
    }));
}

/** Finds `actions.<id>.<field>`, or one level deeper for the fields of a list. */
function propertyOf(piece: Piece, list: string): PieceProperty | undefined {
  const [kind, id = "", ...path] = list.split(".");
  const owner = kind === "actions" ? actionOf(piece, id) : triggerOf(piece, id);
  let property: PieceProperty | undefined;
  let props = owner.props;
  for (const name of path) {
    property = props !== undefined && Object.hasOwn(props, name) ? props[name] : undefined;
    props = property?.properties;
  }
  return property;
}

async function runTrigger(piece: Piece, request: TriggerRequest, files: StoredFiles): Promise<unknown> {
  const trigger = triggerOf(piece, request.trigger);
  const store: TriggerStore = { ...request.store };
  const listeners: SharedListener[] = [];
  const context = {
    ...baseContext(piece, request.credential),
    propsValue: request.input,
    store: createTriggerStore(store),
    files,
    webhookUrl: request.url,
    setSchedule: () => {},
    app: { createListeners: (wanted: WantedListeners) => void listeners.push(...listListeners(wanted)) },
    payload: request.verb === "receive" ? payloadOf(request.request, bodyReaderOf(trigger)) : {},
  };
  if (request.verb === "enable") await trigger.onEnable?.(context);
  if (request.verb === "disable") await trigger.onDisable?.(context);
  if (request.verb === "enable" || request.verb === "disable") return { store, events: [], listeners };
  if (request.verb === "receive") {
    const reply = await handshake(trigger, context, request.request);
    if (reply !== undefined) return { store, events: [], reply };
  }
  const items = await trigger.run(context);
  return { store, events: items.map((data) => ({ key: keyOf(data), data })) };
}

/** Pieces remember what they have seen themselves; the key only identifies repeated deliveries. */
function keyOf(data: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(data) ?? "")
    .digest("hex");
}

function payloadOf({ method, query, headers, body }: IncomingText, readBody: typeof readFormBody) {
  const read = readBody(headers, body) ?? parsed(body);
  return { method, queryParams: query, headers, rawBody: body, body: read };
}

/** Forms of one's own webhooks are left to the pieces. */
function bodyReaderOf(trigger: PieceTrigger): typeof readFormBody {
  return isAppWebhook(trigger) ? readFormBody : () => undefined;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text; // pieces parse forms and plain text themselves
  }
}

/** The response that a provider expects when it verifies an address. */
async function handshake(trigger: PieceTrigger, context: object, request: IncomingText) {
  const { strategy, paramName = "" } = trigger.handshakeConfiguration ?? { strategy: "NONE" };
  const body = parsed(request.body);
  const asked =
    (strategy === "HEADER_PRESENT" && request.headers[paramName.toLowerCase()] !== undefined) ||
    (strategy === "QUERY_PRESENT" && request.query[paramName] !== undefined) ||
    (strategy === "BODY_PARAM_PRESENT" && typeof body === "object" && body !== null && paramName in body);
  if (!asked || trigger.onHandshake === undefined) return undefined;
  const { status, body: answer, headers = {} } = await trigger.onHandshake(context);
  const text = typeof answer === "string" ? answer : JSON.stringify(answer ?? "");
  return { status, type: headers["Content-Type"] ?? headers["content-type"] ?? "text/plain", body: text };
}
