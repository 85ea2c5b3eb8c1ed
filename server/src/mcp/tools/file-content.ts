import type { CallToolResult } from "@modelcontextprotocol/server";
import type { AccountScope } from "../../auth/scope.ts";
import { isFileValue } from "../../files/file-value.ts";
import { findFileFacts, findFiles, type StoredFileFacts } from "../../files/store.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Json } from "../../platform/json/json.ts";
import { walkObjects } from "../../platform/json/walk-objects.ts";

type Content = CallToolResult["content"];

/** The resource under which an agent reads a file of its customer. */
export const FILES = "junctor://files";

const MOST_FILES = 20;
/** Of all pictures and sound in one result: larger ones are linked. */
const MOST_INLINE_BYTES = 1024 * 1024;
// What models take; they refuse other pictures, and with them the whole conversation.
const PICTURE = /^image\/(?:png|jpeg|gif|webp)$/;
const SOUND = /^audio\//;

/**
 * Adds the files that a result refers to: pictures and sound themselves, up to 1 MiB together, and links to the others
 * for clients that know them. Files of other accounts are not there.
 */
export async function addFileContent(
  db: Db,
  scope: AccountScope,
  result: CallToolResult,
  takesLinks: boolean,
): Promise<CallToolResult> {
  const ids = listFileIds(result);
  if (ids.length === 0) return result;
  const facts = await findFileFacts(db, scope, ids);
  const found = ids.flatMap((id) => facts.get(id) ?? []);
  const inline = chooseInline(found);
  const contents = await findFiles(db, scope, inline);
  const added = found.flatMap((file): Content => {
    const content = contents.get(file.id)?.content;
    if (!Buffer.isBuffer(content)) return takesLinks ? [toLink(file)] : [];
    const mimeType = toEssence(file.content_type);
    const type = PICTURE.test(mimeType) ? "image" : "audio";
    return [{ type, data: content.toString("base64"), mimeType }];
  });
  return { ...result, content: [...result.content, ...added] };
}

/** The text of a value has all of it, also where its structure is not given. */
function listFileIds({ content: [first], isError }: CallToolResult): string[] {
  if (isError || first?.type !== "text" || !first.text.includes('"$file"')) return [];
  const files = [...walkObjects(tryParse(first.text))].map((one) => one as Json).filter(isFileValue); // a part of JSON
  return [...new Set(files.map(({ $file }) => $file))].slice(0, MOST_FILES);
}

/** A first page is no JSON. */
function tryParse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function chooseInline(files: readonly StoredFileFacts[]): string[] {
  let left = MOST_INLINE_BYTES;
  return files.flatMap(({ id, content_type, size }) => {
    const type = toEssence(content_type);
    if (size === 0 || size > left || !(PICTURE.test(type) || SOUND.test(type))) return [];
    left -= size;
    return [id];
  });
}

function toLink({ id, name, content_type: mimeType, size }: StoredFileFacts): Content[number] {
  return { type: "resource_link", uri: `${FILES}/${id}`, name, mimeType, size };
}

function toEssence(contentType: string): string {
  const [essence = ""] = contentType.split(";");
  return essence.trim().toLowerCase();
}
