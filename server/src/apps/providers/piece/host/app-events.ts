import type { SharedEvent, SharedListener } from "../../../connector-events.ts";
import type { PieceRequest } from "../messages.ts";
import type { Piece, PieceTrigger } from "../piece.ts";
import { PieceError } from "./failure.ts";

// No address begins with it: a piece must send nothing before a request is verified.
const NO_SERVER = { apiUrl: "https://server.invalid/", publicUrl: "https://server.invalid/", token: "" };

/** What a trigger registers with `app.createListeners`. */
export interface WantedListeners {
  events?: unknown[];
  identifierValue?: unknown;
}

/** Whether a trigger gets its events at the application's one address. */
export function isAppWebhook({ strategy, type }: PieceTrigger): boolean {
  return (strategy ?? type) === "APP_WEBHOOK";
}

/** The events that a trigger waits for, by the identifier of its account; throws `PieceError` without one. */
export function listListeners({ events = [], identifierValue }: WantedListeners): SharedListener[] {
  const identifier = textOf(identifierValue);
  if (identifier === "")
    throw new PieceError("input", "The connection does not say which account its events belong to.");
  return events.map((event) => ({ event: String(event), identifier }));
}

/** The members of a form, which pieces expect to be read; undefined for other bodies. */
export function readFormBody(headers: Readonly<Record<string, string>>, body: string): object | undefined {
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  return isForm ? Object.fromEntries(new URLSearchParams(body)) : undefined;
}

/**
 * Whose event a request to the application's one address is, or the reply that the provider waits for. Throws
 * `PieceError` (`auth`) for an event unless the piece verifies it with the secret (D522).
 */
export function readAppEvent(
  { events }: Piece,
  { secret, url }: Extract<PieceRequest, { verb: "identify" }>,
  payload: object,
): SharedEvent {
  if (events === undefined) throw new PieceError("input", "The piece has no events.");
  const { reply, ...found } = parseEvent(() => events.parseAndReply({ payload, server: NO_SERVER }));
  const event = textOf(found.event);
  const identifier = textOf(found.identifierValue);
  if (event === "" || identifier === "") return reply ? { reply: toReply(reply) } : {};
  if (
    secret === "" ||
    !isVerified(() => events.verify?.({ webhookSecret: secret, payload, appWebhookUrl: url }))
  )
    throw new PieceError("auth", "The delivery could not be verified as coming from the provider.");
  return { listener: { event, identifier }, ...(reply && { reply: toReply(reply) }) };
}

function parseEvent<Found>(read: () => Found): Found {
  try {
    return read();
  } catch {
    throw new PieceError("input", "The delivery is not what the provider sends.");
  }
}

function isVerified(verify: () => boolean | undefined): boolean {
  try {
    return verify() === true;
  } catch {
    return false; // a missing header, say
  }
}

function toReply({ headers = {}, body }: { headers?: Record<string, string>; body?: unknown }) {
  const isText = typeof body === "string";
  const type = headers["Content-Type"] ?? headers["content-type"];
  return {
    status: 200,
    type: type ?? (isText ? "text/plain; charset=utf-8" : "application/json; charset=utf-8"),
    body: isText ? body : JSON.stringify(body ?? {}),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
