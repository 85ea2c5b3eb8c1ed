import { isAllowedHost } from "../request/address.ts";
import type { ManifestAccounts } from "../schema/auth-schema.ts";
import type { ManifestProblem } from "../schema/manifest-error.ts";
import type { Manifest } from "../schema/manifest-schema.ts";
import { findBaseUrls } from "./check-callback.ts";
import { findItemsProblems } from "./check-options.ts";
import { findRequestProblems } from "./check-request.ts";
import {
  findAddressProblems,
  findTemplateProblems,
  type ManifestPath,
  type TemplateRoots,
} from "./check-template.ts";

const PATH: ManifestPath = ["auth", "oauth2", "accounts"];
const ITEM: TemplateRoots = { item: "any" };

/** The settings that the account which a consent gives access to fills in. */
export function listAccountSettings({ auth }: Manifest): string[] {
  return Object.keys(auth.oauth2?.accounts?.settings ?? {});
}

/**
 * Finds what is wrong with the accounts of a consent; `known` is what exists before one is chosen. A provider's answer
 * may contain what others wrote, so an address may begin with a setting from it only below `hosts`.
 */
export function findAccountsProblems(manifest: Manifest, known: TemplateRoots): ManifestProblem[] {
  const { accounts, grant } = manifest.auth.oauth2 ?? {};
  if (accounts === undefined) return [];
  const { request, name, detail, settings } = accounts;
  const base = request.base_url === undefined ? manifest.base_url : undefined;
  const problems: ManifestProblem[] = [
    ...findRequestProblems([...PATH, "request"], request, known),
    ...(base === undefined ? [] : findAddressProblems([...PATH, "request", "base_url"], base, known)),
    ...findListProblems(accounts),
    ...findTemplateProblems([...PATH, "name"], name, ITEM),
    ...(detail === undefined ? [] : findTemplateProblems([...PATH, "detail"], detail, ITEM)),
    ...Object.entries(settings).flatMap(([key, text]) =>
      findTemplateProblems([...PATH, "settings", key], text, ITEM),
    ),
  ];
  if (grant === "client_credentials")
    problems.push({ path: PATH, message: "is only for grant authorization_code" });
  return [
    ...problems,
    ...findEnteredProblems(manifest),
    ...findHostProblems(manifest),
    ...findForeignHost(manifest, request.base_url ?? manifest.base_url),
  ];
}

function findListProblems(accounts: ManifestAccounts): ManifestProblem[] {
  const { items, paging, request } = accounts;
  // The response itself is the only account.
  if (items === undefined && paging === undefined) return [];
  return findItemsProblems(PATH, { items, paging }, request);
}

/** With a key there is no consent that finds a setting. */
function findEnteredProblems(manifest: Manifest): ManifestProblem[] {
  if (manifest.auth.keybased === undefined) return [];
  const entered = (manifest.settings ?? []).map(({ name }) => name);
  return listAccountSettings(manifest)
    .filter((name) => !entered.includes(name))
    .map((name) => ({
      path: [...PATH, "settings", name],
      message: `must also be one of settings: customers who connect with a key enter ${name}`,
    }));
}

function findHostProblems(manifest: Manifest): ManifestProblem[] {
  if (manifest.hosts !== undefined) return [];
  const found = listAccountSettings(manifest);
  const addresses = [manifest.base_url, ...findBaseUrls(manifest).map(([, text]) => text)];
  const first = addresses
    .map((text) => /^\{\{\s*settings\.([A-Za-z0-9_]+)/.exec(text)?.[1])
    .find((name) => name !== undefined && found.includes(name));
  if (first === undefined) return [];
  const message = `is missing: a base_url begins with settings.${first}, which the list of accounts fills in`;
  return [{ path: ["hosts"], message }];
}

/** The list is often at another host than the API, and would never be asked for. */
function findForeignHost({ hosts }: Manifest, base: string): ManifestProblem[] {
  if (hosts === undefined || base.includes("{{") || !URL.canParse(base)) return [];
  const { host } = new URL(base);
  if (isAllowedHost(host, hosts)) return [];
  return [{ path: [...PATH, "request", "base_url"], message: `is at ${host}, which is not one of hosts` }];
}
