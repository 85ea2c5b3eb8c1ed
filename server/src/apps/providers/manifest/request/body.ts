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
  if (request.form !== undefined) {
    const template = compileTemplate(request.form as Json);
    return (scope) => ({
      text: formText(template.render(scope)),
      type: "application/x-www-form-urlencoded",
    });
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
  return (scope) => ({ text: JSON.stringify(template.render(scope) ?? {}), type: "application/json" });
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
