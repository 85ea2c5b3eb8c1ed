import type { Static } from "typebox";
import type { ChangeEvent } from "./present-change.ts";

/** An event as received. */
export interface HeardEvent {
  event: string;
  id: string | undefined;
  data: Static<typeof ChangeEvent>;
}

/** A listener on a stream of events. */
export interface TestStreamReader {
  readonly status: number;
  readonly headers: Headers;
  readonly heard: HeardEvent[];
  /** The id that a browser would resume with. */
  lastId: string;
  isOver: boolean;
  close(): void;
}

/** Listens to a stream as a browser does, until closed. */
export async function startListening(
  url: string,
  headers: Record<string, string>,
): Promise<TestStreamReader> {
  const closing = new AbortController();
  const reply = await fetch(url, { headers, signal: closing.signal });
  const reader: TestStreamReader = {
    status: reply.status,
    headers: reply.headers,
    heard: [],
    lastId: "",
    isOver: false,
    close: () => closing.abort(),
  };
  const read = async () => {
    let text = "";
    const chunks = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done = true, value } = (await chunks?.read()) ?? {};
      if (done) return;
      text += value;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) take(reader, block);
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      reader.isOver = true;
    });
  return reader;
}

function take(reader: TestStreamReader, block: string): void {
  const fields = new Map(block.split("\n").map((line) => [line.split(": ")[0], line.replace(/^\w*: /, "")]));
  const id = fields.get("id");
  if (id !== undefined) reader.lastId = id;
  const data = fields.get("data");
  if (data !== undefined) reader.heard.push({ event: fields.get("event") ?? "", id, data: JSON.parse(data) });
}
