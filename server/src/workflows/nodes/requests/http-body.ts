import type { Deps } from "../../../deps.ts";
import { encodeFile, encodeMultipart } from "../../../files/encode-files.ts";
import { isFileValue } from "../../../files/file-value.ts";
import { readSentFiles } from "../../../files/sent-files.ts";
import type { Json } from "../../../platform/json/json.ts";
import type { StreamedBody } from "../../../platform/outbound/streamed-body.ts";
import type { NodeCall } from "../node.ts";

/** A request's body, and its content type unless a header says otherwise. */
export interface HttpBody {
  readonly content: string | Buffer | StreamedBody;
  readonly type: string;
  /** The type must be sent as it is: it separates the parts. */
  readonly isFixed?: true;
}

type BodyDeps = Pick<Deps, "db" | "config" | "objectStore">;

/** Bytes of a file, text unchanged, anything else as JSON; undefined for null. Throws `FileError`. */
export async function buildBody(
  deps: BodyDeps,
  { scope }: Pick<NodeCall, "scope">,
  body: Json,
): Promise<HttpBody | undefined> {
  if (body === null) return undefined;
  if (typeof body === "string") return { content: body, type: "text/plain; charset=utf-8" };
  if (!isFileValue(body)) return { content: JSON.stringify(body), type: "application/json" };
  return encodeFile(body, await readSentFiles(deps, scope, body));
}

/** A form of fields and files. Throws `FileError`. */
export async function buildMultipart(
  deps: BodyDeps,
  { scope }: Pick<NodeCall, "scope">,
  parts: { [name: string]: Json },
): Promise<HttpBody> {
  const files = await readSentFiles(deps, scope, parts);
  return { ...encodeMultipart(parts, files), isFixed: true };
}
