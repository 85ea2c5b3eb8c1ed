import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { eventually } from "../../../test/test-server.ts";
import { buildWebhookPath, publishWebhook } from "./test-webhook.ts";

const MIB = 2 ** 20;
let server: ListeningServer;
let path: string;
beforeAll(async () => {
  server = await startListeningServer({ fileBytes: 2 * MIB });
  await server.account("acme");
  path = await buildWebhookPath(server, await publishWebhook(server));
});
afterAll(() => server.close());

/** Begins a request with this length, or with chunks that have so many bytes, and does not end it. */
async function begin(bytes: number, isChunked = false): Promise<Socket> {
  const socket = connect(Number(new URL(server.baseUrl).port), "127.0.0.1");
  const length = isChunked ? "transfer-encoding: chunked" : `content-length: ${bytes}`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: image/png\r\nexpect: 100-continue\r\n${length}\r\n\r\n`,
  );
  await once(socket, "data");
  if (isChunked) socket.write(`${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`);
  return socket;
}

const post = async (bytes: number) => {
  const body = new Uint8Array(bytes);
  const headers = { "content-type": "image/png" };
  return (await fetch(server.baseUrl + path, { method: "POST", headers, body })).status;
};

test("large bodies share a limit, smaller ones do not count, and those that break off make room", async () => {
  const small = await Promise.all(Array.from({ length: 8 }, () => begin(1000, true)));
  const large = await Promise.all(Array.from({ length: 3 }, () => begin(2 * MIB)));
  expect(await post(1.5 * MIB)).toBe(200);
  large.push(await begin(2 * MIB));
  expect([await post(1.5 * MIB), await post(MIB)]).toEqual([503, 200]);
  // One without a length is refused once it has become large.
  const refused = await begin(1.5 * MIB, true);
  const [reply] = await once(refused, "data");
  expect(String(reply)).toContain("Too many large bodies at once");
  large[0]?.destroy();
  await eventually(async () => (await post(1.5 * MIB)) === 200);
  for (const socket of [...small, ...large, refused]) socket.destroy();
});
