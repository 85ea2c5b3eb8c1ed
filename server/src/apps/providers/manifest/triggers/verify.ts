import { createHmac, timingSafeEqual } from "node:crypto";
import { isSameText } from "../../../../platform/secret-text.ts";
import { ConnectorError } from "../../../connector.ts";
import type { IncomingRequest } from "../../../connector-events.ts";
import {
  compileTemplate,
  findValueAt,
  parseText,
  type TemplateScope,
  type TextPart,
  toText,
} from "../request/template.ts";
import type {
  ManifestBasic,
  ManifestHmac,
  ManifestPublicKey,
  ManifestSentToken,
  ManifestTimestamp,
  ManifestVerify,
} from "../schema/trigger-schema.ts";
import { isSignedBy, readPublicKey, type SignatureAlgorithm } from "./public-key.ts";

/**
 * A delivery with everything that its proof may refer to; `secrets` contains `hook`, `application`, `credentials`,
 * `settings`, `state`.
 */
export interface DeliveryProof {
  request: IncomingRequest;
  /** The parsed delivery. */
  scope: TemplateScope;
  secrets: TemplateScope;
  /** Our own address. */
  url: string;
  nowMs: number;
}

/** Throws `ConnectorError` (`auth`) unless a delivery comes from the provider. */
export type Verifier = (proof: DeliveryProof) => void;

const DEFAULT_TOLERANCE_SECONDS = 300;

/** Compiles the proof that a trigger requires. */
export function compileVerifier(source: ManifestVerify): Verifier {
  const isProven = compileCheck(source);
  return (proof) => {
    if (!isProven(proof))
      throw new ConnectorError("auth", "The delivery could not be verified as coming from the provider.");
  };
}

type Check = (proof: DeliveryProof) => boolean;

function compileCheck({ hmac, token, basic, ed25519, ecdsa, address }: ManifestVerify): Check {
  if (hmac) return compileHmac(hmac);
  if (token) return compileToken(token);
  if (basic) return compileBasic(basic);
  if (address) return () => true;
  if (ed25519) return compilePublicKey(ed25519, "ed25519");
  return ecdsa ? compilePublicKey(ecdsa, "ecdsa") : () => false;
}

function compileHmac(source: ManifestHmac): Check {
  const { algorithm, encoding = "hex", prefix = "", key_encoding = "text" } = source;
  const key = compileSecret(source.key);
  const sign = compileSigned(source.signed ?? "{{ raw }}");
  const isFresh = compileFreshness(source.timestamp);
  return (proof) => {
    const secret = key(proof.secrets);
    if (secret === "" || !isFresh(proof)) return false;
    const bytes = Buffer.from(secret, key_encoding === "text" ? "utf8" : key_encoding);
    if (bytes.length === 0) return false;
    const parts = partsOf(proof.request.headers[source.header.toLowerCase()]);
    const wanted = createHmac(algorithm, bytes).update(sign(proof, parts)).digest();
    return signatures(proof, source).some(
      (given) => given.startsWith(prefix) && equal(Buffer.from(given.slice(prefix.length), encoding), wanted),
    );
  };
}

function compileToken({ header, query, body, equals }: ManifestSentToken): Check {
  const wanted = compileSecret(equals);
  const path = header
    ? ["headers", header.toLowerCase()]
    : query
      ? ["query", query]
      : ["body", ...(body ?? "").split(".")];
  return ({ scope, secrets }) => {
    const secret = wanted(secrets);
    const given = findValueAt(scope, path);
    return secret !== "" && typeof given === "string" && isSameText(given, secret);
  };
}

function compileBasic({ username, password }: ManifestBasic): Check {
  const user = compileTemplate(username);
  const secretOf = compileSecret(password);
  return ({ request, secrets }) => {
    const secret = secretOf(secrets);
    const wanted = Buffer.from(`${toText(user.render(secrets))}:${secret}`).toString("base64");
    const given = /^basic +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    return secret !== "" && given !== undefined && isSameText(given, wanted);
  };
}

