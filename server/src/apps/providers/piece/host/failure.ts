import { readReason } from "../../../../platform/http/failure-reason.ts";
import { limitReason } from "../../../../platform/http/failure-text.ts";
import type { Json } from "../../../../platform/json/json.ts";
import type { PieceFailure } from "../messages.ts";

const MAX_MESSAGE = 500;

/** Converts what a piece threw, with the provider's status, wherever the piece put it. */
export function toPieceFailure(error: unknown): PieceFailure {
  const chain = causesOf(error);
  if (chain.some((one) => isRecord(one) && one.code === "JUNCTOR_BLOCKED")) {
    return {
      code: "blocked",
      message: messageOf(chain.find((one) => isRecord(one) && one.code === "JUNCTOR_BLOCKED")),
    };
  }
  const status = chain.map(statusOf).find((one) => one !== undefined);
  const code = chain.map((one) => (isRecord(one) ? one.pieceCode : undefined)).find(isCode);
  // `fetch failed` and `Request failed with status code 400` say nothing; the cause and the response do.
  const said = chain.map(answerOf).find(Boolean) ?? (messageOf(chain.at(-1)) || messageOf(error));
  return {
    message: limitReason(said, MAX_MESSAGE),
    ...(status !== undefined && { status }),
    ...(code && { code }),
  };
}

function isCode(value: unknown): value is "input" | "auth" {
  return value === "input" || value === "auth";
}

function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let one = error; one !== undefined && chain.length < 6; one = isRecord(one) ? one.cause : undefined)
    chain.push(one);
  return chain;
}

/** axios and fetch wrappers have `response.status`; the pieces' own error has JSON as its message. */
function statusOf(error: unknown): number | undefined {
  if (!isRecord(error)) return undefined;
  const { response, status, message } = error;
  for (const source of [response, error, typeof message === "string" ? parse(message) : undefined]) {
    if (!isRecord(source)) continue;
    const value = source.status ?? (isRecord(source.response) ? source.response.status : undefined);
    if (typeof value === "number" && value >= 100 && value < 600) return value;
  }
  return typeof status === "number" ? status : undefined;
}

/** The provider's reason, in the response that axios, fetch wrappers and the pieces' own error keep. */
function answerOf(error: unknown): string {
  if (!isRecord(error)) return "";
  const parsed = typeof error.message === "string" ? parse(error.message) : undefined;
  const responses = [error.response, isRecord(parsed) ? parsed.response : undefined].filter(isRecord);
  const bodies = responses.flatMap(({ data, body }) => [data, body]);
  return bodies.map((body) => (isPlain(body) ? readReason(body) : "")).find(Boolean) ?? "";
}

function isPlain(value: unknown): value is Json {
  if (typeof value === "string" || Array.isArray(value)) return true;
  return isRecord(value) && Object.getPrototypeOf(value) === Object.prototype;
}

function messageOf(error: unknown): string {
  if (!isRecord(error)) return String(error);
  if (typeof error.message !== "string") return "";
  return parse(error.message) === undefined ? error.message : readReason(error.message) || error.message;
}

function parse(text: string): unknown {
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the message only looks like JSON
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** A failure that the host finds itself: the piece has no such thing, or the credential cannot be used. */
export class PieceError extends Error {
  override readonly name = "PieceError";
  readonly pieceCode: "input" | "auth";
  constructor(code: "input" | "auth", message: string) {
    super(message);
    this.pieceCode = code;
  }
}
