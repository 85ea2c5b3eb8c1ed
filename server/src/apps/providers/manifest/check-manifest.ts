import { checkAction } from "./check-action.ts";
import { checkAuth, checkFields, refuseClient } from "./check-auth.ts";
import { checkOptions } from "./check-options.ts";
import { checkRequest } from "./check-request.ts";
import type { Origin } from "./check-schema.ts";
import { checkAddress, checkHeaders, checkTemplate, type Known, type Path } from "./check-template.ts";
import { checkTrigger } from "./check-trigger.ts";
import type { ManifestProblem } from "./manifest-error.ts";
import type { Manifest, ManifestErrorRule } from "./manifest-schema.ts";

const HOST = /^(\*\.)?([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/;
const ANSWER: Known = { body: "any", headers: "any", status: "any" };

/** Finds what the shape alone does not show: templates, references, addresses, schemas. `api` definitions may also hold no regular expressions, which would run in the server. */
export function checkManifest(manifest: Manifest, origin: Origin): ManifestProblem[] {
  const settings = (manifest.settings ?? []).map((field) => field.name);
  const typed = [...settings, ...(manifest.auth.keybased?.fields ?? []).map((field) => field.name)];
  const known: Known = { input: "any", credentials: "any", settings };
  const context = { known, answer: ANSWER, origin };
  return [
    ...checkAddress(["base_url"], manifest.base_url, { settings, credentials: "any" }),
    ...checkHosts(manifest.hosts),
    ...checkFields(["settings"], manifest.settings ?? []),
    ...checkAuth(manifest, settings),
    ...(origin === "api" ? refuseClient(manifest) : []),
    ...duplicates(["auth", "keybased", "fields"], typed),
    ...checkHeaders(["headers"], manifest.headers ?? {}, { credentials: "any", settings }),
    ...checkConnectionCheck(manifest, settings),
    ...(manifest.error_message === undefined
      ? []
      : checkTemplate(["error_message"], manifest.error_message, ANSWER)),
    ...(manifest.errors ?? []).flatMap((rule, i) => checkErrorRule(["errors", i], rule)),
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

function duplicates(path: Path, names: readonly string[]): ManifestProblem[] {
  const repeated = names.filter((name, i) => names.indexOf(name) !== i);
  return repeated.map((name) => ({ path, message: `declares ${name} twice, counting the settings` }));
}

function checkConnectionCheck(manifest: Manifest, settings: readonly string[]): ManifestProblem[] {
  if (manifest.check === undefined) return [];
  const known: Known = { credentials: "any", settings };
  const { request, account, scopes } = manifest.check;
  return [
    ...checkRequest(["check", "request"], request, known),
    ...(account === undefined ? [] : checkTemplate(["check", "account"], account, ANSWER)),
    ...(scopes === undefined ? [] : checkTemplate(["check", "scopes"], scopes, ANSWER)),
  ];
}

function checkErrorRule(path: Path, rule: ManifestErrorRule): ManifestProblem[] {
  const problems: ManifestProblem[] = [];
  if (rule.status === undefined && rule.body === undefined && rule.header === undefined) {
    problems.push({ path, message: "needs status, body or header to decide by" });
  }
  if (rule.equals !== undefined && (rule.body === undefined) === (rule.header === undefined)) {
    problems.push({ path: [...path, "equals"], message: "needs either body or header to compare with" });
  }
  const retry = rule.retry_after;
  if (retry !== undefined && (retry.header === undefined) === (retry.body === undefined)) {
    problems.push({ path: [...path, "retry_after"], message: "needs either header or body" });
  }
  if (rule.message !== undefined) problems.push(...checkTemplate([...path, "message"], rule.message, ANSWER));
  return problems;
}
