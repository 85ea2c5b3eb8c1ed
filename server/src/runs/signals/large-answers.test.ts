import { afterAll, beforeAll, expect, test } from "vitest";
import {
  beginPost,
  type ListeningServer,
  postPicture,
  startListeningServer,
} from "../../../test/listening-server.ts";
import { eventually } from "../../../test/test-server.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { buildLinkPath } from "../approvals/test-asked.ts";
import { createTestAccount, startTestRun } from "../start/test-run.ts";

const MIB = 2 ** 20;
let server: ListeningServer;
beforeAll(async () => {
  server = await startListeningServer({ fileBytes: 2 * MIB });
});
afterAll(() => server.close());

/** The path to which a new execution of the account gets its answer. */
async function askFor(scope: AccountScope): Promise<string> {
  const nodes = [{ id: "paid", type: "wait_for_webhook" }];
  return buildLinkPath(server, "hook", await startTestRun(server, { nodes, scope }), "paid");
}

test("large answers share the limit of their execution's customer, and nobody else waits for them", async () => {
  const [evil, acme] = [await createTestAccount(server), await createTestAccount(server)];
  const held = await Promise.all(
    [1, 2].map(async () =>
      beginPost(server.baseUrl, await askFor(evil), { sent: 1_900_000, length: 2 * MIB }),
    ),
  );
  const post = async (scope: AccountScope) => postPicture(server.baseUrl + (await askFor(scope)), 1.5 * MIB);
  // Each has been read but for its last part, which is not yet in a chunk. A post before that could take a place.
  const chunks = server.deps.db.selectFrom("file_chunks").select("number");
  await eventually(async () => (await chunks.execute()).length === 6);
  expect(await post(evil)).toBe(503);
  expect(await post(acme)).toBe(200);
  for (const socket of held) socket.destroy();
  await eventually(async () => (await post(evil)) === 200);
});
