import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListeningServer, startOwnListeningServer } from "../../server/test/listening-server.ts";
import type { Change } from "./changes.ts";
import { createServerClient, type ServerClient } from "./server-client.ts";

let server: ListeningServer;
let junctor: ServerClient;
// Functions that break the connections of the client.
const breaks: (() => void)[] = [];
beforeAll(async () => {
  server = await startOwnListeningServer();
  const breakable: typeof fetch = (input, init) => {
    const broken = new AbortController();
    breaks.push(() => broken.abort());
    const signal = init?.signal ? AbortSignal.any([init.signal, broken.signal]) : broken.signal;
    return fetch(input, { ...init, signal });
  };
  junctor = createServerClient({ baseUrl: server.baseUrl, apiKey: server.testKey, fetch: breakable });
});
afterAll(() => server.close());

async function happen(subject: string, kind: "execution" | "connection" = "execution"): Promise<void> {
  const row = {
    org_id: server.orgId,
    environment: "test" as const,
    kind,
    subject,
    status: "COMPLETED",
    at: new Date(),
    account_id: null,
    workflow_id: "w1",
    parent: null,
    name: "slack",
    applications: null,
    failing_application: null,
    duration_ms: 5,
  };
  await server.deps.db.insertInto("changes").values(row).execute();
}

test("changes arrive as they happen, across broken connections, until the loop ends", async () => {
  const heard: Change[] = [];
  let isOpen = false;
  const listening = (async () => {
    for await (const change of junctor.changes.listen({ kinds: ["execution"] })) {
      if (change.kind !== "reset" && change._id === "opening") isOpen = true;
      else heard.push(change);
      if (heard.length === 3) break;
    }
    return "left";
  })();
  // Changes before the stream is open are not reported.
  while (!isOpen) {
    await happen("opening");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await happen("second", "connection");
  await happen("third");
  await expect.poll(() => heard.length).toBe(1);
  breaks.at(-1)?.();
  await happen("fourth");
  await expect.poll(() => heard.length).toBe(2);
  await happen("fifth");
  expect(await listening).toBe("left");
  expect(heard.map((change) => change.kind !== "reset" && change._id)).toEqual(["third", "fourth", "fifth"]);
  expect(heard[0]).toMatchObject({ kind: "execution", status: "COMPLETED", workflow_id: "w1" });
});

test("resuming after the last received id delivers the changes in between", async () => {
  const ids: string[] = [];
  const onId = (id: string) => ids.push(id);
  const first = new AbortController();
  const listening = (async () => {
    for await (const _ of junctor.changes.listen({ onId, signal: first.signal }));
  })();
  await expect.poll(() => ids.length).toBeGreaterThan(0);
  first.abort();
  await listening;
  await happen("meanwhile");
  for await (const change of junctor.changes.listen({ after: ids.at(-1) ?? "" })) {
    expect(change).toMatchObject({ kind: "execution", _id: "meanwhile" });
    break;
  }
});

test("watching an execution delivers its progress", async () => {
  const triggers = [{ application: "Junctor", event: "API Call" }];
  const { _id: workflow } = await junctor.workflows.create({
    name: "Watched",
    nodes: [{ id: "start", type: "start", triggers }],
    edges: [],
  });
  await junctor.workflows.publish(workflow);
  await server.account("acme");
  const { body } = await server.request({
    method: "POST",
    url: `/api/v2/public/workflow/${workflow}/execute`,
    key: server.testKey,
    account: "acme",
    body: {},
  });
  const id = body.execution_id;
  for await (const change of junctor.changes.listen({ kinds: ["connection"], watch: [id] })) {
    expect(change).toMatchObject({ kind: "progress", _id: id, status: "RUNNING" });
    break;
  }
});

test("iteration ends without an error when its signal aborts", async () => {
  const closing = new AbortController();
  const listening = (async () => {
    for await (const _ of junctor.changes.listen({ signal: closing.signal }));
    return "ended";
  })();
  closing.abort();
  expect(await listening).toBe("ended");
});

test("iteration goes on after a server that has no room just now", async () => {
  let asked = 0;
  const answer: typeof fetch = async () =>
    asked++ === 0
      ? Response.json({ error_code: "RATE_LIMIT_EXCEEDED" }, { status: 429 })
      : new Response("event: reset\nid: 1\ndata: {}\n\n");
  const client = createServerClient({ baseUrl: server.baseUrl, apiKey: "k", fetch: answer });
  for await (const { kind } of client.changes.listen()) {
    expect(kind).toBe("reset");
    break;
  }
  expect(asked).toBe(2);
});

test("iteration with a wrong key fails", async () => {
  const stranger = createServerClient({ baseUrl: server.baseUrl, apiKey: "tk_of_nobody_at_all" });
  const listening = stranger.changes.listen()[Symbol.asyncIterator]();
  await expect(listening.next()).rejects.toMatchObject({ status: 401 });
});

test("statistics and the overview can be read", async () => {
  const { series } = await junctor.statistics.get({ subject: "executions", every: "day" });
  expect(series).toMatchObject([{ value: "", total: { count: expect.any(Number) } }]);
  expect(await junctor.statistics.overview()).toMatchObject({ connections: { expired: 0 } });
});
