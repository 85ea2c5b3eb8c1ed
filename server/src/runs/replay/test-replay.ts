import { expect } from "vitest";
import type { TestReply, TestServer } from "../../../test/test-server.ts";
import { runEnd, startTestRun, type TestRun } from "../test-run.ts";

/** Asks for something to be done with an execution, as `rerun` and `replay` are. */
export function post(
  server: TestServer,
  id: string,
  what: string,
  body?: unknown,
  key = server.testKey,
): Promise<TestReply> {
  return server.request({ method: "POST", url: `/api/v2/public/execution/${id}/${what}`, key, body });
}

/** The new execution, once it has ended. */
export async function replayed(server: TestServer, id: string, body: unknown): Promise<TestReply["body"]> {
  const reply = await post(server, id, "replay", body);
  expect(reply, reply.text).toMatchObject({ status: 200, body: { status: "success" } });
  return runEnd(server, reply.body.id);
}

/** An execution that has ended. */
export async function endedRun(server: TestServer, run: TestRun): Promise<string> {
  const id = await startTestRun(server, run);
  await runEnd(server, id);
  return id;
}
