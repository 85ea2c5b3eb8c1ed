import type { Json } from "../../../../platform/json/json.ts";
import { type AddressTemplate, compileAddress } from "../request/address.ts";
import { compileTemplate } from "../request/template.ts";
import type {
  ManifestApply,
  ManifestField,
  ManifestKeyWay,
  ManifestOAuth2,
  ManifestRefusal,
  ManifestToken,
} from "../schema/auth-schema.ts";
import type { ManifestProblem } from "../schema/manifest-error.ts";
import type { Manifest } from "../schema/manifest-schema.ts";
import { listAccountSettings } from "./check-accounts.ts";
import { findCallbackRoots } from "./check-callback.ts";
import type { ManifestOrigin } from "./check-schema.ts";
import {
  findAddressProblems,
  findHeaderProblems,
  findTemplateProblems,
  type ManifestPath,
  type TemplateRoots,
} from "./check-template.ts";

// The OAuth2 client may come from fields only: a secret in a definition would not be encrypted.
const ONE_FIELD = /^\{\{\s*credentials\.[a-z0-9_]+\s*\}\}$/;
// Each one is searched for in every response of the provider.
const MOST_CREDENTIALS = 20;

/** Finds fields whose options do not fit their type. */
export function findAuthFieldProblems(
  path: ManifestPath,
  fields: readonly ManifestField[],
): ManifestProblem[] {
  return fields.flatMap((field, i) => {
    const hasOptions = field.options !== undefined;
    if ((field.type === "select") === hasOptions) return [];
    const message = hasOptions
      ? "is only for fields of type select"
      : "is missing for a field of type select";
    return [{ path: [...path, i, "options"], message }];
  });
}

/** Finds what is wrong with the ways to connect. */
export function findAuthProblems(
  manifest: Manifest,
  settings: readonly string[],
  origin: ManifestOrigin,
): ManifestProblem[] {
  if (manifest.auth.your_app !== undefined) return checkYourApp(manifest, origin);
  const { oauth2, keybased, default: preferred } = manifest.auth;
  const problems: ManifestProblem[] = [];
  // Whoever imports a document may say later how customers connect.
  if (oauth2 === undefined && keybased === undefined && origin !== "document") {
    problems.push({ path: ["auth"], message: "needs oauth2, keybased or both, or your_app alone" });
  }
  if (preferred !== undefined && manifest.auth[preferred] === undefined) {
    problems.push({ path: ["auth", "default"], message: `names ${preferred}, which is not declared` });
  }
  if (keybased !== undefined) problems.push(...checkKeybased(keybased, settings));
  if (oauth2 !== undefined) problems.push(...checkOAuth2(manifest, settings));
  return problems;
}

/** All accounts' credentials go to the manifest's hosts, so the hosts are fixed; customers connect nothing here. */
function checkYourApp({ auth, settings = [], ...rest }: Manifest, origin: ManifestOrigin): ManifestProblem[] {
  const path = ["auth", "your_app"];
  const { apply } = auth.your_app ?? {};
  const problems = checkApply([...path, "apply"], apply, { linked_account: "any" });
  if (problems.length > 0) return problems;
  const refuse = (at: ManifestPath, message: string) => problems.push({ path: at, message });
  const paths = compileTemplate((apply ?? {}) as Json).paths; // manifests are JSON
  for (const [root, member, name] of paths)
    if (member !== "auth_credentials" || name === undefined)
      refuse([...path, "apply"], `refers to ${root}, but only linked_account.auth_credentials.… exist here`);
  if (paths.length === 0 || paths.length > MOST_CREDENTIALS)
    refuse([...path, "apply"], `must refer to 1 to ${MOST_CREDENTIALS} of linked_account.auth_credentials.…`);
  if (origin === "file") refuse(path, "is for an organization's own applications only");
  if (auth.oauth2 || auth.keybased || auth.default) refuse(path, "must be the only member of auth");
  if (settings.length > 0) refuse(["settings"], "cannot be used with your_app: customers enter nothing");
  if (rest.check !== undefined) refuse(["check"], "cannot be used with your_app: customers do not connect");
  if (Object.keys(rest.triggers ?? {}).length > 0)
    refuse(["triggers"], "cannot be used with your_app: they need connections");
  return problems;
}

