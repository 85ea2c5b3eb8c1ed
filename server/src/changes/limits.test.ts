import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ListeningServer, startOwnListeningServer } from "../../test/listening-server.ts";
import { signInOperator } from "../../test/sign-in-operator.ts";
import { eventually, type TestOrganization } from "../../test/test-server.ts";
import { generateApiKey, insertApiKey } from "../auth/keys/keys.ts";
import { createId } from "../platform/id.ts";
import { EventWriter } from "./event-writer.ts";
import { readLastId } from "./read-log.ts";

const PATH = "/api/v2/public/changes";

let server: ListeningServer;
let own: TestOrganization;
beforeAll(async () => {
  server = await startOwnListeningServer();
  own = await server.organization();
});
afterAll(() => server.close());

/** Opens a stream without reading it. */
async function open(headers: Record<string, string>): Promise<IncomingMessage> {
  const request = get(`${server.baseUrl}${PATH}`, { headers, agent: false });
  const [reply] = (await once(request, "response")) as [IncomingMessage];
  reply.on("error", () => undefined);
  return reply;
}

const byKey = (key: string) => ({ "x-api-key": key });

async function makeKey(): Promise<string> {
  const { db, vault, clock } = server.deps;
  const key = generateApiKey("test");
  await insertApiKey(db, vault, own.test, key, clock.now());
  return key;
}

async function happen(count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => ({
    org_id: own.orgId,
    environment: "test" as const,
    kind: "execution" as const,
    subject: createId(),
    status: "COMPLETED",
    at: new Date(),
    account_id: null,
    workflow_id: null,
    parent: null,
    name: null,
    applications: null,
    failing_application: null,
    duration_ms: 5,
  }));
  await server.deps.db.insertInto("changes").values(rows).execute();
}

test("one key or operator may open 100 streams, an environment 250; other streams continue", async () => {
  const [key, other] = [await makeKey(), await makeKey()];
  const { headers } = await signInOperator({ ...server, orgId: own.orgId }, "viewer");
  const opened: IncomingMessage[] = [];
  const fill = async (count: number, credential: Record<string, string>) => {
    const replies = await Promise.all(Array.from({ length: count }, () => open(credential)));
    opened.push(...replies);
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  };
  const refusal = async (credential: Record<string, string>) => {
    const reply = await fetch(`${server.baseUrl}${PATH}`, { headers: credential });
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([429, "10"]);
    return (await reply.json()).message;
  };
  await fill(100, headers);
  expect(await refusal(headers)).toContain("100 streams open");
  await fill(100, byKey(key));
  expect(await refusal(byKey(key))).toContain("100 streams open");
  await fill(50, byKey(other));
  expect(await refusal(byKey(other))).toContain("250 streams open");
  for (const reply of opened) reply.destroy();
  await eventually(async () => {
    const again = await open(headers);
    again.destroy();
    return again.statusCode === 200;
  });
});

test("no position makes the server read more than one page of the log, whatever gaps it claims", async () => {
  await happen(2500);
  const end = await readLastId(server.deps.db);
  const whole = `${end - 2400}-${end - 1}`;
  const halves = `${end - 2400}-${end - 1200}.${end - 1199}-${end - 1}`;
  for (const gaps of [
    whole,
    halves,
    Array(20)
      .fill(`${end - 100}-${end - 1}`)
      .join("."),
  ]) {
    const reply = await open({ ...byKey(own.testKey), "last-event-id": `${end}~${gaps}` });
    let text = "";
    reply.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    await eventually(async () => text.includes("heartbeat"));
    expect(/event: \w+/.exec(text)?.[0], gaps).toBe("event: reset");
    reply.destroy();
  }
});

test("an ended stream waits only briefly for a reader that does not read", () => {
  vi.useFakeTimers();
  try {
    const writer = new EventWriter(undefined);
    writer.end();
    vi.advanceTimersByTime(9999);
    expect(writer.body.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(writer.body.destroyed).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test("a stream ends at its next heartbeat after its reader loses access", async () => {
  vi.useFakeTimers();
  try {
    const writer = new EventWriter(undefined);
    let position: string | undefined = "1";
    writer.beat(async () => position);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(writer.body.read()).toContain(": heartbeat");
    position = undefined;
    await vi.advanceTimersByTimeAsync(15_000);
    await Promise.all([once(writer.body, "end"), writer.body.resume()]);
  } finally {
    vi.useRealTimers();
  }
});
