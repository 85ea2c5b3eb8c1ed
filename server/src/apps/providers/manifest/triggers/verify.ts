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
  ManifestStandardWebhooks,
  ManifestVerify,
} from "../schema/trigger-schema.ts";
import { isSignedBy, readPublicKey, type SignatureAlgorithm } from "./public-key.ts";
import {
  compileFreshness,
  decodeSignature,
  findHeaderProblem,
  findStandardPrefix,
  listHeaderParts,
  listSignatures,
} from "./signature-headers.ts";

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

/** Throws `ConnectorError` (`auth`) with the reason unless a delivery comes from the provider. */
export type Verifier = (proof: DeliveryProof) => void;

/** Compiles the proof that a trigger requires. */
export function compileVerifier(source: ManifestVerify): Verifier {
  const findProblem = compileCheck(source);
  return (proof) => {
    const problem = findProblem(proof);
    if (problem === undefined) return;
    const text = `The delivery could not be verified as coming from the provider: ${problem}.`;
    throw new ConnectorError("auth", text);
  };
}

/** Why a delivery is not proven; undefined if it is. The sender reads it, so it tells nothing of the secret. */
type Check = (proof: DeliveryProof) => string | undefined;

const NO_SECRET = "its secret is not set";
const WRONG_SIGNATURE = "the signature does not match";

function compileCheck({
  hmac,
  token,
  basic,
  ed25519,
  ecdsa,
  address,
  standard_webhooks: standard,
}: ManifestVerify): Check {
  if (hmac) return compileHmac(hmac);
  if (standard) return compileStandard(standard);
  if (token) return compileToken(token);
  if (basic) return compileBasic(basic);
  if (address) return () => undefined;
  if (ed25519) return compilePublicKey(ed25519, "ed25519");
  return ecdsa ? compilePublicKey(ecdsa, "ecdsa") : () => "nothing proves it";
}

function compileHmac(source: ManifestHmac): Check {
  const { algorithm, encoding = "hex", prefix = "", key_encoding = "text", header } = source;
  const key = compileSecret(source.key);
  const sign = compileSigned(source.signed ?? "{{ raw }}");
  const findStale = compileFreshness(source.timestamp);
  return (proof) => {
    const { request, nowMs } = proof;
    const bytes = readKey(key(proof.secrets), key_encoding);
    if (bytes.length === 0) return NO_SECRET;
    const problem = findHeaderProblem(request, [header, ...sign.headers]) ?? findStale(request, nowMs);
    if (problem !== undefined) return problem;
    const parts = listHeaderParts(request.headers[header.toLowerCase()] ?? "");
    const signed = sign.render(proof, Object.fromEntries(parts));
    const wanted = createHmac(algorithm, bytes).update(signed).digest();
    const isRight = listSignatures(request, source).some(
      (given) =>
        given.startsWith(prefix) && equal(decodeSignature(given.slice(prefix.length), encoding), wanted),
    );
    return isRight ? undefined : WRONG_SIGNATURE;
  };
}

/** Standard Webhooks, also under the names of Svix; the key is `whsec_…`, or the provider's public one, `whpk_…`. */
function compileStandard({ key, tolerance_seconds }: ManifestStandardWebhooks): Check {
  const sourceOf = (prefix: string, label: string) => ({
    header: `${prefix}-signature`,
    encoding: "base64" as const,
    prefix: label,
    signed: `{{ headers.${prefix}-id }}.{{ headers.${prefix}-timestamp }}.{{ raw }}`,
    timestamp: { header: `${prefix}-timestamp`, tolerance_seconds },
  });
  const checksOf = (prefix: string) => ({
    shared: compileHmac({ ...sourceOf(prefix, "v1,"), algorithm: "sha256", key, key_encoding: "base64" }),
    public: compilePublicKey({ ...sourceOf(prefix, "v1a,"), public_key: key }, "ed25519"),
  });
  const checks = { webhook: checksOf("webhook"), svix: checksOf("svix") };
  const secretOf = compileSecret(key);
  return (proof) => {
    const { shared, public: published } = checks[findStandardPrefix(proof.request.headers)];
    // A public key is no secret: nothing may be signed with it.
    return secretOf(proof.secrets).startsWith("whpk_") ? published(proof) : shared(proof);
  };
}

