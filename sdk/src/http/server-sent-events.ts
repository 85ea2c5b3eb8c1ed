/** One block of a stream of server-sent events; a block without data only updates the id. */
export interface ServerSentEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string | undefined;
}

/** Reads server-sent events as our server writes them: lines end with a line feed, and data has one line. */
export async function* readEvents(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) yield readBlock(block);
  }
}

function readBlock(block: string): ServerSentEvent {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const [, name, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) fields.set(name, value);
  }
  return { event: fields.get("event") ?? "message", id: fields.get("id"), data: fields.get("data") };
}
