import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { collectGarbage } from "../../platform/memory/collect-garbage.ts";
import type { Connector } from "../connector.ts";
import { findApplication } from "./application.ts";
import { buildThingsDefinition } from "./test-things-api.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ rateLimitPerMinute: 0 });
});
afterAll(() => server.close());

/** Saves the application anew and uses it; what was made of it, without holding it. */
async function saveAndUse(): Promise<WeakRef<Connector>> {
  const body = buildThingsDefinition("things", "https://things.example");
  const key = server.testKey;
  const reply = await server.request({ method: "POST", url: "/api/v2/public/application", key, body });
  expect(reply.status, reply.text).toBe(200);
  const application = await findApplication(server.deps, server.test, "things");
  return new WeakRef(application?.connector as Connector);
}

test("an application that is saved repeatedly keeps only its newest revision in memory", async () => {
  const made: WeakRef<Connector>[] = [];
  for (let round = 0; round < 5; round++) made.push(await saveAndUse());
  await nextTurn();
  collectGarbage();
  expect(made.map((one) => one.deref() !== undefined)).toEqual([false, false, false, false, true]);
  const again = await findApplication(server.deps, server.test, "things");
  expect(made.at(-1)?.deref()).toBe(again?.connector);
});