function compilePublicKey(source: ManifestPublicKey, algorithm: SignatureAlgorithm): Check {
  const { encoding = algorithm === "ecdsa" ? "base64" : "hex", prefix = "" } = source;
  const key = compileSecret(source.public_key);
  const sign = compileSigned(source.signed ?? "{{ raw }}");
  const isFresh = compileFreshness(source.timestamp);
  return (proof) => {
    const publicKey = readPublicKey(key(proof.secrets), algorithm);
    if (publicKey === undefined || !isFresh(proof)) return false;
    const signed = sign(proof, {});
    return signatures(proof, source).some(
      (given) =>
        given.startsWith(prefix) &&
        isSignedBy(publicKey, signed, Buffer.from(given.slice(prefix.length), encoding)),
    );
  };
}

/** A secret with all placeholders filled; empty if one of them is empty, which must never mean an empty signing key. */
function compileSecret(text: string): (secrets: TemplateScope) => string {
  const template = compileTemplate(text);
  return (secrets) => {
    const isWhole = template.paths.every((path) => toText(findValueAt(secrets, path)) !== "");
    return isWhole ? toText(template.render(secrets)) : "";
  };
}

/** The signed bytes: the raw body, whatever its encoding. */
function compileSigned(
  text: string,
): (proof: DeliveryProof, parts: Readonly<Record<string, string>>) => Buffer {
  const pieces = parseText(text);
  return ({ request, url }, parts) => {
    const { method, headers, query, body } = request;
    const scope: TemplateScope = { method, headers, query, url, parts };
    return Buffer.concat(pieces.map((piece) => bytesOf(piece, scope, body)));
  };
}

function bytesOf(piece: TextPart, scope: TemplateScope, body: Buffer): Buffer {
  if (typeof piece === "string") return Buffer.from(piece);
  if (piece[0] === "raw") return body;
  if (piece[0] === "sorted_form") return Buffer.from(sortedForm(body));
  return Buffer.from(
    toText(findValueAt(scope, piece[0] === "headers" ? piece.map((name) => name.toLowerCase()) : piece)),
  );
}

/** Names and values of a form, concatenated and sorted by name: what Twilio signs after the address. */
function sortedForm(body: Buffer): string {
  const members = [...new URLSearchParams(body.toString("utf8"))];
  return members
    .sort(([a], [b]) => (a === b ? 0 : a < b ? -1 : 1))
    .flat()
    .join("");
}

function signatures(
  { request }: DeliveryProof,
  { header, part }: { header: string; part?: string },
): string[] {
  const value = request.headers[header.toLowerCase()];
  if (value === undefined) return [];
  // The whole value, because a prefix may contain a space; otherwise a list separated by spaces.
  if (part === undefined) return [value, ...value.trim().split(/\s+/)];
  return members(value).flatMap(([name, text]) => (name === part ? [text] : []));
}

function partsOf(value: string | undefined): Record<string, string> {
  return Object.fromEntries(members(value ?? ""));
}

function members(value: string): [string, string][] {
  return value.split(",").map((member): [string, string] => {
    const at = member.indexOf("=");
    return at === -1 ? [member.trim(), ""] : [member.slice(0, at).trim(), member.slice(at + 1).trim()];
  });
}

function compileFreshness(timestamp: ManifestTimestamp | undefined): (proof: DeliveryProof) => boolean {
  if (timestamp === undefined) return () => true;
  const { header, part, unit = "seconds", tolerance_seconds = DEFAULT_TOLERANCE_SECONDS } = timestamp;
  return ({ request, nowMs }) => {
    const value = request.headers[header.toLowerCase()];
    const text = part === undefined ? value : partsOf(value)[part];
    if (text === undefined || !/^\d{1,16}$/.test(text)) return false;
    const sentMs = unit === "seconds" ? Number(text) * 1000 : Number(text);
    return Math.abs(nowMs - sentMs) <= tolerance_seconds * 1000;
  };
}

function equal(given: Buffer, wanted: Buffer): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
