import { buildDefinition } from "../../server/src/apps/directory/build-definition.ts";
import type { DirectoryEntry } from "../../server/src/apps/directory/entry-schema.ts";
import { resolvePlaces } from "../../server/src/apps/directory/places.ts";
import { buildSignIn } from "../../server/src/apps/directory/sign-in.ts";
import { parseDefinition } from "../../server/src/apps/providers/manifest/schema/parse-manifest.ts";
import { importDocument } from "../../server/src/apps/providers/openapi/import-document.ts";
import type { Json } from "../../server/src/platform/json/json.ts";
import { findMismatches, membersOf } from "../vendors/find-mismatches.ts";
import { readOpenApi } from "../vendors/read-openapi.ts";
import { listSentRequests } from "../vendors/sent-requests.ts";

/**
 * Why the document of an entry does not prove its facts, in clauses; none if every request that the facts make is one of
 * the document, at its server and with a way to sign in that it declares, and its operations become actions.
 */
export function findProofProblems(entry: DirectoryEntry, text: string): string[] {
  const document = membersOf(JSON.parse(text));
  const { manifest } = parseDefinition(buildDefinition(entry), entry.slug);
  const requests = listSentRequests(manifest).filter(({ of }) => !isRaw(of, manifest.actions));
  const operations = readOpenApi(document);
  return [
    ...(requests.length === 0 ? ["there is neither a check nor a list"] : []),
    ...new Set(requests.flatMap((one) => findMismatches(one, operations))),
    ...findServerProblems(entry, document),
    ...findSignInProblems(entry, document),
    ...findImportProblems(entry, text),
  ];
}

function isRaw(of: string, actions: Readonly<Record<string, { request: { open?: unknown } }>>): boolean {
  return actions[of.replace(/^actions\./, "")]?.request.open !== undefined;
}

type Members = { [name: string]: Json };

function findServerProblems({ url }: DirectoryEntry, { servers, host }: Members): string[] {
  // A whole address is the customer's own.
  if (url.startsWith("{")) return [];
  const listed = Array.isArray(servers)
    ? servers.map((server) => String(membersOf(server).url))
    : [`https://${host}`];
  const hosts = listed.map(hostOf);
  const ours = hostOf(url);
  return hosts.includes(ours) ? [] : [`its server is ${hosts.join(", ")}, not ${ours}`];
}

/** The host of an address, with `x` in place of what customers enter. */
function hostOf(address: string): string {
  const text = address.replaceAll(/\{[^{}]*\}/g, "x");
  return URL.canParse(text) ? new URL(text).host : text;
}

function findSignInProblems({ key, basic, oauth2, open }: DirectoryEntry, document: Members): string[] {
  const declared = membersOf(membersOf(document.components).securitySchemes ?? document.securityDefinitions);
  const schemes = Object.values(declared).map(membersOf);
  // Many documents leave out how one signs in.
  if (schemes.length === 0 || open) return [];
  const is = (type: string, scheme?: string) =>
    schemes.some(
      (one) => one.type === type && (scheme === undefined || String(one.scheme).toLowerCase() === scheme),
    );
  const hasKey = (name: string, place: string) =>
    schemes.some(
      (one) =>
        one.type === "apiKey" && one.in === place && String(one.name).toLowerCase() === name.toLowerCase(),
    );
  const keys = key === undefined ? [] : [key].flat();
  const keysFit = keys.every(({ header = "Authorization", query }) => {
    if (query !== undefined) return hasKey(query, "query");
    return hasKey(header, "header") || (header === "Authorization" && (is("http") || is("oauth2")));
  });
  const fits =
    (keys.length > 0 && keysFit) ||
    (basic !== undefined && (is("http", "basic") || is("basic"))) ||
    (oauth2 !== undefined && is("oauth2"));
  return fits ? [] : ["it declares none of the ways to sign in"];
}

function findImportProblems(entry: DirectoryEntry, text: string): string[] {
  const filled = resolvePlaces(entry);
  try {
    importDocument({
      text,
      slug: entry.slug,
      name: entry.name,
      baseUrl: filled.url,
      auth: buildSignIn(filled),
    });
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