function checkKeybased(
  { fields, token, apply, ways }: NonNullable<Manifest["auth"]["keybased"]>,
  settings: readonly string[],
): ManifestProblem[] {
  const path = ["auth", "keybased"];
  const names = fields.map((field) => field.name);
  const credentials = token === undefined ? names : "any"; // the token response adds to them
  const problems = [
    ...findAuthFieldProblems([...path, "fields"], fields),
    ...checkApply([...path, "apply"], apply, { credentials, settings }),
  ];
  if (ways !== undefined) {
    if (apply !== undefined || token !== undefined)
      problems.push({ path: [...path, "ways"], message: "cannot be given together with apply or token" });
    problems.push(...checkWays([...path, "ways"], ways, names));
  } else if (apply === undefined && token === undefined && fields.length > 0) {
    problems.push({ path: [...path, "apply"], message: "is missing: it says where the fields go" });
  }
  if (token !== undefined) {
    problems.push(...checkToken([...path, "token"], token, { credentials: names, settings }));
    problems.push(...refuseTokenField([...path, "fields"], names));
  }
  return problems;
}

function checkWays(
  path: ManifestPath,
  ways: readonly ManifestKeyWay[],
  names: readonly string[],
): ManifestProblem[] {
  return ways.flatMap(({ needs, apply }, i) => [
    ...needs
      .filter((name) => !names.includes(name))
      .map((name) => ({ path: [...path, i, "needs"], message: `names ${name}, which is not a field` })),
    ...checkApply([...path, i, "apply"], apply, { credentials: names }),
  ]);
}

/** The token response is merged into the customer's values and would replace this one. */
function refuseTokenField(path: ManifestPath, names: readonly string[]): ManifestProblem[] {
  const message = "declares access_token, which is the name of the token itself";
  return names.includes("access_token") ? [{ path, message }] : [];
}

function checkToken(path: ManifestPath, token: ManifestToken, known: TemplateRoots): ManifestProblem[] {
  const { grant, url, jwt } = token;
  const problems: ManifestProblem[] = checkRefusals([...path, "refusals"], token.refusals);
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
    if (token[name] !== undefined)
      problems.push(...findTemplateProblems([...path, name], token[name], known));
  }
  for (const name of ["key", "key_id", "claims"] as const) {
    if (jwt?.[name] !== undefined)
      problems.push(...findTemplateProblems([...path, "jwt", name], jwt[name], known));
  }
  if (jwt !== undefined && !jwt.key.includes("{{")) {
    problems.push({
      path: [...path, "jwt", "key"],
      message: "must refer to a field: keys do not belong in manifests",
    });
  }
  return problems;
}

function checkRefusals(path: ManifestPath, rules: readonly ManifestRefusal[] = []): ManifestProblem[] {
  return rules.flatMap(({ status, body, equals, contains }, i): ManifestProblem[] => {
    if (equals !== undefined && contains !== undefined)
      return [{ path: [...path, i], message: "takes one of equals and contains: write a rule for each" }];
    if (equals !== undefined && body === undefined)
      return [{ path: [...path, i, "equals"], message: "needs a body to compare with" }];
    if ([status, body, contains].every((one) => one === undefined))
      return [{ path: [...path, i], message: "needs status, body or contains to decide by" }];
    return [];
  });
}

/** An address that receives secrets: no value from a customer may choose its host. */
function checkFixedAddress(
  path: ManifestPath,
  text: string,
  { settings = [], callback }: TemplateRoots,
): ManifestProblem[] {
  const found = findAddressProblems(path, text, { settings, ...(callback && { callback }) });
  return found.length > 0 ? found : checkFixedHost(path, compileAddress(text));
}

