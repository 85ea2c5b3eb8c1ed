import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { buildOAuthDefinition } from "../connections/fake-provider.ts";
import { saveCustomRow } from "./application-store.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ rateLimitPerMinute: 0 });
});
afterAll(() => server.close());

const add = (slug: string, key = server.testKey) =>
  server.request({
    method: "POST",
    url: "/api/v2/public/application",
    key,
    body: buildOAuthDefinition(slug, "https://own.example.com"),
  });

test("an organization has at most 2,000 own applications per environment, even with concurrent requests", async () => {
  const { db, clock } = server.deps;
  for (let i = 0; i < 1998; i++) {
    const own = { slug: `own-${i}`, provider: "manifest", definition: {}, now: clock.now() } as const;
    await saveCustomRow(db, server.test, own);
  }
  const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => add(`more-${i}`)));
  const refused = answers.filter(({ status }) => status === 400);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(refused).toHaveLength(4);
  expect(JSON.stringify(refused[0]?.body)).toContain("You already have 2,000 applications of your own");
  const { slug } = answers.find(({ status }) => status === 200)?.body ?? {};
  expect((await add(slug)).status).toBe(200);
  expect((await add("more-0", server.productionKey)).status).toBe(200);
});
