import { expect } from "vitest";
import type { TestReply, TestServer } from "../../../test/test-server.ts";
import { startTestRun, type TestRun, waitForRunEnd } from "../test-run.ts";

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
