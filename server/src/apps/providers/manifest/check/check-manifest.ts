import type { ManifestField } from "../schema/auth-schema.ts";
import type { ManifestProblem } from "../schema/manifest-error.ts";
import type { Manifest } from "../schema/manifest-schema.ts";
import { findAccountsProblems, listAccountSettings } from "./check-accounts.ts";
import { findActionProblems } from "./check-action.ts";
import { findAuthFieldProblems, findAuthProblems, findClientProblems } from "./check-auth.ts";
import { findCallbackProblems, findCallbackRoots } from "./check-callback.ts";
import { ANSWER, findErrorRuleProblems } from "./check-errors.ts";
import { findOptionsProblems } from "./check-options.ts";
import { findRequestProblems } from "./check-request.ts";
import type { ManifestOrigin } from "./check-schema.ts";
import {
  findAddressProblems,
  findHeaderProblems,
  findTemplateProblems,
  type ManifestPath,
  type TemplateRoots,
} from "./check-template.ts";
import { findTriggerProblems } from "./check-trigger.ts";

const HOST = /^(\*\.)?([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/;

/**
 * Finds what a check of the shape misses: templates, references, addresses, schemas. A manifest from the API may also
 * contain neither a client nor regular expressions, which would run in the server.
 */
export function findManifestProblems(manifest: Manifest, origin: ManifestOrigin): ManifestProblem[] {
  const typed = (manifest.settings ?? []).map((field) => field.name);
  const found = listAccountSettings(manifest);
  const settings = [...new Set([...typed, ...found])];
  const { keybased, oauth2 } = manifest.auth;
  const names = (fields: readonly ManifestField[] = []) => [...typed, ...fields.map((field) => field.name)];
  // Only `auth.your_app.apply` may refer to a linked account's credentials for the company's own application.
  const credential: TemplateRoots = manifest.auth.your_app === undefined ? { credentials: "any" } : {};
  const callback = findCallbackRoots(manifest);
  const known: TemplateRoots = { input: "any", ...credential, settings, ...callback };
  const context = { known, answer: ANSWER, origin };
  return [
    ...findAddressProblems(["base_url"], manifest.base_url, { settings, ...credential, ...callback }),
    ...findCallbackProblems(manifest),
    ...findAccountsProblems(manifest, {
      ...credential,
      settings: typed.filter((name) => !found.includes(name)),
      ...callback,
    }),
    ...checkHosts(manifest.hosts),
    ...findAuthFieldProblems(["settings"], manifest.settings ?? []),
    ...findAuthProblems(manifest, settings, origin),
    ...(origin === "file" ? [] : findClientProblems(manifest)),
    ...duplicates(["auth", "keybased", "fields"], names(keybased?.fields)),
    ...(oauth2?.fields === undefined ? [] : duplicates(["auth", "oauth2", "fields"], names(oauth2.fields))),
    ...findHeaderProblems(["headers"], manifest.headers ?? {}, { ...credential, settings, ...callback }),
    ...checkConnectionCheck(manifest, settings),
    ...(manifest.error_message === undefined
      ? []
      : findTemplateProblems(["error_message"], manifest.error_message, ANSWER)),
    ...findErrorRuleProblems(manifest),
    ...findOptionsProblems(manifest, known),
    ...Object.entries(manifest.triggers ?? {}).flatMap(([id, trigger]) =>
      findTriggerProblems(["triggers", id], trigger, context),
    ),
    ...Object.entries(manifest.actions).flatMap(([id, action]) =>
      findActionProblems(["actions", id], action, context),
    ),
  ];
}

function checkHosts(hosts: readonly string[] | undefined): ManifestProblem[] {
  return (hosts ?? []).flatMap((host, i) =>
    HOST.test(host)
      ? []
      : [{ path: ["hosts", i], message: "must be a host in lower case, host:port or *.domain" }],
  );
}

function duplicates(path: ManifestPath, names: readonly string[]): ManifestProblem[] {
  const repeated = names.filter((name, i) => names.indexOf(name) !== i);
  return repeated.map((name) => ({ path, message: `declares ${name} twice, counting the settings` }));
}

function checkConnectionCheck(manifest: Manifest, settings: readonly string[]): ManifestProblem[] {
  if (manifest.check === undefined) return [];
  const known: TemplateRoots = { credentials: "any", settings, ...findCallbackRoots(manifest) };
  const { request, account, scopes } = manifest.check;
  return [
    ...findRequestProblems(["check", "request"], request, known),
    ...(account === undefined ? [] : findTemplateProblems(["check", "account"], account, ANSWER)),
    ...(scopes === undefined ? [] : findTemplateProblems(["check", "scopes"], scopes, ANSWER)),
  ];
}
