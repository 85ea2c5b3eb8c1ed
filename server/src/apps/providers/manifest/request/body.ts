import { randomUUID } from "node:crypto";
import { isNumber, type Json } from "../../../../platform/json/json.ts";
import type { ManifestRequest } from "../schema/schema-parts.ts";
import { compileTemplate, type TemplateScope, toText } from "./template.ts";

/** A request's body, and its content type unless a header overrides it. */
export interface RequestBody {
  text: string;
  type: string;
}

/** Compiles the template of a request's body. */
export function compileBody(request: ManifestRequest): (scope: TemplateScope) => RequestBody | undefined {
  // Manifests are JSON, and so are their members.
  if (request.multipart !== undefined) return compileMultipart(request.multipart as Json, request);
  if (request.form !== undefined) {
    const template = compileTemplate(request.form as Json);
    return (scope) => {
      const value = template.render(scope);
      if (value === undefined && request.optional_body) return undefined;
      return { text: formText(value), type: "application/x-www-form-urlencoded" };
    };
  }
  if (request.text !== undefined) {
    const template = compileTemplate(request.text);
    return (scope) => {
      const value = template.render(scope);
      return value === undefined ? undefined : { text: toText(value), type: "text/plain; charset=utf-8" };
    };
  }
  if (request.json === undefined) return () => undefined;
  const template = compileTemplate(request.json as Json);
  return (scope) => {
    const value = template.render(scope);
    if (value === undefined && request.optional_body) return undefined;
    return { text: JSON.stringify(value ?? {}), type: "application/json" };
  };
}

/** Nested values become `a[b]=c` and `a[0]=c`, as vendors with form bodies document. */
function formText(value: Json | undefined): string {
  const form = new URLSearchParams();
  const add = (name: string, item: Json): void => {
    if (item === null) return;
    if (typeof item === "object" && !isNumber(item)) {
      for (const [key, member] of Object.entries(item)) add(name === "" ? key : `${name}[${key}]`, member);
    } else form.append(name, toText(item));
  };
  add("", value ?? {});
  return form.toString();
}

/** A form of text parts: a list repeats its name, and objects are sent as JSON. */
function compileMultipart(parts: Json, { optional_body: isOptional }: ManifestRequest) {
  const template = compileTemplate(parts);
  return (scope: TemplateScope): RequestBody | undefined => {
    const values = template.render(scope);
    if (values === undefined && isOptional) return undefined;
    const boundary = `junctor-${randomUUID()}`;
    const named = Object.entries((values ?? {}) as Record<string, Json>).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((item) => [name, item] as const),
    );
    const written = named.map(
      ([name, item]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n${toText(item)}\r\n`,
    );
    return {
      text: `${written.join("")}--${boundary}--\r\n`,
      type: `multipart/form-data; boundary=${boundary}`,
    };
  };
}

/** As browsers do. */
function escapeName(name: string): string {
  return name.replace(/["\r\n]/g, encodeURIComponent);
}
