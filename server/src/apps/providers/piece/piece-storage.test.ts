import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startOwnServer, type TestServer } from "../../../../test/test-server.ts";
import type { AccountScope } from "../../../auth/scope.ts";
import type { FileValue } from "../../../files/file-value.ts";
import { findFile, insertFile } from "../../../files/store.ts";
import type { Json } from "../../../platform/json/json.ts";
import {
  createTestAccount,
  insertTestVersion,
  startRunsOf,
  startTestRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../../../runs/start/test-run.ts";
import { installTestPiece } from "../../catalog/pieces/test-pieces.ts";

const FIXTURE = fileURLToPath(new URL("fixture/piece-lab", import.meta.url));
const KEY = "lab-key-of-a-customer";

let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer();
  server.work();
  await installTestPiece(server.deps, FIXTURE);
});
afterAll(async () => {
  await server.close();
});

/** An account that has connected the piece. */
async function connect(): Promise<AccountScope> {
  const scope = await createTestAccount(server);
  const token = await server.account(scope.account.accountId);
  const url = "/api/v2/app/piece-lab/save";
  const { status, text } = await server.request({
    method: "POST",
    url,
    token,
    body: { key: KEY, shop: "acme" },
  });
  if (status !== 200) throw new Error(text);
  return scope;
}

const node = (action: string, data: Record<string, Json>) => ({
  id: "call",
  type: "action",
  action: `piece-lab/${action}`,
  data,
});
const look = { id: "look", type: "transform", data: { output: "{{ node.call.body }}" } };
const run = async (scope: AccountScope, action: string, data: Record<string, Json>): Promise<Json> =>
  waitForRunResponse(server, await startTestRun(server, { nodes: [node(action, data), look], scope }));

describe("the store of a piece", () => {
  test("keeps values of the account over workflows and processes, and those of a workflow for it alone", async () => {
    const scope = await connect();
    const keep = { key: "count", scope: "COLLECTION", value: { n: 1 } };
    expect(await run(scope, "remember", keep)).toBeNull();
    server.deps.catalog.close();
    expect(await run(scope, "remember", { key: "count", scope: "COLLECTION" })).toEqual({ n: 1 });
    const nodes = [node("remember", { key: "count", value: 7 }), look];
    const workflow = await insertTestVersion(server, scope, { nodes });
    for (const before of [null, 7]) {
      const [id = ""] = await startRunsOf(server, scope, workflow, { inputs: [null] });
      expect(await waitForRunResponse(server, id)).toEqual(before);
    }
    expect(await run(scope, "remember", { key: "count" })).toBeNull();
    expect(await run(await connect(), "remember", { key: "count", scope: "COLLECTION" })).toBeNull();
    expect(await run(scope, "forget", { key: "count", scope: "COLLECTION" })).toBeNull();
    expect(await run(scope, "remember", { key: "count", scope: "COLLECTION" })).toBeNull();
  });

  test("refuses what is too large, in words that the piece passes on", async () => {
    const scope = await connect();
    const data = { key: "k".repeat(129), value: 1 };
    const id = await startTestRun(server, { nodes: [node("remember", data)], scope });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      execution_error: {
        code: "INPUT",
        message: "Lab: The name of a stored value has more than 128 characters.",
      },
    });
  });

  test("knows the execution and its workflow", async () => {
    const scope = await connect();
    const workflow = await insertTestVersion(server, scope, { nodes: [node("origin", {}), look] });
    const [id = ""] = await startRunsOf(server, scope, workflow, { inputs: [null] });
    expect(await waitForRunResponse(server, id)).toEqual([id, workflow.id]);
  });
});

describe("files", () => {
  const save = (scope: AccountScope, name: string, text: string): Promise<FileValue> =>
    insertFile(
      server.deps.db,
      scope,
      { name, contentType: "text/plain", content: Buffer.from(text) },
      { executionId: undefined, now: new Date(), limits: server.deps.config },
    );

  test("of the account are what the piece expects in its fields for files, also in lists", async () => {
    const scope = await connect();
    const [file, other] = [await save(scope, "é.csv", "a;b"), await save(scope, "README", "read")];
    expect(await run(scope, "take_files", { file, others: [{ file: other, note: "n" }] })).toEqual([
      { filename: "é.csv", extension: "csv", base64: "YTti", text: "a;b" },
      { filename: "README", extension: "", base64: "cmVhZA==", text: "read" },
    ]);
    const strangers = await save(await connect(), "x", "secret");
    const id = await startTestRun(server, { nodes: [node("take_files", { file: strangers })], scope });
    expect(await waitForRunEnd(server, id)).toMatchObject({ execution_error: { code: "FILE_NOT_FOUND" } });
    const text = await startTestRun(server, { nodes: [node("take_files", { file: "a;b" })], scope });
    expect(await waitForRunEnd(server, text)).toMatchObject({ execution_error: { code: "INPUT" } });
  });

  test("that a piece writes become file values wherever its result has them", async () => {
    const scope = await connect();
    const result = await run(scope, "make_file", { text: "report" });
    const { file } = result as { file: FileValue };
    expect(file).toEqual({
      $file: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: "a report.txt",
      content_type: "application/octet-stream",
      size: 6,
    });
    expect(result).toEqual({ file, list: [file], said: `not junctor-file:${file.$file}` });
    expect((await findFile(server.deps.db, scope, file.$file))?.content.toString()).toBe("report");
  });
});
