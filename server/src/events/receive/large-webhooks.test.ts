import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type BegunBody,
  beginPost,
  type ListeningServer,
  postPicture,
  startListeningServer,
} from "../../../test/listening-server.ts";
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

const post = (bytes: number, to = path) => postPicture(server.baseUrl + to, bytes);
const begin = ({ to = path, ...body }: BegunBody & { readonly to?: string }) =>
  beginPost(server.baseUrl, to, body);

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
  // Each has been read but for its last part, which is not yet in a chunk.
  const chunks = server.deps.db.selectFrom("file_chunks").select("number");
  await eventually(async () => (await chunks.execute()).length === 6);
  expect(await post(1.5 * MIB, ofEvil)).toBe(503);
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
