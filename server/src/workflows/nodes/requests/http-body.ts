import type { Deps } from "../../../deps.ts";
import { encodeFile, encodeMultipart } from "../../../files/encode-files.ts";
import { isFileValue } from "../../../files/file-value.ts";
import { readSentFiles } from "../../../files/sent-files.ts";
import type { Json } from "../../../platform/json/json.ts";
import type { NodeCall } from "../node.ts";

/** A request's body, and its content type unless a header says otherwise. */
export interface HttpBody {
  readonly content: string | Buffer;
  readonly type: string;
  /** The type must be sent as it is: it separates the parts. */
  readonly isFixed?: true;
}

type BodyDeps = Pick<Deps, "db" | "config">;

/** Bytes of a file, text unchanged, anything else as JSON; undefined for null. Throws `FileError`. */
export async function buildBody(
  { db, config }: BodyDeps,
  { scope }: Pick<NodeCall, "scope">,
  body: Json,
): Promise<HttpBody | undefined> {
  if (body === null) return undefined;
  if (typeof body === "string") return { content: body, type: "text/plain; charset=utf-8" };
  if (!isFileValue(body)) return { content: JSON.stringify(body), type: "application/json" };
  return encodeFile(body, await readSentFiles(db, scope, body, config.fileBytes));
}

/** A form of fields and files. Throws `FileError`. */
export async function buildMultipart(
  { db, config }: BodyDeps,
  { scope }: Pick<NodeCall, "scope">,
  parts: { [name: string]: Json },
): Promise<HttpBody> {
  const files = await readSentFiles(db, scope, parts, config.fileBytes);
  return { ...encodeMultipart(parts, files), isFixed: true };
}
