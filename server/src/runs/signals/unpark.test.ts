import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import {
  buildOAuthDefinition,
  type FakeProvider,
  startFakeProvider,
} from "../../apps/connections/fake-provider.ts";
import { findAccount } from "../../auth/guard.ts";
import { readRunRow, startTestRun, waitForRunEnd } from "../start/test-run.ts";
import { resumeNeedlessWaits } from "./unpark.ts";

let server: TestServer;
let provider: FakeProvider;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
  provider = await startFakeProvider();
});
afterAll(async () => {
  await provider.close();
  await server.close();
});

/** Adds the application, or changes how customers connect it: with a key of these fields. */
async function define(slug: string, fields: object[]) {
  const { auth: _oauth, ...definition } = buildOAuthDefinition(slug, provider.url);
  const key = fields.length > 0 ? "{{ credentials.key }}" : "open";
  const keybased = { fields, apply: { headers: { authorization: `Bearer ${key}` } } };
  await send("POST", "/api/v2/public/application", { ...definition, auth: { keybased } });
}

async function send(method: "POST" | "PUT", url: string, body: object, account?: string) {
  const reply = await server.request({ method, url, key: server.testKey, account, body });
  expect(reply.status, reply.text).toBe(200);
}

/** An execution of the account that waits for the application to be connected again. */
async function park(slug: string, accountId: string): Promise<string> {
  await server.account(accountId);
  provider.accepted.add("key");
  const url = `/api/v2/public/linked-account/integration/save-key-credentials/${slug}`;
  await send("PUT", url, { key: "key" }, accountId);
  provider.accepted.delete("key");
  const account = await findAccount(server.deps.database, server.test, accountId);
  if (account === undefined) throw new Error("The account is missing.");
  const nodes = [{ id: "write", type: "action", action: `${slug}/write`, data: { a: 1 } }];
  const id = await startTestRun(server, { scope: { ...server.test, account }, nodes });
  await eventually(async () => (await readRunRow(server, id)).parked_at !== null);
  return id;
}

test("an execution that waits for an application resumes when it needs no connection any more, and no other does", async () => {
  const fields = [{ name: "key", label: "Key" }];
  await define("opened", fields);
  await define("closed", fields);
  const opened = await park("opened", "acme");
  const closed = await park("closed", "acme");
  await resumeNeedlessWaits(server.deps);
  expect((await readRunRow(server, opened)).parked_slug).toBe("opened");
  provider.accepted.add("open");
  await define("opened", []);
  await resumeNeedlessWaits(server.deps);
  expect((await waitForRunEnd(server, opened)).status).toBe("COMPLETED");
  expect((await readRunRow(server, closed)).parked_slug).toBe("closed");
});
