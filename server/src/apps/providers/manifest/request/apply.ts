import { CLIENT_HEADERS } from "../../../../platform/outbound/request-head.ts";
import { ConnectorError } from "../../../connector.ts";
import type { ManifestApply, ManifestKeyWay } from "../schema/auth-schema.ts";
import { HEADER_NAME, toHeaderValue } from "./header.ts";
import { compileTemplate, findValueAt, type TemplateScope, toText, type ValueTemplate } from "./template.ts";

/** A credential in the form that one request carries; header names are lower case. */
export interface AppliedCredential {
  headers: Record<string, string>;
  query: [string, string][];
}

/** Returns what a request carries for a credential; leaves out what refers to an empty value. */
export type CredentialApplier = (scope: TemplateScope) => AppliedCredential;

/** Compiles the templates that place a credential. */
export function compileCredentialApplier(apply: ManifestApply): CredentialApplier {
  const headers = Object.entries(apply.headers ?? {}).map(
    ([name, text]) => [compileTemplate(name), compileTemplate(text)] as const,
  );
  const query = Object.entries(apply.query ?? {}).map(
    ([name, text]) => [name, compileTemplate(text)] as const,
  );
  const basic = apply.basic && {
    username: compileTemplate(apply.basic.username),
    password: compileTemplate(apply.basic.password),
  };
  return (scope) => {
    const sent = headers
      .filter(([name, value]) => isGiven(name, scope) && isGiven(value, scope))
      .map(([name, value]) => header(toText(name.render(scope)), toText(value.render(scope))));
    if (basic !== undefined && isGiven(basic.username, scope)) {
      sent.push(["authorization", basicValue(basic, scope)]);
    }
    return {
      headers: Object.fromEntries(sent),
      query: query
        .filter(([, value]) => isGiven(value, scope))
        .map(([name, value]) => [name, toText(value.render(scope))]),
    };
  };
}

function isGiven(template: ValueTemplate, scope: TemplateScope): boolean {
  return template.paths.every((path) => toText(findValueAt(scope, path)) !== "");
}

function header(name: string, value: string): [string, string] {
  const lower = name.toLowerCase();
  if (!HEADER_NAME.test(lower) || CLIENT_HEADERS.includes(lower)) {
    throw new ConnectorError("input", "The connection names a header that is invalid or must not be set.");
  }
  return [lower, toHeaderValue(lower, value)];
}

function basicValue(
  { username, password }: { username: ValueTemplate; password: ValueTemplate },
  scope: TemplateScope,
) {
  const pair = `${toText(username.render(scope))}:${toText(password.render(scope))}`;
  return `Basic ${Buffer.from(pair, "utf8").toString("base64")}`;
}

/**
 * Sends each way whose fields are all filled in, because an API may ask for one with some requests and for another with
 * others; the first counts where two would set the same header or parameter.
 */
export function compileAlternatives(ways: readonly ManifestKeyWay[]): CredentialApplier {
  const compiled = ways.map(({ needs, apply }) => ({ needs, applyWay: compileCredentialApplier(apply) }));
  return (scope) => {
    const result: AppliedCredential = { headers: {}, query: [] };
    for (const { needs, applyWay } of compiled) {
      if (!needs.every((name) => toText(findValueAt(scope, ["credentials", name])) !== "")) continue;
      const { headers, query } = applyWay(scope);
      result.headers = { ...headers, ...result.headers };
      const taken = result.query.map(([name]) => name);
      result.query.push(...query.filter(([name]) => !taken.includes(name)));
    }
    return result;
  };
}
