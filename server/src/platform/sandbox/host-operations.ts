import { createHash, createHmac, getRandomValues, randomUUID } from "node:crypto";

/** Thrown by an operation that refuses its arguments; the guest sees a TypeError or an Error with this text. */
export class OperationRefusedError extends Error {
  readonly kind: "type" | "error";

  constructor(kind: "type" | "error", message: string) {
    super(message);
    this.kind = kind;
  }
}

/** An operation that the guest may call: JSON arguments in, a JSON value out. */
export type HostOperation = (args: unknown[]) => unknown;

/** Returns the argument at `index` as text; refuses anything else, because a guest may send anything. */
export function readTextArgument(args: unknown[], index: number): string {
  const value = args[index];
  if (typeof value !== "string") throw new OperationRefusedError("type", "Expected a string.");
  return value;
}

const hashAlgorithms = ["md5", "sha1", "sha256", "sha384", "sha512"];

function hashAlgorithm(args: unknown[]): string {
  const name = readTextArgument(args, 0).toLowerCase().replace("-", "");
  if (hashAlgorithms.includes(name)) return name;
  throw new OperationRefusedError(
    "error",
    `Unknown hash algorithm; use one of ${hashAlgorithms.join(", ")}.`,
  );
}

const urlParts = [
  "href",
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
] as const;

function partsOf(url: URL): Record<string, string> {
  return Object.fromEntries(urlParts.map((part) => [part, url[part]]));
}

function parseUrl(text: string, base?: string): URL {
  const url = URL.parse(text, base);
  if (url === null) throw new OperationRefusedError("type", "Invalid URL.");
  return url;
}

function setUrlPart(args: unknown[]): Record<string, string> {
  const url = parseUrl(readTextArgument(args, 0));
  const value = readTextArgument(args, 2);
  const part = urlParts.find((name) => name === args[1]);
  if (part === undefined || part === "origin")
    throw new OperationRefusedError("type", "No such part of a URL.");
  if (part === "href") return partsOf(parseUrl(value));
  url[part] = value;
  return partsOf(url);
}

function formatQuery(args: unknown[]): string {
  const query = new URLSearchParams();
  if (!Array.isArray(args[0])) throw new OperationRefusedError("type", "Expected a list of pairs.");
  for (const pair of args[0]) {
    if (!Array.isArray(pair)) throw new OperationRefusedError("type", "Expected a list of pairs.");
    query.append(readTextArgument(pair, 0), readTextArgument(pair, 1));
  }
  return query.toString();
}

function decodeUtf8(args: unknown[]): string {
  const bytes = Buffer.from(readTextArgument(args, 0), "latin1");
  try {
    return new TextDecoder("utf-8", { fatal: args[1] === true, ignoreBOM: args[2] === true }).decode(bytes);
  } catch (error) {
    throw new OperationRefusedError("type", `The bytes are not valid utf-8 (${String(error)}).`);
  }
}

function base64(convert: (text: string) => string, refusal: string): HostOperation {
  return (args) => {
    try {
      return convert(readTextArgument(args, 0));
    } catch (error) {
      if (error instanceof DOMException) throw new OperationRefusedError("error", refusal);
      throw error;
    }
  };
}

/** Operations that are pure functions of their arguments. */
export const pureOperations: ReadonlyMap<string, HostOperation> = new Map<string, HostOperation>([
  [
    "url.parse",
    (args) => partsOf(parseUrl(readTextArgument(args, 0), typeof args[1] === "string" ? args[1] : undefined)),
  ],
  ["url.set", setUrlPart],
  ["query.parse", (args) => [...new URLSearchParams(readTextArgument(args, 0))]],
  ["query.format", formatQuery],
  ["utf8.encode", (args) => Buffer.from(readTextArgument(args, 0), "utf8").toString("latin1")],
  ["utf8.decode", decodeUtf8],
  ["base64.encode", base64(btoa, "btoa takes characters up to U+00FF only; encode the text as utf-8 first.")],
  ["base64.decode", base64(atob, "The text given to atob is not valid base64.")],
  ["hash", (args) => createHash(hashAlgorithm(args)).update(readTextArgument(args, 1), "utf8").digest("hex")],
  [
    "hmac",
    (args) =>
      createHmac(hashAlgorithm(args), readTextArgument(args, 1))
        .update(readTextArgument(args, 2), "utf8")
        .digest("hex"),
  ],
]);

/** Operations that give another value every time. */
export const randomOperations: ReadonlyMap<string, HostOperation> = new Map<string, HostOperation>([
  ["uuid", () => randomUUID()],
  // Each run starts from the same state of the engine, including its random numbers.
  ["seeds", () => [...getRandomValues(new Uint32Array(4))]],
]);

/** Calls an operation with a JSON list of arguments; returns `{value}` or `{error}` as JSON, and never throws. */
export function callOperation(operation: HostOperation | undefined, argsJson: string): string {
  try {
    const args: unknown = JSON.parse(argsJson);
    if (operation === undefined || !Array.isArray(args))
      throw new OperationRefusedError("error", "No such operation.");
    return JSON.stringify({ value: operation(args) });
  } catch (error) {
    const { kind, message } =
      error instanceof OperationRefusedError
        ? error
        : new OperationRefusedError("error", "The operation failed.");
    return JSON.stringify({ error: { kind, message } });
  }
}
