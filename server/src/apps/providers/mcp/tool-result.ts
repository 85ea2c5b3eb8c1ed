import type { CallToolResult } from "@modelcontextprotocol/client";
import { type NewFile, toFileName } from "../../../files/file-value.ts";
import { isObject, type Json } from "../../../platform/json/json.ts";
import type { ConnectorCall, JsonObject } from "../../connector.ts";

type Part = CallToolResult["content"][number];

/** The text of a result, without its other parts. */
export function toText({ content }: CallToolResult): string {
  return content
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("\n")
    .trim();
}

/**
 * The structured result if there is one, otherwise the text, otherwise all parts. Pictures, sound and embedded bytes
 * become files under `file` of their part; beside a structured result they are in its `files`.
 */
export async function toOutput(result: CallToolResult, saveFile: ConnectorCall["saveFile"]): Promise<Json> {
  const structured = result.structuredContent as Json | undefined; // it came as JSON
  const isText = result.content.every((part) => part.type === "text");
  if (structured === undefined && isText) return { text: toText(result) };
  const parts: Json[] = [];
  const files: Json[] = [];
  for (const part of result.content) {
    const bytes = readBytes(part);
    const file = bytes && (await saveFile?.(bytes));
    if (file !== undefined) files.push(file);
    parts.push(file === undefined ? (part as Json) : withFile(part as JsonObject, file)); // it came as JSON
  }
  if (structured === undefined) return { content: parts };
  const isFree = isObject(structured) && !Object.hasOwn(structured, "files");
  return isFree && files.length > 0 ? { ...structured, files } : structured;
}

function readBytes(part: Part): NewFile | undefined {
  if (part.type === "image" || part.type === "audio") {
    const { type, data, mimeType } = part;
    const [, ending = ""] = /^\w+\/(?:x-)?(\w{1,10})(?:;|$)/.exec(mimeType) ?? [];
    return toNewFile(`${type}${ending && `.${ending}`}`, mimeType, data);
  }
  if (part.type !== "resource" || !("blob" in part.resource)) return undefined;
  const { uri, mimeType = "", blob } = part.resource;
  return toNewFile(decodePath(uri), mimeType, blob);
}

function toNewFile(name: string, mimeType: string, base64: string): NewFile {
  const contentType = mimeType.trim() || "application/octet-stream";
  return { name: toFileName(name), contentType, content: Buffer.from(base64, "base64") };
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
