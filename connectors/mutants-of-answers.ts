import type { Manifest } from "../server/src/apps/providers/manifest/schema/manifest-schema.ts";
import type { ManifestChange } from "./mutants.ts";

/** Mistakes in consent and token requests: addresses, scopes, separator, PKCE, client authentication, parameters. */
export function ofOAuth(oauth2: Manifest["auth"]["oauth2"]): ManifestChange[] {
  if (oauth2 === undefined) return [];
  const { scopes = [], pkce = true, client_auth = "post", scope_separator = " " } = oauth2;
  const addresses = (["authorize_url", "token_url", "revoke_url"] as const).filter((name) => oauth2[name]);
  return [
    ...addresses.map(
      (name): ManifestChange => ({ path: [name], what: "misspelt", to: (value) => `${value}x` }),
    ),
    ...(oauth2.revoke_url === undefined
      ? []
      : [{ path: ["revoke_url"], what: "left out", to: () => undefined }]),
    ...scopes.flatMap((scope, i): ManifestChange[] => [
      { path: ["scopes", i], what: `${scope} misspelt`, to: () => `${scope}x` },
      { path: ["scopes"], what: `${scope} left out`, to: () => scopes.filter((one) => one !== scope) },
    ]),
    ...(scopes.length < 2
      ? []
      : [{ path: ["scope_separator"], what: "another", to: () => (scope_separator === " " ? "," : " ") }]),
    { path: ["pkce"], what: String(!pkce), to: () => !pkce },
    { path: ["client_auth"], what: "the other", to: () => (client_auth === "post" ? "basic" : "post") },
    ...ofParameters("authorize_params", oauth2.authorize_params),
    ...ofParameters("token_params", oauth2.token_params),
    ...(oauth2.token_path === undefined
      ? []
      : [{ path: ["token_path"], what: "misspelt", to: () => `${oauth2.token_path}x` }]),
  ];
}

function ofParameters(member: string, parameters: Readonly<Record<string, string>> = {}): ManifestChange[] {
  return Object.keys(parameters).flatMap((name): ManifestChange[] => [
    { path: [member, name], what: "misspelt", rename: `${name}x` },
    { path: [member, name], what: "another value", to: (value) => `${value}x` },
  ]);
}

/** Mistakes in the error rules: a missing rule, a wrong status, path, value, code or wait. */
export function ofErrors(rules: Manifest["errors"] = []): ManifestChange[] {
  return rules.flatMap((rule, i): ManifestChange[] => {
    const path = ["errors", i];
    const { status = [], equals = [], contains = [], pattern, retry_after: wait } = rule;
    const places = (["header", "body"] as const).filter((name) => rule[name] !== undefined);
    const waits = (["header", "body"] as const).filter((name) => wait?.[name] !== undefined);
    return [
      { path: ["errors"], what: `rule ${i} left out`, to: () => rules.filter((one) => one !== rule) },
      ...status.map(
        (one, at): ManifestChange => ({ path: [...path, "status", at], what: `not ${one}`, to: () => 418 }),
      ),
      ...places.map(
        (name): ManifestChange => ({ path: [...path, name], what: "misspelt", to: (to) => `${to}x` }),
      ),
      ...equals.map(
        (one, at): ManifestChange => ({ path: [...path, "equals", at], what: `not ${one}`, to: () => "x" }),
      ),
      ...contains.map(
        (one, at): ManifestChange => ({
          path: [...path, "contains", at],
          what: `not ${one}`,
          to: () => `${one}x`,
        }),
      ),
      ...(pattern === undefined
        ? []
        : [{ path: [...path, "pattern"], what: "another", to: () => `(?:${pattern})x` }]),
      { path: [...path, "code"], what: "another", to: (code) => (code === "auth" ? "remote" : "auth") },
      ...waits.map(
        (name): ManifestChange => ({
          path: [...path, "retry_after", name],
          what: "misspelt",
          to: (to) => `${to}x`,
        }),
      ),
      ...(wait === undefined
        ? []
        : [{ path: [...path, "retry_after", "unit"], what: "another", to: otherUnit }]),
    ];
  });
}

// In seconds, a moment since 1970 would be read as one anyway.
const otherUnit = (unit: unknown) => (unit === "milliseconds" ? "seconds" : "milliseconds");
