import type { MockRequest } from "../../../../connectors/mock-vendor.ts";
import type { JsonObject } from "../../apps/connector.ts";
import { type OpenApiDocument, resolveReferences } from "../../apps/providers/openapi/document.ts";
import { toList, toObject } from "../../apps/providers/openapi/read-json.ts";
import { FIRST_ACCOUNT } from "../application.ts";
import { type CredentialMark, readMark, type TokenBook } from "../token-book.ts";

/** What every key of a document's application begins with, and every access token. */
export const DOCUMENT_KEY = "simulated-key";
export const DOCUMENT_TOKEN = "simulated-token";

/** The security schemes of a document by name. */
export function readSchemes(document: OpenApiDocument): Record<string, JsonObject> {
  const declared = toObject(toObject(document.root.components).securitySchemes);
  const pairs = Object.entries(declared).map(([name, value]) => [
    name,
    resolveReferences(document, value) ?? {},
  ]);
  return Object.fromEntries(pairs);
}

/** Whether a request may be answered, and for which account. */
export interface SecurityVerdict {
  readonly account: string;
  readonly isAllowed: boolean;
}

/** Checks a request against the alternatives of an operation, or of the whole document. */
export function judgeSecurity(
  document: OpenApiDocument,
  schemes: Readonly<Record<string, JsonObject>>,
  { source, request, book }: { source: JsonObject; request: MockRequest; book: TokenBook },
): SecurityVerdict {
  const alternatives = toList(source.security ?? document.root.security).map((one) =>
    Object.keys(toObject(one)),
  );
  const marks = alternatives.map((names) =>
    names.map((name) => readCredential(schemes[name] ?? {}, request)),
  );
  const isValid = (mark: CredentialMark | undefined) => mark !== undefined && book.isValid(mark);
  const fitting = marks.find((found) => found.every(isValid));
  const account = (fitting ?? marks.flat()).find((mark) => mark !== undefined)?.account ?? FIRST_ACCOUNT;
  return { account, isAllowed: alternatives.length === 0 || fitting !== undefined };
}

/** The mark of the credential that a request carries for a scheme. */
function readCredential(scheme: JsonObject, { headers, query }: MockRequest): CredentialMark | undefined {
  const name = String(scheme.name ?? "");
  if (scheme.type === "apiKey") {
    if (scheme.in === "query") return readCredentialText(query.get(name));
    const cookies = (headers.cookie ?? "").split(/;\s*/);
    const cookie = cookies.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
    return readCredentialText(scheme.in === "cookie" ? cookie : headers[name.toLowerCase()]);
  }
  const [, kind = "", value = ""] = /^(\S+)\s+(.+)$/.exec(headers.authorization ?? "") ?? [];
  if (scheme.type === "http" && String(scheme.scheme).toLowerCase() === "basic") {
    if (kind.toLowerCase() !== "basic") return undefined;
    const parts = Buffer.from(value, "base64").toString("utf8").split(":");
    return parts.map(readCredentialText).find((mark) => mark !== undefined);
  }
  return kind.toLowerCase() === "bearer" ? readCredentialText(value) : undefined;
}

function readCredentialText(text: string | null | undefined): CredentialMark | undefined {
  const start = [DOCUMENT_KEY, DOCUMENT_TOKEN].find((one) => text?.startsWith(one));
  if (start === undefined || !text) return undefined;
  const found = readMark(text.slice(start.length), FIRST_ACCOUNT);
  const isWhole = found !== undefined && found.length === text.length - start.length;
  // A token without a grant was never issued.
  const isIssued = start === DOCUMENT_KEY || found?.mark.issued !== undefined;
  return isWhole && isIssued ? found.mark : undefined;
}
