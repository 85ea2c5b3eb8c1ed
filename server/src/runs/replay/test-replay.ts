import { expect } from "vitest";
import type { TestReply, TestServer } from "../../../test/test-server.ts";
import { startTestRun, type TestRun, waitForRunEnd } from "../start/test-run.ts";

/** Asks for something to be done with an execution, as `rerun` and `replay` are. */
export function postRunCommand(
  server: TestServer,
  id: string,
  what: string,
  body?: unknown,
  key = server.testKey,
): Promise<TestReply> {
  return server.request({ method: "POST", url: `/api/v2/public/execution/${id}/${what}`, key, body });
}

/** The new execution, once it has ended. */
export async function replayToEnd(server: TestServer, id: string, body: unknown): Promise<TestReply["body"]> {
  const reply = await postRunCommand(server, id, "replay", body);
  expect(reply, reply.text).toMatchObject({ status: 200, body: { status: "success" } });
  return waitForRunEnd(server, reply.body.id);
}

/** An execution that has ended. */
export async function createEndedRun(server: TestServer, run: TestRun): Promise<string> {
  const id = await startTestRun(server, run);
  await waitForRunEnd(server, id);
  return id;
}

export const REPLAYS_URL = "/api/v2/public/execution/replay";

/** Who asks for a replay of many; the test environment's key unless a key or a token is named. */
export interface Asker {
  readonly key?: string;
  readonly token?: string;
  readonly account?: string;
}

/** Asks for a replay of all executions that a filter finds. */
export function postReplay(server: TestServer, body: unknown, asker: Asker = {}): Promise<TestReply> {
  return server.request({
    method: "POST",
    url: REPLAYS_URL,
    body,
    ...("token" in asker ? {} : { key: server.testKey }),
    ...asker,
  });
}

/** How far a replay of many is. */
export function readReplay(server: TestServer, id: string, key = server.testKey): Promise<TestReply> {
  return server.request({ url: `${REPLAYS_URL}/${id}`, key });
}
