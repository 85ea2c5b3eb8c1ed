import type { Json } from "../json/json.ts";
import { BODY_LIMIT_BYTES } from "./json-body.ts";
import { createFormParser, type FormPart, type PartHead } from "./multipart.ts";
import {
  type BodyHeaders,
  findDeclaredKind,
  isDataType,
  isMultipart,
  limitText,
  type ReceivedBodyRules,
  readBodyName,
  readForm,
} from "./received-body.ts";

/** Takes the bytes of one file while they arrive. */
export interface FileSink<Large> {
  write(chunk: Buffer): Promise<void>;
  /** The bytes of a small file, or what stands for those of a large one. */
  end(): Promise<Buffer | Large>;
  /** Deletes what was written. */
  abort(): Promise<void>;
}

/** The rules of a body whose files are written while they arrive. */
export interface LargeBodyRules<Large> extends Pick<ReceivedBodyRules<Large>, "keepFile" | "validate"> {
  /** At most `mostInMemory` bytes of the file stay in memory. */
  readonly createWriter: (mostInMemory: number) => FileSink<Large>;
}

// A form may have a thousand small files.
const MOST_IN_MEMORY = 4 * BODY_LIMIT_BYTES;

/**
 * What a body of more than 1 MiB says: a file, or a form with files. Throws as `readReceivedBody` does, which it agrees
 * with: whatever is data and no file is too large.
 */
export async function readLargeBody<Large>(
  body: AsyncIterable<Buffer>,
  headers: BodyHeaders,
  rules: LargeBodyRules<Large>,
): Promise<Json> {
  const { "content-type": contentType = "", "content-disposition": disposition = "" } = headers;
  if (isDataType(contentType) !== undefined) limitText(BODY_LIMIT_BYTES + 1);
  if (isMultipart(contentType)) {
    const value = readForm<Large>(await readParts(body, contentType, rules), rules.keepFile);
    rules.validate(value);
    return value;
  }
  const sink = createPartSink(rules.createWriter(BODY_LIMIT_BYTES), contentType);
  try {
    for await (const chunk of body) await sink.write(chunk);
    const { content, isText } = await sink.end();
    if (isText && findDeclaredKind(contentType) !== "media") limitText(BODY_LIMIT_BYTES + 1);
    return rules.keepFile({ name: readBodyName(disposition), contentType, content });
  } catch (error) {
    await sink.abort();
    throw error;
  }
}

async function readParts<Large>(
  body: AsyncIterable<Buffer>,
  contentType: string,
  { createWriter }: LargeBodyRules<Large>,
): Promise<FormPart<Buffer | Large>[]> {
  const parser = createFormParser(contentType);
  const parts: FormPart<Buffer | Large>[] = [];
  let inMemory = 0;
  let begun: { head: PartHead; sink: PartSink<Large> } | undefined;
  const take = async (events: ReturnType<typeof parser.push>) => {
    for (const event of events) {
      if (event.kind === "begin") {
        const left = Math.min(BODY_LIMIT_BYTES, MOST_IN_MEMORY - inMemory);
        begun = {
          head: event.head,
          sink: createPartSink(createWriter(Math.max(0, left)), event.head.contentType ?? ""),
        };
      } else if (event.kind === "bytes") await begun?.sink.write(event.bytes);
      else if (begun !== undefined) {
        const part = await endPart(begun);
        if (Buffer.isBuffer(part.content)) inMemory += part.content.length;
        parts.push(part);
        begun = undefined;
      }
    }
  };
  try {
    for await (const chunk of body) await take(parser.push(chunk));
    await take(parser.end());
    return parts;
  } catch (error) {
    await begun?.sink.abort();
    throw error;
  }
}

async function endPart<Large>({
  head,
  sink,
}: {
  head: PartHead;
  sink: PartSink<Large>;
}): Promise<FormPart<Buffer | Large>> {
  const { content, isText } = await sink.end();
  if (Buffer.isBuffer(content)) return { ...head, content };
  if (isText && head.fileName === undefined) limitText(BODY_LIMIT_BYTES + 1);
  return { ...head, contentType: head.contentType || (isText ? "text/plain" : undefined), content };
}

interface PartSink<Large> extends Omit<FileSink<Large>, "end"> {
  end(): Promise<{ readonly content: Buffer | Large; readonly isText: boolean }>;
}

/** Notices whether bytes are text, as `readReceivedBody` does: declared, or UTF-8 without a NUL. */
function createPartSink<Large>(sink: FileSink<Large>, contentType: string): PartSink<Large> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const isDeclared = findDeclaredKind(contentType) === "text";
  let isText = true;
  const check = (chunk?: Buffer) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isText = false;
    }
  };
  return {
    write: async (chunk) => {
      if (isText && chunk.includes(0)) isText = false;
      if (isText) check(chunk);
      await sink.write(chunk);
    },
    end: async () => {
      const content = await sink.end();
      if (isText) check();
      return { content, isText: isDeclared || isText };
    },
    abort: () => sink.abort(),
  };
}
