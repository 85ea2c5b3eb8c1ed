import { encodeFile, encodeMultipart } from "../../../../files/encode-files.ts";
import { isFileValue } from "../../../../files/file-value.ts";
import type { SentFiles } from "../../../../files/sent-files.ts";
import { isNumber, isObject, type Json } from "../../../../platform/json/json.ts";
import type { StreamedBody } from "../../../../platform/outbound/streamed-body.ts";
import type { ManifestRequest } from "../schema/schema-parts.ts";
import { compileTemplate, type TemplateScope, toText } from "./template.ts";

/** A request's body, and its content type unless a header overrides it. */
export interface RequestBody {
  content: string | Buffer | StreamedBody;
  type: string;
}

type BodyWriter = (scope: TemplateScope, files: SentFiles) => RequestBody | undefined;

/** Compiles the template of a request's body. */
export function compileBody(request: ManifestRequest): BodyWriter {
  if (request.file !== undefined) return compileFile(request.file);
  // Manifests are JSON, and so are their members.
  if (request.multipart !== undefined) return compileMultipart(request.multipart as Json, request);
  if (request.form !== undefined) {
    const template = compileTemplate(request.form as Json);
    return (scope) => {
      const value = template.render(scope);
      if (value === undefined && request.optional_body) return undefined;
      return { content: formText(value), type: "application/x-www-form-urlencoded" };
    };
  }
  if (request.text !== undefined) {
    const template = compileTemplate(request.text);
    return (scope) => {
      const value = template.render(scope);
      return value === undefined ? undefined : { content: toText(value), type: "text/plain; charset=utf-8" };
    };
  }
  if (request.json === undefined) return () => undefined;
  const template = compileTemplate(request.json as Json);
  return (scope) => {
    const value = template.render(scope);
    if (value === undefined && request.optional_body) return undefined;
    return { content: JSON.stringify(value ?? {}), type: "application/json" };
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

/** A form of texts and files. */
function compileMultipart(parts: Json, { optional_body: isOptional }: ManifestRequest): BodyWriter {
  const template = compileTemplate(parts);
  return (scope, files) => {
    const values = template.render(scope);
    if (values === undefined && isOptional) return undefined;
    return encodeMultipart(isObject(values) ? values : {}, files);
  };
}

/** A single file under its own content type; text is sent as it is. */
function compileFile(text: string): BodyWriter {
  const template = compileTemplate(text);
  return (scope, files) => {
    const value = template.render(scope);
    if (value === undefined || value === null) return undefined;
    if (isFileValue(value)) return encodeFile(value, files);
    return { content: toText(value), type: "application/octet-stream" };
  };
}
