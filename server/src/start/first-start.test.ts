import { expect, test } from "vitest";
import { testConfig } from "../../test/test-config.ts";
import { startTestServer } from "../../test/test-server.ts";
import { createFirstOrganization, describeStart } from "./first-start.ts";

test("the box shows the longest keys and folders unbroken, so that they can be copied", () => {
  const made = { test: `tk${"a".repeat(198)}`, production: `pk${"b".repeat(198)}` };
  const dataDir = `/${"very-long-folder/".repeat(8)}`;
  const text = describeStart(
    testConfig({ dataDir }),
    { url: "http://127.0.0.1:3000", metricsUrl: undefined },
    made,
  );
  for (const part of [made.production, `Test key        ${made.test}`, dataDir]) expect(text).toContain(part);
  const [, ...lines] = text.split("\n").filter((line) => line.startsWith("│"));
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
});

test("the box shows the dashboard's actual address, and a sign-in link while there is no operator", () => {
  const config = testConfig({ publicUrl: "http://127.0.0.1:0" });
  const text = describeStart(
    config,
    { url: "http://127.0.0.1:41234", metricsUrl: undefined },
    undefined,
    "the-token",
  );
  expect(text).toContain("Dashboard  http://127.0.0.1:41234/app ");
  expect(text).toContain("Sign in    http://127.0.0.1:41234/app/sign-in#the-token ");
  expect(text).toContain("works once");
});

test("with PORT=0 the box shows the assigned port", () => {
  const config = testConfig({ publicUrl: "http://127.0.0.1:0" });
  const text = describeStart(config, { url: "http://127.0.0.1:41234", metricsUrl: undefined }, undefined);
  expect(text).toContain("Junctor    http://127.0.0.1:41234");
  expect(text).not.toMatch(/:0\b|tk|curl/);
});

test("only the first start explains the accounts' rate limit and how to raise it", () => {
  const made = { test: "tk_a", production: "pk_b" };
  const limited = testConfig({ rateLimitPerMinute: 10 });
  const text = describeStart(limited, { url: "http://127.0.0.1:3000", metricsUrl: undefined }, made);
  expect(text).toContain("Each linked account may send 10 requests a minute");
  expect(text).toContain(
    `curl -X PUT http://127.0.0.1:3000/api/v2/public/organization \\\n  -H 'x-api-key: pk_b'`,
  );
  expect(text).toContain(`'{"rate_limits":{"requests":600}}'`);
  for (const quiet of [
    describeStart(limited, { url: "http://127.0.0.1:3000", metricsUrl: undefined }, undefined),
    describeStart(testConfig(), { url: "http://127.0.0.1:3000", metricsUrl: undefined }, made),
  ])
    expect(quiet).not.toContain("rate_limits");
});

test("keys from the environment are not printed; their variables are named instead", async () => {
  const given = { testApiKey: "tk_of_the_environment_1", productionApiKey: "pk_of_the_environment_1" };
  for (const [changes, made] of [
    [given, { test: undefined, production: undefined }],
    [{ testApiKey: given.testApiKey }, { test: undefined, production: expect.stringMatching(/^pk_/) }],
  ] as const) {
    const server = await startTestServer({ ...changes, rateLimitPerMinute: 10 });
    const first = await createFirstOrganization(server.deps);
    expect(first).toEqual(made);
    const text = describeStart(
      server.deps.config,
      { url: "http://127.0.0.1:3000", metricsUrl: undefined },
      first,
    );
    for (const key of Object.values(given)) expect(text).not.toContain(key);
    expect(text).toContain('"x-api-key: $JUNCTOR_TEST_API_KEY"');
    expect(text.includes("Production key")).toBe(first?.production !== undefined);
    const url = "/api/v2/public/organization";
    expect((await server.request({ url, key: given.testApiKey })).status).toBe(200);
    await server.close();
  }
});
