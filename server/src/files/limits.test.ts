import { expect, test } from "vitest";
import { useThirdParty } from "../runs/engine/test-third-party.ts";
import { createTestAccount, startTestRun, waitForRunEnd } from "../runs/start/test-run.ts";
import { type KeptFile, keepFile, requireFileRoom } from "./received-files.ts";
import { insertFile } from "./store.ts";

const MIB = 2 ** 20;
const { server, third } = useThirdParty({ fileBytes: 2 * MIB, accountFileBytes: 3 * MIB });
const get = () => [{ id: "get", type: "http", data: { url: third.url } }];
const answer = (bytes: number, type = "image/png") => {
  third.answer = () => ({ status: 200, headers: { "content-type": type }, body: Buffer.alloc(bytes, 0xff) });
};

test("a response may be as large as a file may, text may not", async () => {
  const scope = await createTestAccount(server);
  const cases: [number, string, object][] = [
    [2 * MIB, "image/png", { status: "COMPLETED" }],
    [2 * MIB + 1, "image/png", { execution_error: { code: "TOO_LARGE" } }],
    [MIB + 1, "text/plain", { execution_error: { code: "TOO_LARGE" } }],
    [MIB + 1, "application/json", { execution_error: { code: "TOO_LARGE" } }],
  ];
  for (const [bytes, type, end] of cases) {
    answer(bytes, type);
    const id = await startTestRun(server, { nodes: get(), scope });
    expect(await waitForRunEnd(server, id)).toMatchObject(end);
  }
});

test("an account's files have a limit of their own, in which small ones count 4 KiB", async () => {
  const [scope, other] = [await createTestAccount(server), await createTestAccount(server)];
  const run = async (bytes: number, owner = scope) => {
    answer(bytes);
    return waitForRunEnd(server, await startTestRun(server, { nodes: get(), scope: owner }));
  };
  const full = {
    execution_error: {
      code: "FILES_FULL",
      message: expect.stringContaining("The files of this customer have reached the limit of 3 MiB"),
    },
  };
  expect(await run(2 * MIB)).toMatchObject({ status: "COMPLETED" });
  expect(await run(1.5 * MIB)).toMatchObject(full);
  expect(await run(MIB - 4096)).toMatchObject({ status: "COMPLETED" });
  expect(await run(1)).toMatchObject({ status: "COMPLETED" });
  expect(await run(1)).toMatchObject(full);
  expect(await run(1, other)).toMatchObject({ status: "COMPLETED" });
});

test("no way of storing a file lets it exceed the limit of one file", async () => {
  const scope = await createTestAccount(server);
  const insert = (bytes: number) =>
    insertFile(
      server.deps.db,
      scope,
      { name: "a", contentType: "", content: Buffer.alloc(bytes) },
      { executionId: undefined, now: new Date(), limits: server.deps.config },
    );
  await expect(insert(2 * MIB + 1)).rejects.toMatchObject({ code: "FILE_TOO_LARGE" });
  expect(await insert(2 * MIB)).toMatchObject({ size: 2 * MIB });
});

test("the files of a request need room beside the account's, in which small ones count 4 KiB", async () => {
  const { db, config } = server.deps;
  const [scope, other] = [await createTestAccount(server), await createTestAccount(server)];
  const file = { name: "a", contentType: "", content: Buffer.alloc(1) };
  const kept: KeptFile[] = [];
  for (let n = 0; n < 2; n++) keepFile(kept, file);
  const require = (accountFileBytes: number) =>
    requireFileRoom({ ...server.deps, config: { ...config, accountFileBytes } }, db, scope, kept);
  const insert = (owner: typeof scope) =>
    insertFile(db, owner, file, { executionId: undefined, now: new Date(), limits: config });
  await insert(other);
  await require(2 * 4096);
  await expect(require(2 * 4096 - 1)).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  await insert(scope);
  await require(3 * 4096);
  await expect(require(3 * 4096 - 1)).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
});
