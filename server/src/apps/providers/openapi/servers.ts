import { isObject, type Json } from "../../../platform/json/json.ts";
import type { JsonObject } from "../../connector.ts";
import type { ManifestField } from "../manifest/schema/auth-schema.ts";
import type { OpenApiDocument } from "./document.ts";
import { toList, toObject, toShortText } from "./read-json.ts";

/** Where requests go: the base address of a manifest, and the settings that customers fill in for it. */
export interface ServerBase {
  base_url: string;
  settings: ManifestField[];
}

const LABEL = /^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/;
const WHOLE = /^(https?|\{[^{}]+\}):\/\/\{([^{}]+)\}(:(?:\d+|\{[^{}]+\}))?(?=\/|$)/i;
const PLACE = /\{([^{}]+)\}/g;

/** Where the document comes from, and where its requests should go. */
export interface DocumentOrigin {
  /** The address that it was fetched from. */
  documentUrl?: string;
  /** The caller's address, which replaces the document's servers. */
  baseUrl?: string;
}

/** A parsed server, with warnings about what is not supported. */
interface ReadServer extends ServerBase {
  hasNoHost?: true;
  warnings: string[];
}

/** The base address of a document: its first https server, or a setting if it names none. */
export function readBase(document: OpenApiDocument, { documentUrl, baseUrl }: DocumentOrigin): ServerBase {
  if (baseUrl !== undefined) return { base_url: baseUrl.replace(/\/+$/, ""), settings: [] };
  const servers = toList(document.root.servers).filter(isObject);
  const all = (servers.length > 0 ? servers : [{ url: "/" }]).flatMap(
    (server) => readServer(server, documentUrl) ?? [],
  );
  const hosted = all.filter(({ hasNoHost }) => !hasNoHost);
  const best =
    hosted.find(({ base_url }) => !/^http:/i.test(base_url)) ?? hosted[0] ?? all[0] ?? withoutHost("/");
  const { base_url, settings, warnings } = best;
  for (const warning of warnings) document.warn(warning);
  return { base_url, settings };
}

/** The address of a server that needs nothing from the customer; undefined for others. */
export function findFixedServer(
  declared: Json | undefined,
  documentUrl: string | undefined,
): string | undefined {
  const [server] = toList(declared).filter(isObject);
  const base = server && readServer(server, documentUrl);
  return base?.settings.length === 0 ? base.base_url : undefined;
}

function readServer(server: JsonObject, documentUrl: string | undefined): ReadServer | undefined {
  const text = toShortText(server.url, 1500);
  if (text === undefined) return undefined;
  const variables = toObject(server.variables);
  const settings: ManifestField[] = [];
  const warnings: string[] = [];
  const authority = WHOLE.exec(text);
  // A customer's host is asked for as a whole address: a label could not contain its dots.
  const whole = authority ?? /^\{([^{}]+)\}(?=\/|$)/.exec(text);
  const rest = whole === null ? text : text.slice(whole[0].length);
  const filled = rest.replace(PLACE, (_all, name: string) => {
    const { field, value, lost } = readVariable(name, toObject(variables[name]));
    if (lost) warnings.push(`The server's variable ${name} cannot be chosen: it is always "${value}".`);
    if (field === undefined) return value;
    if (!settings.some((setting) => setting.name === field.name)) settings.push(field);
    return `{{ settings.${field.name} }}`;
  });
  if (whole !== null) {
    const { field, warning } = wholeBase(authority, whole[1] ?? "url", variables);
    if (warning !== undefined) warnings.push(warning);
    return {
      base_url: `{{ settings.${field.name} }}${filled.replace(/\/+$/, "")}`,
      settings: [field, ...settings],
      warnings,
    };
  }
  const address = absolute(filled, documentUrl);
  if (address !== undefined) return { base_url: address, settings, warnings };
  if (documentUrl !== undefined || /^[a-z][a-z0-9+.-]*:/i.test(filled)) return undefined;
  const base = withoutHost(filled, text);
  return { ...base, settings: [...base.settings, ...settings], warnings: [...warnings, ...base.warnings] };
}

