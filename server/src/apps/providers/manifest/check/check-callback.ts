import type { Json } from "../../../../platform/json/json.ts";
import { compileAddress, isHostLabel } from "../request/address.ts";
import { compileTemplate, TemplateError } from "../request/template.ts";
import type { ManifestCallback } from "../schema/auth-schema.ts";
import type { ManifestProblem } from "../schema/manifest-error.ts";
import type { Manifest } from "../schema/manifest-schema.ts";
import type { ManifestPath, TemplateRoots } from "./check-template.ts";

const PATH: ManifestPath = ["auth", "oauth2", "callback"];
// These have a meaning of their own, and a kept code would be a credential.
const RESERVED = [
  "code",
  "state",
  "error",
  "error_description",
  "error_uri",
  "iss",
  "id_token",
  "access_token",
];

/** The template root for the kept parameters of the callback, if the manifest declares any. */
export function findCallbackRoots({ auth }: Manifest): TemplateRoots {
  const declared = auth.oauth2?.callback;
  return declared === undefined ? {} : { callback: declared.map(({ name }) => name) };
}

/**
 * Finds what is wrong with the kept parameters of the callback. They come with the customer's browser: one that
 * becomes part of a host needs a list of values (D448), or customers could have credentials sent to hosts of their choice.
 */
export function findCallbackProblems(manifest: Manifest): ManifestProblem[] {
  const { oauth2 } = manifest.auth;
  const declared = oauth2?.callback;
  if (oauth2 === undefined || declared === undefined) return [];
  const problems: ManifestProblem[] = declared.flatMap(({ name }, i) => {
    if (RESERVED.includes(name))
      return [{ path: [...PATH, i, "name"], message: "is a parameter of OAuth2 itself" }];
    const isRepeated = declared.findIndex((one) => one.name === name) !== i;
    return isRepeated ? [{ path: [...PATH, i, "name"], message: `declares ${name} twice` }] : [];
  });
  if (oauth2.grant === "client_credentials")
    problems.push({ path: PATH, message: "is only for grant authorization_code" });
  const addresses = [
    [["base_url"], manifest.base_url],
    [["auth", "oauth2", "token_url"], oauth2.token_url],
    [["auth", "oauth2", "revoke_url"], oauth2.revoke_url],
    ...findBaseUrls(manifest),
  ] as const;
  for (const [path, text] of addresses)
    if (text !== undefined) problems.push(...checkHost(path, text, declared));
  return problems;
}

/** The `base_url` of single requests, at any depth. */
export function findBaseUrls({ check, options, triggers, actions }: Manifest): [ManifestPath, string][] {
  const found: [ManifestPath, string][] = [];
  const visit = (path: ManifestPath, value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === "base_url" && typeof member === "string") found.push([[...path, name], member]);
      else visit([...path, name], member);
    }
  };
  for (const [name, part] of Object.entries({ check, options, triggers, actions })) visit([name], part);
  return found;
}

function checkHost(
  path: ManifestPath,
  text: string,
  declared: readonly ManifestCallback[],
): ManifestProblem[] {
  if (!isTemplate(text)) return []; // reported elsewhere
  const { parts } = compileAddress(text);
  const problems: ManifestProblem[] = [];
  let before = "";
  parts.forEach((part, i) => {
    if (typeof part === "string") {
      before += part;
      return;
    }
    const isInHost = i === 0 || !/^[a-z]+:\/\/[^/?#]*[/?#]/i.test(before);
    const field = part[0] === "callback" ? declared.find(({ name }) => name === part[1]) : undefined;
    before += i === 0 ? "https://x" : "x";
    if (!isInHost || field === undefined) return;
    const fits = i === 0 ? isWholeAddress : isHostLabel;
    const message =
      field.values === undefined
        ? `takes its host from callback.${field.name}, which needs a list of values: otherwise a customer could redirect the credential`
        : `takes its host from callback.${field.name}, whose values must be ${i === 0 ? "https addresses" : "letters, digits and hyphens"}`;
    if (field.values === undefined || !field.values.every(fits)) problems.push({ path, message });
  });
  return problems;
}

function isTemplate(text: string): boolean {
  try {
    compileTemplate(text as Json);
    return true;
  } catch (error) {
    if (error instanceof TemplateError) return false;
    throw error;
  }
}

function isWholeAddress(value: string): boolean {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { username, password, search, hash } = new URL(value);
  return username + password + search + hash === "";
}
