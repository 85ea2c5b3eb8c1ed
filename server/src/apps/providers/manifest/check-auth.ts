import { type AddressTemplate, compileAddress } from "./address.ts";
import type { ManifestApply, ManifestField, ManifestToken } from "./auth-schema.ts";
import { checkAddress, checkHeaders, checkTemplate, type Known, type Path } from "./check-template.ts";
import type { ManifestProblem } from "./manifest-error.ts";
import type { Manifest } from "./manifest-schema.ts";

/** Finds fields whose options do not fit their type. */
export function checkFields(path: Path, fields: readonly ManifestField[]): ManifestProblem[] {
  return fields.flatMap((field, i) => {
    const hasOptions = field.options !== undefined;
    if ((field.type === "select") === hasOptions) return [];
    const message = hasOptions
      ? "is only for fields of type select"
      : "is missing for a field of type select";
    return [{ path: [...path, i, "options"], message }];
  });
}

/** Finds what is wrong with the ways of connecting. */
export function checkAuth(manifest: Manifest, settings: readonly string[]): ManifestProblem[] {
  const { oauth2, keybased, default: preferred } = manifest.auth;
  const problems: ManifestProblem[] = [];
  if (oauth2 === undefined && keybased === undefined) {
    problems.push({ path: ["auth"], message: "needs oauth2, keybased or both" });
  }
  if (preferred !== undefined && manifest.auth[preferred] === undefined) {
    problems.push({ path: ["auth", "default"], message: `names ${preferred}, which is not described` });
  }
  if (keybased !== undefined) problems.push(...checkKeybased(keybased, settings));
  if (oauth2 !== undefined) problems.push(...checkOAuth2(manifest, settings));
  return problems;
}

function checkKeybased(
  { fields, token, apply }: NonNullable<Manifest["auth"]["keybased"]>,
  settings: readonly string[],
): ManifestProblem[] {
  const path = ["auth", "keybased"];
  const names = fields.map((field) => field.name);
  const credentials = token === undefined ? names : "any"; // a token's answer adds to them
  const problems = [
    ...checkFields([...path, "fields"], fields),
    ...checkApply([...path, "apply"], apply, { credentials, settings }),
  ];
  if (apply === undefined && token === undefined && fields.length > 0) {
    problems.push({ path: [...path, "apply"], message: "is missing: it says where the fields go" });
  }
  if (token !== undefined) {
    problems.push(...checkToken([...path, "token"], token, { credentials: names, settings }));
  }
  return problems;
}

function checkToken(path: Path, token: ManifestToken, known: Known): ManifestProblem[] {
  const { grant, url, jwt } = token;
  const problems: ManifestProblem[] = [];
  const expect = (name: keyof ManifestToken, wanted: boolean): void => {
    if ((token[name] !== undefined) === wanted) return;
    const message = wanted ? `is missing for ${grant}` : `is not for ${grant}`;
    problems.push({ path: [...path, name], message });
  };
  expect("url", grant !== "jwt");
  expect("jwt", grant !== "client_credentials");
  if (grant === "client_credentials") expect("client_id", true);
  if (grant === "client_credentials") expect("client_secret", true);
  if (url !== undefined) problems.push(...checkFixedAddress([...path, "url"], url, known));
  for (const name of ["client_id", "client_secret", "params"] as const) {
    if (token[name] !== undefined) problems.push(...checkTemplate([...path, name], token[name], known));
  }
  for (const name of ["key", "key_id", "claims"] as const) {
    if (jwt?.[name] !== undefined) problems.push(...checkTemplate([...path, "jwt", name], jwt[name], known));
  }
  if (jwt !== undefined && !jwt.key.includes("{{")) {
    problems.push({
      path: [...path, "jwt", "key"],
      message: "must refer to a field: keys do not belong in files",
    });
  }
  return problems;
}

/** An address to which secrets go: no customer's value may choose its host. */
function checkFixedAddress(path: Path, text: string, { settings = [] }: Known): ManifestProblem[] {
  const found = checkAddress(path, text, { settings });
  return found.length > 0 ? found : checkFixedHost(path, compileAddress(text));
}

function checkOAuth2(manifest: Manifest, settings: readonly string[]): ManifestProblem[] {
  const path = ["auth", "oauth2"];
  const oauth2 = manifest.auth.oauth2;
  if (oauth2 === undefined) return [];
  const problems = checkApply([...path, "apply"], oauth2.apply, { credentials: "any", settings });
  for (const name of ["authorize_url", "token_url", "revoke_url"] as const) {
    const text = oauth2[name];
    if (text !== undefined) problems.push(...checkFixedAddress([...path, name], text, { settings }));
  }
  if ((oauth2.grant ?? "authorization_code") === "authorization_code" && oauth2.authorize_url === undefined) {
    problems.push({ path: [...path, "authorize_url"], message: "is missing for an authorization code" });
  }
  return problems;
}

/** Finds a client in a definition that came over the API: it is stored as it is, and a secret belongs where secrets are sealed. */
export function refuseClient({ auth }: Manifest): ManifestProblem[] {
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
