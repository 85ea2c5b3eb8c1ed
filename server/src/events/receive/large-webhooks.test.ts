import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { eventually } from "../../../test/test-server.ts";
import { buildWebhookPath, publishWebhook } from "./test-webhook.ts";

const MIB = 2 ** 20;
let server: ListeningServer;
let path: string;
let ofEvil: string;
beforeAll(async () => {
  server = await startListeningServer({ fileBytes: 2 * MIB });
  for (const account of ["acme", "evil"]) await server.account(account);
  const workflow = await publishWebhook(server);
  path = await buildWebhookPath(server, workflow);
  ofEvil = await buildWebhookPath(server, workflow, "evil");
});
afterAll(() => server.close());

interface Begun {
  readonly to?: string;
  /** How many bytes are sent; the body does not end with them. */
  readonly sent: number;
  /** The declared length; without one, the body is sent in chunks. */
  readonly length?: number;
}

/** Begins a request whose body does not end. */
async function begin({ to = path, sent, length }: Begun): Promise<Socket> {
  const socket = connect(Number(new URL(server.baseUrl).port), "127.0.0.1");
  const coding = length === undefined ? "transfer-encoding: chunked" : `content-length: ${length}`;
  socket.write(
    `POST ${to} HTTP/1.1\r\nhost: x\r\ncontent-type: image/png\r\nexpect: 100-continue\r\n${coding}\r\n\r\n`,
  );
  await once(socket, "data");
  const bytes = "x".repeat(sent);
  socket.write(length === undefined ? `${sent.toString(16)}\r\n${bytes}\r\n` : bytes);
  return socket;
}

const post = async (bytes: number, to = path) => {
  const body = new Uint8Array(bytes);
  const headers = { "content-type": "image/png" };
  return (await fetch(server.baseUrl + to, { method: "POST", headers, body })).status;
};

test("one customer's large bodies share a limit, smaller ones do not count, and those that break off make room", async () => {
  const small = await Promise.all(Array.from({ length: 8 }, () => begin({ sent: 1000 })));
  const announced = await Promise.all(
    Array.from({ length: 8 }, () => begin({ to: ofEvil, sent: 0, length: 2 * MIB })),
  );
  const large = await Promise.all(
    [2 * MIB, undefined].map((length) =>
      begin({ to: ofEvil, sent: 1_900_000, ...(length !== undefined && { length }) }),
    ),
  );
  await eventually(async () => (await post(1.5 * MIB, ofEvil)) === 503);
  expect(await post(MIB, ofEvil)).toBe(200);
  // Nobody else waits for it.
  expect(await Promise.all([1, 2].map(() => post(1.5 * MIB)))).toEqual([200, 200]);
  // One without a length is refused once it has become large.
  const refused = await begin({ to: ofEvil, sent: 1.5 * MIB });
  const [reply] = await once(refused, "data");
  expect(String(reply)).toMatch(/^HTTP\/1\.1 503 .*Too many large bodies at once/s);
  large[0]?.destroy();
  await eventually(async () => (await post(1.5 * MIB, ofEvil)) === 200);
  for (const socket of [...small, ...announced, ...large, refused]) socket.destroy();
});
