import { parseJson } from "../../platform/json/parse-json.ts";
import type { Vault } from "../../platform/vault.ts";
import type { AttemptRow } from "../log/delivery-store.ts";
import { decryptUrl, isChat } from "../manage/chat-url.ts";
import { decryptHeaders, type Headers } from "../manage/own-headers.ts";
import { openDelivery } from "../sealed-notice.ts";
import { buildBody } from "./body.ts";
import type { DueDelivery } from "./claim.ts";
import { buildStandardHeaders, signBody } from "./sign.ts";
import type { SigningKeys } from "./signing-keys.ts";
import { parsePayloadTemplate, renderText, type TemplateValues } from "./template.ts";

const SHOWN_BODY_BYTES = 4096;
const LONGEST_HEADERS_BYTES = 64 * 1024;

/** A delivery as it goes out. */
export interface WebhookRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** What the log stores of it: no signatures, no secrets. */
  readonly shown: Pick<AttemptRow, "url" | "method" | "headers" | "body">;
}

/** When an attempt is made, with what is signed, and where its endpoint continues the trace. */
interface RequestParts {
  /** Undefined for a team chat, which checks no signature. */
  readonly keys: SigningKeys | undefined;
  readonly at: Date;
  readonly traceparent?: string | undefined;
}

/**
 * Builds the request of an attempt. Throws TextTooLongError if the templates produce too much from the event.
 */
export function buildRequest(vault: Vault, due: DueDelivery, parts: RequestParts): WebhookRequest {
  if (due.sealed === null) return buildUnsealed(vault, due, parts);
  const { shown } = buildUnsealed(vault, due, parts);
  return { ...buildUnsealed(vault, { ...due, ...openDelivery(vault, due) }, parts), shown };
}

function buildUnsealed(
  vault: Vault,
  due: DueDelivery,
  { keys, at, traceparent }: RequestParts,
): WebhookRequest {
  const { type, payload, webhook_id: id } = due;
  const url = decryptUrl(vault, id, due);
  const sign = (body: string) => (keys ? signatureHeaders(due.id, body, at, keys) : {});
  // A chat belongs to others than the organization (D532).
  const traced: Headers = traceparent === undefined || isChat(type) ? {} : { traceparent };
  if (type === "default") {
    const headers = { "content-type": "application/json", ...traced, ...sign(payload) };
    const shown = { url: due.url, method: null, headers: null, body: null };
    return { method: "POST", url, headers, body: payload, shown };
  }
  const values = { event: parseJson(payload), workflow_response: due.response && parseJson(due.response) };
  const body = buildBody(due, values);
  const method = type === "custom" ? due.method : "POST";
  const own = type === "custom" ? encode(fillHeaders(decryptHeaders(vault, id, due), values)) : {};
  const plain = type === "custom" ? fillHeaders(due.headers ?? {}, values) : {};
  const base = { "content-type": "application/json" };
  const signatures = sign(body);
  return {
    method,
    url,
    headers: { ...base, ...traced, ...own, ...signatures },
    body,
    shown: {
      url: due.url,
      method,
      headers: { ...base, ...plain, ...withoutSignatures(signatures) },
      body: getFirstBytes(body),
    },
  };
}

function signatureHeaders(id: string, body: string, at: Date, { secrets, apiKey }: SigningKeys): Headers {
  return {
    ...buildStandardHeaders({ id, at, body }, secrets),
    ...(apiKey !== undefined && { "x-cobalt-signature": signBody(body, apiKey) }),
  };
}

function withoutSignatures(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.endsWith("-signature")));
}

/** Names in lower case; an event cannot add lines to a value. */
function fillHeaders(headers: Headers, values: TemplateValues): Record<string, string> {
  const room = { leftBytes: LONGEST_HEADERS_BYTES, whole: "headers of more than 64 KB" };
  const filled = Object.entries(headers).map(([name, template]) => {
    const text = renderText(parsePayloadTemplate(template), values, room);
    const line = text.replace(/[\u0000-\u001f\u007f]+/g, " ").trim();
    return [name.toLowerCase(), line];
  });
  return Object.fromEntries(filled);
}

/** Values as UTF-8: headers carry bytes. */
function encode(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name, Buffer.from(text).toString("latin1")]),
  );
}

/** The first 4 KB of a body, without a character that the limit has cut in two. */
export function getFirstBytes(body: string): string {
  const bytes = Buffer.from(body);
  if (bytes.length <= SHOWN_BODY_BYTES) return body;
  return new TextDecoder().decode(bytes.subarray(0, SHOWN_BODY_BYTES), { stream: true });
}
