import { afterAll, beforeAll, expect, test } from "vitest";
import { saveApplicationFields } from "../../configs/application-field-store.ts";
import { connectDesk, startTestPortal, type TestPortal } from "../test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  portal.provider.accepted.add("good-key");
});
afterAll(() => portal.close());

async function openSettings(accountId: string, fieldType: string) {
  const { deps, test: scope } = portal.server;
  const fields = [{ id: "one", name: "One", field_type: fieldType, required: false }];
  await saveApplicationFields(deps.db, scope, "desk", { fields, now: deps.clock.now() });
  const { page } = await connectDesk(portal, accountId);
  return portal.get(page);
}

test("the script is admitted by its nonce alone, and kept for good under an address that changes with it", async () => {
  const { text, headers } = await openSettings("live", "rule_engine");
  const [, nonce, path = ""] = /<script nonce="([^"]+)" src="([^"]+)" defer><\/script>/.exec(text) ?? [];
  expect(headers["content-security-policy"]).toContain(`script-src 'nonce-${nonce}'; connect-src 'self';`);
  const script = await portal.get(path);
  expect(script.status).toBe(200);
  expect(script.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(script.headers["cache-control"]).toContain("immutable");
  const other = await portal.get(path.replace(/v=.*/, "v=other"));
  expect(other.headers["cache-control"]).toBe("no-cache");
});

test("a page whose choices depend on nothing has no script", async () => {
  const { text, headers } = await openSettings("still", "text");
  expect(text).toContain('name="app.one"');
  expect(text).not.toContain("<script");
  expect(headers["content-security-policy"]).not.toMatch(/script-src|connect-src/);
});
