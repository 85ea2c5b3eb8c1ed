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
  // `fetch failed` says nothing; its cause does.
  const said = messageOf(chain.at(-1)) || messageOf(error);
  return {
    message: said.slice(0, MAX_MESSAGE),
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

function messageOf(error: unknown): string {
  if (!isRecord(error)) return String(error);
  const message = typeof error.message === "string" ? error.message : "";
  const parsed = parse(message);
  if (!isRecord(parsed)) return message;
  const body = isRecord(parsed.response) ? parsed.response.body : undefined;
  return typeof body === "string" ? body : JSON.stringify(body ?? parsed);
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
