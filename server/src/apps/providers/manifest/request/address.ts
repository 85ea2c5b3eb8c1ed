import { ConnectorError } from "../../../connector.ts";
import type { SettingChoices } from "../../../connector-auth.ts";
import { findValueAt, parseText, type TemplateScope, type TextPart, toText } from "./template.ts";

/** An address with placeholders such as `{{ settings.x }}`, safe to fill in with a customer's input. */
export interface AddressTemplate {
  readonly parts: readonly TextPart[];
  /** The address begins with a value, as for a self-hosted application. */
  readonly wholeBase: boolean;
  readonly choices: SettingChoices;
}

const SAFE_LABELS = /^[A-Za-z0-9][A-Za-z0-9-]*(\.[A-Za-z0-9][A-Za-z0-9-]*)*$/;
const SAFE_PIECE = /^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/;
const HTTP = /^https?:\/\//i;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
// What people copy from the address bar; a single word is probably a mistake.
const BARE_HOST = /^[\p{L}\p{N}][\p{L}\p{N}.-]*(?:\.[\p{L}\p{N}-]+|:\d+)/u;

/** Compiles an address; throws `TemplateError`. */
export function compileAddress(text: string, choices: SettingChoices = {}): AddressTemplate {
  const parts = parseText(text);
  return { parts, wholeBase: typeof parts[0] !== "string", choices };
}

/** What is wrong with the constant part of an address, or undefined. */
export function findTemplateProblem({ parts, wholeBase }: AddressTemplate): string | undefined {
  const sample = parts.map((part, i) => {
    if (typeof part === "string") return part;
    return i === 0 ? "https://sample.example" : "sample";
  });
  const text = sample.join("");
  if (!HTTP.test(text) || !URL.canParse(text)) return "must be an http or https address";
  if (wholeBase && typeof parts[1] === "string" && !/^[/?]/.test(parts[1])) {
    return "needs a slash after the setting it begins with";
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  return url.hash === "" ? undefined : "must not contain a fragment";
}

/**
 * Fills in an address. A value at the very start must be an http(s) address; a bare host is read as https. Any other
 * value must be a single plain label, so that no value can change the host, or one of the setting's choices, which may
 * be several labels: throws `ConnectorError` (`input`) naming the field.
 */
export function renderAddress({ parts, choices }: AddressTemplate, scope: TemplateScope): string {
  return parts
    .map((part, i) => {
      if (typeof part === "string") return part;
      const value = toText(findValueAt(scope, part)).trim();
      if (i === 0) return baseAddress(value, part);
      return isChoice(value, part, choices) ? value : label(value, part);
    })
    .join("");
}

/** Whether a text can be a single label of a host name. */
export function isHostLabel(text: string): boolean {
  return SAFE_PIECE.test(text);
}

/** Whether the application's definition itself offers this value. */
function isChoice(value: string, [root, field = ""]: readonly string[], choices: SettingChoices): boolean {
  if (root !== "settings" || !Object.hasOwn(choices, field)) return false;
  return choices[field]?.includes(value) === true && SAFE_LABELS.test(value);
}

function label(value: string, path: readonly string[]): string {
  if (isHostLabel(value)) return value;
  throw wrongValue(path, "label", "must be letters, digits and hyphens only");
}

function baseAddress(typed: string, path: readonly string[]): string {
  const refusal = wrongValue(
    path,
    "address",
    "must be an http or https address without a query, such as https://example.com",
  );
  const value = !SCHEME.test(typed) && BARE_HOST.test(typed) ? `https://${typed}` : typed;
  if (!HTTP.test(value) || !URL.canParse(value)) throw refusal;
  const url = new URL(value);
  if (url.username !== "" || url.password !== "") {
    throw wrongValue(path, "addressUser", "must not contain a user name or password");
  }
  if (url.search !== "" || url.hash !== "") throw refusal;
  return url.href.replace(/\/+$/, "");
}

function wrongValue(
  path: readonly string[],
  kind: "label" | "address" | "addressUser",
  what: string,
): ConnectorError {
  const field = path.at(-1) ?? "";
  return new ConnectorError("input", `${field} ${what}.`, { wrong: { field, reason: { kind } } });
}

/** Whether `host` (with its port unless the default one) is one of `allowed`; `*.example.com` matches any subdomain. */
export function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) =>
    entry.startsWith("*.") ? host.endsWith(entry.slice(1)) && host.length > entry.length - 1 : host === entry,
  );
}
