import { createHash } from "node:crypto";
import type { IncomingRequest } from "../../../connector-events.ts";
import type { ManifestTimestamp, ManifestVerify } from "../schema/trigger-schema.ts";

const DEFAULT_TOLERANCE_SECONDS = 300;

/** The prefix of the headers of Standard Webhooks: Svix has its own beside them. */
export function findStandardPrefix(headers: Readonly<Record<string, unknown>>): "webhook" | "svix" {
  return headers["webhook-id"] === undefined && headers["svix-id"] !== undefined ? "svix" : "webhook";
}

/**
 * What is wrong with the headers that prove a delivery: each must be there once, since of two it would be open which one
 * counts.
 */
export function findHeaderProblem(
  { headers, repeatedHeaders = [] }: Pick<IncomingRequest, "headers" | "repeatedHeaders">,
  names: readonly string[],
): string | undefined {
  for (const name of names.map((one) => one.toLowerCase())) {
    if (!Object.hasOwn(headers, name) || headers[name] === "") return `the header ${name} is missing`;
    if (repeatedHeaders.includes(name)) return `the header ${name} is there more than once`;
  }
  return undefined;
}

/** The signatures in a header: several while a secret is replaced. */
export function listSignatures(
  { headers }: Pick<IncomingRequest, "headers">,
  { header, part }: { readonly header: string; readonly part?: string },
): string[] {
  const value = headers[header.toLowerCase()];
  if (value === undefined) return [];
  // The whole value, because a prefix may contain a space; otherwise a list separated by spaces.
  if (part === undefined) return [value, ...value.trim().split(/\s+/)];
  return listHeaderParts(value).flatMap(([name, text]) => (name === part ? [text] : []));
}

/** The parts of a header such as `t=1,v1=aa`. */
export function listHeaderParts(value: string): [string, string][] {
  return value.split(",").map((member): [string, string] => {
    const at = member.indexOf("=");
    return at === -1 ? [member.trim(), ""] : [member.slice(0, at).trim(), member.slice(at + 1).trim()];
  });
}

/** The bytes of a signature; none if it has anything that Node would skip. */
export function decodeSignature(text: string, encoding: "hex" | "base64"): Buffer {
  const isWhole = encoding === "hex" ? /^[0-9a-f]*$/i.test(text) : /^[\w+/-]*=*$/.test(text);
  return Buffer.from(isWhole ? text : "", encoding);
}

/**
 * What identifies a delivery whose signature covers its time, however often it is sent: its signed id, or time and body.
 * Undefined for others, which may rightly come twice (D526).
 */
export function findDeliveryKey(
  { standard_webhooks: standard, hmac, ed25519, ecdsa }: ManifestVerify,
  { headers, body }: Pick<IncomingRequest, "headers" | "body">,
): string | undefined {
  if (standard !== undefined) return headers[`${findStandardPrefix(headers)}-id`];
  const { timestamp } = hmac ?? ed25519 ?? ecdsa ?? {};
  if (timestamp === undefined) return undefined;
  const [time = ""] = listTimes(headers, timestamp);
  return createHash("sha256").update(`${time}.`).update(body).digest("hex");
}

/** What is wrong with the signed time of a delivery, if one is required. */
export function compileFreshness(
  timestamp: ManifestTimestamp | undefined,
): (request: IncomingRequest, nowMs: number) => string | undefined {
  if (timestamp === undefined) return () => undefined;
  const { header, unit = "seconds", tolerance_seconds = DEFAULT_TOLERANCE_SECONDS } = timestamp;
  return (request, nowMs) => {
    const problem = findHeaderProblem(request, [header]);
    if (problem !== undefined) return problem;
    const [text = "", ...others] = listTimes(request.headers, timestamp);
    if (!/^\d{1,16}$/.test(text) || others.length > 0) return `the header ${header} has no time in ${unit}`;
    const sentMs = unit === "seconds" ? Number(text) * 1000 : Number(text);
    const isNear = Math.abs(nowMs - sentMs) <= tolerance_seconds * 1000;
    return isNear ? undefined : `its time is more than ${tolerance_seconds} seconds away`;
  };
}

function listTimes(headers: IncomingRequest["headers"], { header, part }: ManifestTimestamp): string[] {
  const value = headers[header.toLowerCase()] ?? "";
  if (part === undefined) return [value];
  return listHeaderParts(value).flatMap(([name, text]) => (name === part ? [text] : []));
}
