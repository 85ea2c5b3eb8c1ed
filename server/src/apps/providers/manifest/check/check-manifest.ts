import type { ManifestField } from "../schema/auth-schema.ts";
import type { ManifestProblem } from "../schema/manifest-error.ts";
import type { Manifest } from "../schema/manifest-schema.ts";
import { checkAction } from "./check-action.ts";
import { checkAuth, checkFields, refuseClient } from "./check-auth.ts";
import { ANSWER, checkErrors } from "./check-errors.ts";
import { checkOptions } from "./check-options.ts";
import { checkRequest } from "./check-request.ts";
import type { ManifestOrigin } from "./check-schema.ts";
import {
  checkAddress,
  checkHeaders,
  checkTemplate,
  type ManifestPath,
  type TemplateRoots,
} from "./check-template.ts";
import { checkTrigger } from "./check-trigger.ts";

const HOST = /^(\*\.)?([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/;

/** Finds what the shape alone does not show: templates, references, addresses, schemas. What came over the API may also hold no client, and no regular expressions, which would run in the server. */
export function checkManifest(manifest: Manifest, origin: ManifestOrigin): ManifestProblem[] {
  const settings = (manifest.settings ?? []).map((field) => field.name);
  const { keybased, oauth2 } = manifest.auth;
  const names = (fields: readonly ManifestField[] = []) => [
    ...settings,
    ...fields.map((field) => field.name),
  ];
  // What a linked account keeps for the company's own application stands in `auth.your_app.apply` alone.
  const credential: TemplateRoots = manifest.auth.your_app === undefined ? { credentials: "any" } : {};
  const known: TemplateRoots = { input: "any", ...credential, settings };
  const context = { known, answer: ANSWER, origin };
  return [
    ...checkAddress(["base_url"], manifest.base_url, { settings, ...credential }),
    ...checkHosts(manifest.hosts),
    ...checkFields(["settings"], manifest.settings ?? []),
    ...checkAuth(manifest, settings, origin),
    ...(origin === "file" ? [] : refuseClient(manifest)),
    ...duplicates(["auth", "keybased", "fields"], names(keybased?.fields)),
    ...(oauth2?.fields === undefined ? [] : duplicates(["auth", "oauth2", "fields"], names(oauth2.fields))),
    ...checkHeaders(["headers"], manifest.headers ?? {}, { ...credential, settings }),
    ...checkConnectionCheck(manifest, settings),
    ...(manifest.error_message === undefined
      ? []
      : checkTemplate(["error_message"], manifest.error_message, ANSWER)),
    ...checkErrors(manifest),
    ...checkOptions(manifest, known),
    ...Object.entries(manifest.triggers ?? {}).flatMap(([id, trigger]) =>
      checkTrigger(["triggers", id], trigger, context),
    ),
    ...Object.entries(manifest.actions).flatMap(([id, action]) =>
      checkAction(["actions", id], action, context),
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
  const known: TemplateRoots = { credentials: "any", settings };
  const { request, account, scopes } = manifest.check;
  return [
    ...checkRequest(["check", "request"], request, known),
    ...(account === undefined ? [] : checkTemplate(["check", "account"], account, ANSWER)),
    ...(scopes === undefined ? [] : checkTemplate(["check", "scopes"], scopes, ANSWER)),
  ];
}
