import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { findAccount } from "../../auth/guard.ts";
import { insertTestWorkflow } from "../../configs/test-workflow.ts";
import { findCallable, findWorkflowsNamed } from "./callable.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("the organization's alias takes precedence over an account's own, however many names are requested", async () => {
  const { deps, test: scope } = server;
  await server.account("acme");
  const account = await findAccount(deps.database, scope, "acme");
  if (!account) throw new Error("The account was not stored.");
  const acme = { ...scope, account };
  const shared = await insertTestWorkflow(deps, scope, { alias: "pay" });
  await insertTestWorkflow(deps, scope, { alias: "pay", account_id: account.id });
  const draft = await insertTestWorkflow(deps, scope, { alias: "later", published: false });
  const others = Array.from({ length: 70_000 }, (_, n) => `none-${n}`);
  const found = await findCallable(deps.db, acme, ["pay", ...others, shared, "later", "pay"]);
  expect(found.map(({ asked, id }) => [asked, id])).toEqual([
    ["pay", shared],
    [shared, shared],
    ["pay", shared],
  ]);
  const named = await findWorkflowsNamed(deps.db, acme, ["pay", ...others, shared, "later"]);
  expect(["pay", shared, "later", "none-1"].map((name) => named.get(name)?.id)).toEqual([
    ...[shared, shared, draft, undefined],
  ]);
});
