import { type NewFile, toContentType, toFileName } from "../../../files/file-value.ts";
import { isObject, type Json } from "../../../platform/json/json.ts";
import type { ConnectorCall, JsonObject } from "../../connector.ts";

/** What a tool returned, with parts that this server need not know. */
export type ToolResult = JsonObject & { content: JsonObject[]; structuredContent?: Json; isError?: boolean };

/** Whether a result is one of a tool that has ended, such as not a question of the server. */
export function isToolResult(result: Json | undefined): result is ToolResult {
  return isObject(result) && Array.isArray(result.content) && result.content.every(isObject);
}

/** The text of a result, without its other parts. */
export function toText({ content }: ToolResult): string {
  return content
    .map(({ type, text }) => (type === "text" && typeof text === "string" ? text : ""))
    .join("\n")
    .trim();
}

/**
 * The structured result if there is one, otherwise the text, otherwise all parts. Pictures, sound and embedded bytes
 * become files under `file` of their part; beside a structured result they are in its `files`.
 */
export async function toOutput(result: ToolResult, saveFile: ConnectorCall["saveFile"]): Promise<Json> {
  const structured = result.structuredContent;
  const isText = result.content.every((part) => part.type === "text");
  if (structured === undefined && isText) return { text: toText(result) };
  const parts: Json[] = [];
  const files: Json[] = [];
  for (const part of result.content) {
    const bytes = readBytes(part);
    const file = bytes && (await saveFile?.(bytes));
    if (file !== undefined) files.push(file);
    parts.push(file === undefined ? part : withFile(part, file));
  }
  if (structured === undefined) return { content: parts };
  const isFree = isObject(structured) && !Object.hasOwn(structured, "files");
  return isFree && files.length > 0 ? { ...structured, files } : structured;
}

function readBytes({ type, data, mimeType, resource }: JsonObject): NewFile | undefined {
  if (type === "image" || type === "audio") {
    const [, ending = ""] = /^\w+\/(?:x-)?(\w{1,10})(?:;|$)/.exec(readText(mimeType)) ?? [];
    return toNewFile(`${type}${ending && `.${ending}`}`, mimeType, data);
  }
  if (type !== "resource" || !isObject(resource)) return undefined;
  return toNewFile(decodePath(readText(resource.uri)), resource.mimeType, resource.blob);
}

function readText(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Undefined for what is not base64, such as a `data:` URL: that is not the bytes that the server meant. */
function toNewFile(name: string, mimeType: Json | undefined, text: Json | undefined): NewFile | undefined {
  if (typeof text !== "string") return undefined;
  const base64 = text.replace(/\s+/g, "");
  if (!/^[\w+/-]*={0,2}$/.test(base64) || base64.replace(/=+$/, "").length % 4 === 1) return undefined;
  const content = Buffer.from(base64, "base64");
  return { name: toFileName(name), contentType: toContentType(readText(mimeType)), content };
}

function decodePath(uri: string): string {
  const path = uri.replace(/[?#].*$/s, "").replace(/^[^/]*:\/\/[^/]*$/s, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // not UTF-8
  }
}

/** A part with a file in place of its bytes. */
function withFile({ data: _data, ...part }: JsonObject, file: Json): Json {
  if (!isObject(part.resource)) return { ...part, file };
  const { blob: _blob, ...resource } = part.resource;
  return { ...part, resource: { ...resource, file } };
}