/** A server of which only the path is known; `named` is its name in the document. */
function withoutHost(path: string, named = path): ReadServer {
  const kept = path
    .replace(/[?#].*$/, "")
    .replace(/^(\.?\/)*/, "/")
    .replace(/\/+$/, "");
  const where = kept === "" ? "The document" : `The server ${named.slice(0, 200)}`;
  return {
    hasNoHost: true,
    base_url: `{{ settings.url }}${kept}`,
    settings: [askForBase("url", "https://api.example.com")],
    warnings: [
      `${where} has no host, so customers enter the address. Set the base URL if it is the same for all of them.`,
    ],
  };
}

/** The field for an address that a server leaves to the customer; its default is the document's. */
function wholeBase(
  authority: RegExpExecArray | null,
  only: string,
  variables: JsonObject,
): { field: ManifestField; warning?: string } {
  const [, scheme = "https", host = only, port = ""] = authority ?? [];
  const usualOf = (name: string) => toShortText(toObject(variables[name]).default, 150);
  const fill = (text: string) => text.replace(PLACE, (_all, name: string) => usualOf(name) ?? "");
  const start = /^https?$/i.test(fill(scheme)) ? fill(scheme) : "https";
  const end = fill(port).replace(/^:$/, "");
  const whole = (value: string) => (/^https?:/i.test(value) ? value : `${start}://${value}${end}`);
  const usual = usualOf(host);
  const field = askForBase(host, usual === undefined ? "https://api.example.com" : whole(usual));
  if (usual !== undefined && URL.canParse(whole(usual))) field.default = whole(usual);
  const choices = toList(toObject(variables[host]).enum).flatMap((value) => toShortText(value, 150) ?? []);
  if (choices.length > 0) {
    if (usual !== undefined && !choices.includes(usual)) delete field.default;
    field.type = "select";
    field.options = choices.slice(0, 200).map((value) => ({ name: value, value: whole(value) }));
    return { field };
  }
  if (end === "") return { field };
  return { field, warning: `Customers enter the server's port ${end.slice(1)} as part of the address.` };
}

function absolute(text: string, documentUrl: string | undefined): string | undefined {
  if (/^https?:\/\//i.test(text)) return text.replace(/[?#].*$/, "").replace(/\/+$/, "");
  if (documentUrl === undefined || text.includes("{{") || !URL.canParse(text, documentUrl)) return undefined;
  const url = new URL(text, documentUrl);
  return /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}`.replace(/\/+$/, "") : undefined;
}

function askForBase(name: string, placeholder: string): ManifestField {
  return {
    name: toFieldName(name),
    label: "Address",
    type: "text",
    placeholder: placeholder.slice(0, 200),
    help_text: "Where the application runs, such as https://example.com.",
  };
}

/** Reads a variable that customers choose, or its value if it is the same for all of them. */
function readVariable(
  name: string,
  variable: JsonObject,
): { field?: ManifestField; value: string; lost?: boolean } {
  const usual = typeof variable.default === "string" ? variable.default : "";
  const choices = toList(variable.enum).filter((value) => typeof value === "string" && LABEL.test(value));
  const isFixed =
    /port|scheme|protocol/i.test(name) || choices.length === 1 || !(usual === "" || LABEL.test(usual));
  if (isFixed) {
    if (/scheme|protocol/i.test(name)) return { value: "https" };
    return { value: usual, lost: toList(variable.enum).length > 1 };
  }
  const field: ManifestField = {
    name: toFieldName(name),
    label: name.slice(0, 200),
    type: choices.length > 0 ? "select" : "text",
    help_text: toShortText(variable.description),
  };
  if (usual !== "" && (choices.length === 0 || choices.includes(usual))) field.default = usual;
  if (choices.length > 0)
    field.options = choices.slice(0, 200).map((value) => ({ name: `${value}`, value: `${value}` }));
  return { field, value: "" };
}

/** A valid name for a field of a manifest. */
export function toFieldName(wanted: string): string {
  const name = wanted
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 64);
  return name === "" ? "value" : name;
}