function compileToken({ header, query, body, equals }: ManifestSentToken): Check {
  const wanted = compileSecret(equals);
  const path = header
    ? ["headers", header.toLowerCase()]
    : query
      ? ["query", query]
      : ["body", ...(body ?? "").split(".")];
  return ({ request, scope, secrets }) => {
    const secret = wanted(secrets);
    if (secret === "") return NO_SECRET;
    const problem = findHeaderProblem(request, header ? [header] : []);
    if (problem !== undefined) return problem;
    const given = findValueAt(scope, path);
    return typeof given === "string" && isSameText(given, secret) ? undefined : "the token does not match";
  };
}

function compileBasic({ username, password }: ManifestBasic): Check {
  const user = compileTemplate(username);
  const secretOf = compileSecret(password);
  return ({ request, secrets }) => {
    const secret = secretOf(secrets);
    if (secret === "") return NO_SECRET;
    const problem = findHeaderProblem(request, ["authorization"]);
    if (problem !== undefined) return problem;
    const wanted = Buffer.from(`${toText(user.render(secrets))}:${secret}`).toString("base64");
    const given = /^basic +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    const isRight = given !== undefined && isSameText(given, wanted);
    return isRight ? undefined : "user name and password do not match";
  };
}

function compilePublicKey(source: ManifestPublicKey, algorithm: SignatureAlgorithm): Check {
  const { encoding = algorithm === "ecdsa" ? "base64" : "hex", prefix = "", header } = source;
  const key = compileSecret(source.public_key);
  const sign = compileSigned(source.signed ?? "{{ raw }}");
  const findStale = compileFreshness(source.timestamp);
  return (proof) => {
    const { request, nowMs } = proof;
    const publicKey = readPublicKey(key(proof.secrets), algorithm);
    if (publicKey === undefined) return NO_SECRET;
    const problem = findHeaderProblem(request, [header, ...sign.headers]) ?? findStale(request, nowMs);
    if (problem !== undefined) return problem;
    const signed = sign.render(proof, {});
    const isRight = listSignatures(request, source).some(
      (given) =>
        given.startsWith(prefix) &&
        isSignedBy(publicKey, signed, decodeSignature(given.slice(prefix.length), encoding)),
    );
    return isRight ? undefined : WRONG_SIGNATURE;
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

/** The bytes of a key, which in base64 may have the label `whsec_` of Standard Webhooks. */
function readKey(secret: string, encoding: NonNullable<ManifestHmac["key_encoding"]>): Buffer {
  if (encoding === "base64") return Buffer.from(secret.replace(/^whsec_/, ""), encoding);
  return Buffer.from(secret, encoding === "text" ? "utf8" : encoding);
}

interface SignedText {
  /** The headers that are signed. */
  readonly headers: readonly string[];
  render(proof: DeliveryProof, parts: Readonly<Record<string, string>>): Buffer;
}

/** The signed bytes: the raw body, whatever its encoding. */
function compileSigned(text: string): SignedText {
  const pieces = parseText(text);
  return {
    headers: pieces.flatMap((piece) =>
      typeof piece !== "string" && piece[0] === "headers" ? piece.slice(1, 2) : [],
    ),
    render: ({ request, url }, parts) => {
      const { method, headers, query, body } = request;
      const scope: TemplateScope = { method, headers, query, url, parts };
      return Buffer.concat(pieces.map((piece) => bytesOf(piece, scope, body)));
    },
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

function equal(given: Buffer, wanted: Buffer): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
