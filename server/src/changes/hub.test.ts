import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startOwnServer, type TestServer } from "../../test/test-server.ts";
import { createId } from "../platform/id.ts";
import { openHub } from "./hub.ts";
import type { ChangeBatch } from "./read-log.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.close());

async function happen(): Promise<string> {
  const subject = createId();
  const row = {
    org_id: server.orgId,
    environment: "test" as const,
    kind: "execution" as const,
    subject,
    status: "COMPLETED",
    at: new Date(),
    account_id: null,
    workflow_id: null,
    parent: null,
    name: null,
    applications: null,
    failing_application: null,
    duration_ms: 5,
  };
  await server.deps.db.insertInto("changes").values(row).execute();
  return subject;
}

test("a listener that joins after the last one left hears nothing that happened in between", async () => {
  const hub = openHub(server.deps);
  const join = async () => {
    const heard: string[] = [];
    const onChanges = ({ changes }: ChangeBatch) => {
      heard.push(...changes.map(({ subject }) => subject));
    };
    const leave = hub.add({ scope: server.test, onChanges });
    await hub.position();
    return { heard, leave };
  };
  const first = await join();
  const before = await happen();
  await eventually(async () => first.heard.length === 1);
  first.leave();
  // While nobody listens, nothing is read, and there is no position.
  const soon = () => new Promise((resolve) => setImmediate(resolve, "none"));
  await eventually(async () => (await Promise.race([hub.position(), soon()])) === "none");
  await happen();
  const second = await join();
  const after = await happen();
  await eventually(async () => second.heard.length > 0);
  expect([first.heard, second.heard]).toEqual([[before], [after]]);
  await hub.close();
});
