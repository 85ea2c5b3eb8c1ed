import { type AddressTemplate, compileAddress } from "./address.ts";
import { checkAction, checkRequest } from "./check-action.ts";
import { checkAddress, checkHeaders, checkTemplate, type Known, type Path } from "./check-template.ts";
import type { ManifestProblem } from "./manifest-error.ts";
import type { Manifest, ManifestApply, ManifestErrorRule, ManifestField } from "./manifest-schema.ts";

const HOST = /^(\*\.)?([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/;
const ANSWER: Known = { body: "any", headers: "any", status: "any" };

/** Finds what the shape alone does not show: templates, references, addresses, schemas. `api` definitions may also hold no regular expressions, which would run in the server. */
export function checkManifest(manifest: Manifest, origin: "file" | "api"): ManifestProblem[] {
  const settings = (manifest.settings ?? []).map((field) => field.name);
  const typed = [...settings, ...(manifest.auth.keybased?.fields ?? []).map((field) => field.name)];
  const known: Known = { input: "any", credentials: "any", settings };
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
    ...Object.entries(manifest.actions).flatMap(([id, action]) =>
      checkAction(["actions", id], action, { known, answer: ANSWER, origin }),
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

function checkFields(path: Path, fields: readonly ManifestField[]): ManifestProblem[] {
  return fields.flatMap((field, i) => {
    const hasOptions = field.options !== undefined;
    if ((field.type === "select") === hasOptions) return [];
    const message = hasOptions
      ? "is only for fields of type select"
      : "is missing for a field of type select";
    return [{ path: [...path, i, "options"], message }];
  });
}

function duplicates(path: Path, names: readonly string[]): ManifestProblem[] {
  const repeated = names.filter((name, i) => names.indexOf(name) !== i);
  return repeated.map((name) => ({ path, message: `declares ${name} twice, counting the settings` }));
}

function checkAuth(manifest: Manifest, settings: readonly string[]): ManifestProblem[] {
  const { oauth2, keybased, default: preferred } = manifest.auth;
  const problems: ManifestProblem[] = [];
  if (oauth2 === undefined && keybased === undefined) {
    problems.push({ path: ["auth"], message: "needs oauth2, keybased or both" });
  }
  if (preferred !== undefined && manifest.auth[preferred] === undefined) {
    problems.push({ path: ["auth", "default"], message: `names ${preferred}, which is not described` });
  }
  if (keybased !== undefined) {
    const path = ["auth", "keybased"];
    const fields = keybased.fields.map((field) => field.name);
    problems.push(...checkFields([...path, "fields"], keybased.fields));
    problems.push(...checkApply([...path, "apply"], keybased.apply, { credentials: fields, settings }));
    if (keybased.apply === undefined && fields.length > 0) {
      problems.push({ path: [...path, "apply"], message: "is missing: it says where the fields go" });
    }
  }
  if (oauth2 !== undefined) problems.push(...checkOAuth2(manifest, settings));
  return problems;
}

function checkOAuth2(manifest: Manifest, settings: readonly string[]): ManifestProblem[] {
  const path = ["auth", "oauth2"];
  const oauth2 = manifest.auth.oauth2;
  if (oauth2 === undefined) return [];
  const problems = checkApply([...path, "apply"], oauth2.apply, { credentials: "any", settings });
  for (const name of ["authorize_url", "token_url", "revoke_url"] as const) {
    const text = oauth2[name];
    if (text === undefined) continue;
    const found = checkAddress([...path, name], text, { settings });
    problems.push(...(found.length > 0 ? found : checkFixedHost([...path, name], compileAddress(text))));
  }
  if ((oauth2.grant ?? "authorization_code") === "authorization_code" && oauth2.authorize_url === undefined) {
    problems.push({ path: [...path, "authorize_url"], message: "is missing for an authorization code" });
  }
  return problems;
}

/** A definition is stored as it is: a secret belongs where secrets are sealed. */
function refuseClient({ auth }: Manifest): ManifestProblem[] {
  return (["client_id", "client_secret"] as const)
    .filter((name) => auth.oauth2?.[name] !== undefined)
    .map((name) => ({ path: ["auth", "oauth2", name], message: "belongs in the application's settings" }));
}

function checkFixedHost(path: Path, address: AddressTemplate): ManifestProblem[] {
  if (!address.wholeBase) return [];
  return [
    { path, message: "may not begin with a setting: the client secret would go wherever a customer says" },
  ];
}

function checkApply(path: Path, apply: ManifestApply | undefined, known: Known): ManifestProblem[] {
  if (apply === undefined) return [];
  const basic = apply.basic === undefined ? [] : Object.entries(apply.basic);
  return [
    ...checkHeaders([...path, "headers"], apply.headers ?? {}, known),
    ...Object.entries(apply.query ?? {}).flatMap(([name, text]) =>
      checkTemplate([...path, "query", name], text, known),
    ),
    ...basic.flatMap(([name, text]) => checkTemplate([...path, "basic", name], text, known)),
  ];
}

function checkConnectionCheck(manifest: Manifest, settings: readonly string[]): ManifestProblem[] {
  if (manifest.check === undefined) return [];
  const known: Known = { credentials: "any", settings };
  const account = manifest.check.account;
  return [
    ...checkRequest(["check", "request"], manifest.check.request, known),
    ...(account === undefined ? [] : checkTemplate(["check", "account"], account, ANSWER)),
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
