import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const PUBLIC = "/api/v2/public";

test("400: an account has at most 100 configs for an application", async () => {
  const token = await server.account("many-configs");
  const make = (config_id: string, slug = "stripe") =>
    server.request({ method: "POST", url: "/api/v2/f-sdk/config", token, body: { slug, config_id } });
  for (let index = 0; index < 100; index++) expect((await make(`config-${index}`)).status).toBe(200);
  expect(await make("one-more")).toMatchObject({
    status: 400,
    body: { message: "config_id: a linked account has at most 100 configs for an application." },
  });
  expect((await make("config-0")).status).toBe(200);
  expect((await make("one-more", "airtable")).status).toBe(200);
  const list = { url: `${PUBLIC}/slug/stripe/configs`, token };
  expect((await server.request(list)).body).toHaveLength(100);
});

test("concurrent calls create one config", async () => {
  const token = await server.account("many-calls");
  const request = { method: "POST", url: "/api/v2/f-sdk/config", token, body: { slug: "stripe" } } as const;
  const replies = await Promise.all(Array.from({ length: 8 }, () => server.request(request)));
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect((await server.request({ url: `${PUBLIC}/slug/stripe/configs`, token })).body).toHaveLength(1);
});

test("400: concurrent calls do not exceed 100 configs", async () => {
  const token = await server.account("crowd");
  const url = "/api/v2/f-sdk/config";
  const make = (index: number) =>
    server.request({ method: "POST", url, token, body: { slug: "stripe", config_id: `config-${index}` } });
  for (let index = 0; index < 95; index += 5)
    await Promise.all([0, 1, 2, 3, 4].map((more) => make(index + more)));
  const replies = await Promise.all(Array.from({ length: 15 }, (_, index) => make(95 + index)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(10);
  expect((await server.request({ url: `${PUBLIC}/slug/stripe/configs`, token })).body).toHaveLength(100);
});