function checkOAuth2(manifest: Manifest, settings: readonly string[]): ManifestProblem[] {
  const path = ["auth", "oauth2"];
  const oauth2 = manifest.auth.oauth2;
  if (oauth2 === undefined) return [];
  const callback = findCallbackRoots(manifest);
  const found = listAccountSettings(manifest);
  const entered = settings.filter((name) => !found.includes(name));
  const problems = checkApply([...path, "apply"], oauth2.apply, {
    credentials: "any",
    settings,
    ...callback,
  });
  problems.push(
    ...checkApply([...path, "accounts", "apply"], oauth2.accounts?.apply, {
      credentials: "any",
      settings: entered,
      ...callback,
    }),
  );
  for (const name of ["authorize_url", "token_url", "revoke_url"] as const) {
    const text = oauth2[name];
    // The customer is sent to the first before there is a callback, and accounts are listed after the second.
    const known = {
      settings: name === "revoke_url" ? settings : entered,
      ...(name !== "authorize_url" && callback),
    };
    // A customer's own client may be sent wherever that customer says.
    const check = oauth2.fields === undefined ? checkFixedAddress : findAddressProblems;
    if (text !== undefined) problems.push(...check([...path, name], text, known));
  }
  if (oauth2.issuer !== undefined)
    problems.push(...findAddressProblems([...path, "issuer"], oauth2.issuer, { settings: entered }));
  if ((oauth2.grant ?? "authorization_code") === "authorization_code" && oauth2.authorize_url === undefined) {
    problems.push({ path: [...path, "authorize_url"], message: "is missing for an authorization code" });
  }
  problems.push(...checkRefusals([...path, "refusals"], oauth2.refusals));
  if (oauth2.renewal_token_path !== undefined && oauth2.token_path === undefined) {
    problems.push({ path: [...path, "renewal_token_path"], message: "is only for a token_path" });
  }
  if (oauth2.fields !== undefined) problems.push(...checkCustomerClient(oauth2, oauth2.fields, settings));
  return problems;
}

/** Finds what is wrong if each customer brings their own OAuth2 client. */
function checkCustomerClient(
  oauth2: ManifestOAuth2,
  fields: readonly ManifestField[],
  settings: readonly string[],
): ManifestProblem[] {
  const path = ["auth", "oauth2"];
  if (oauth2.grant !== "client_credentials") {
    return [{ path: [...path, "fields"], message: "is only for grant client_credentials" }];
  }
  const credentials = fields.map((field) => field.name);
  const known: TemplateRoots = { credentials, settings };
  const ofClient = (["client_id", "client_secret"] as const).flatMap((name): ManifestProblem[] => {
    const text = oauth2[name];
    const message =
      text === undefined
        ? "is missing where customers bring a client"
        : "must be one of the fields: {{ credentials.… }}";
    if (text === undefined || !ONE_FIELD.test(text)) return [{ path: [...path, name], message }];
    return findTemplateProblems([...path, name], text, known);
  });
  return [
    ...findAuthFieldProblems([...path, "fields"], fields),
    ...refuseTokenField([...path, "fields"], credentials),
    ...ofClient,
    ...findTemplateProblems([...path, "token_params"], oauth2.token_params ?? {}, known),
  ];
}

/**
 * Finds a client in a definition from the API: definitions are stored unencrypted, and a client secret must be
 * encrypted.
 */
export function findClientProblems({ auth }: Manifest): ManifestProblem[] {
  if (auth.oauth2?.fields !== undefined) return [];
  return (["client_id", "client_secret"] as const)
    .filter((name) => auth.oauth2?.[name] !== undefined)
    .map((name) => ({ path: ["auth", "oauth2", name], message: "belongs in the application's settings" }));
}

function checkFixedHost(path: ManifestPath, address: AddressTemplate): ManifestProblem[] {
  // The provider's own addresses, by the values that check-callback.ts demands.
  const isCallback = typeof address.parts[0] !== "string" && address.parts[0]?.[0] === "callback";
  if (!address.wholeBase || isCallback) return [];
  return [{ path, message: "must not begin with a setting: a customer could redirect the client secret" }];
}

function checkApply(
  path: ManifestPath,
  apply: ManifestApply | undefined,
  known: TemplateRoots,
): ManifestProblem[] {
  if (apply === undefined) return [];
  const basic = apply.basic === undefined ? [] : Object.entries(apply.basic);
  return [
    ...findHeaderProblems([...path, "headers"], apply.headers ?? {}, known),
    ...Object.entries(apply.query ?? {}).flatMap(([name, text]) =>
      findTemplateProblems([...path, "query", name], text, known),
    ),
    ...basic.flatMap(([name, text]) => findTemplateProblems([...path, "basic", name], text, known)),
  ];
}
