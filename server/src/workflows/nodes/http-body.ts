import { type FileValue, isFileValue } from "../../files/file-value.ts";
import { findFile, type StoredFile } from "../../files/store.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Json } from "../../platform/json/json.ts";
import type { NodeCall } from "./node.ts";

/** A request's body, and its content type unless a header says otherwise. */
export interface HttpBody {
  readonly content: string | Buffer;
  readonly type: string;
  /** The type must be sent as it is: it separates the parts. */
  readonly isFixed?: true;
}

/** A file that a body names is not there. */
export class MissingFileError extends Error {
  constructor({ $file }: FileValue) {
    super(`There is no file ${$file} of this customer: it may have been deleted with its execution.`);
  }
}

/** Bytes of a file, text unchanged, anything else as JSON; undefined for null. */
export async function buildBody(
  db: Db,
  call: Pick<NodeCall, "scope">,
  body: Json,
): Promise<HttpBody | undefined> {
  if (body === null) return undefined;
  if (typeof body === "string") return { content: body, type: "text/plain; charset=utf-8" };
  if (!isFileValue(body)) return { content: JSON.stringify(body), type: "application/json" };
  const { content, content_type: type } = await requireFile(db, call, body);
  return { content, type };
}

/** A form of fields and files (RFC 7578); a list repeats its name, and null leaves a part out. */
export async function buildMultipart(
  db: Db,
  call: Pick<NodeCall, "scope">,
  parts: { [name: string]: Json },
): Promise<HttpBody> {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts))
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part === null) continue;
      if (isFileValue(part)) {
        const file = await requireFile(db, call, part);
        const blob = new Blob([new Uint8Array(file.content)], { type: file.content_type });
        form.append(name, blob, typeof part.name === "string" ? part.name : file.name);
      } else form.append(name, typeof part === "object" ? JSON.stringify(part) : String(part));
    }
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "multipart/form-data";
  return { content: Buffer.from(await encoded.arrayBuffer()), type, isFixed: true };
}

async function requireFile(
  db: Db,
  { scope }: Pick<NodeCall, "scope">,
  value: FileValue,
): Promise<StoredFile> {
  const file = await findFile(db, scope, value.$file);
  if (file === undefined) throw new MissingFileError(value);
  return file;
}
