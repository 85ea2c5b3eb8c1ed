import { cpSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import ajvFormats from "ajv-formats";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { createTestFolder, type TestFolder } from "./test-configuration.ts";

const REPOSITORY = fileURLToPath(new URL("../../../../examples/configuration", import.meta.url));
const EXAMPLE = join(REPOSITORY, "junctor");
const NAMES = globSync("**/*.yaml", { cwd: EXAMPLE }).sort();
const variables = {
  HUBSPOT_CLIENT_ID: "client-of-the-shop",
  HUBSPOT_CLIENT_SECRET: "secret-of-the-shop-1234",
  SHOP_WEBHOOK_URL: "https://shop.example.com/webhooks/junctor",
};

let server: ListeningServer;
const folders: TestFolder[] = [];
beforeAll(async () => {
  server = await startListeningServer();
});
afterAll(() => server.close());
afterEach(async () => {
  for (const folder of folders.splice(0)) await folder.remove();
});

async function openFolder(): Promise<TestFolder> {
  const folder = await createTestFolder(server);
  folders.push(folder);
  return folder;
}

/** The data of all files, without values that stand for variables. */
function parseAll(files: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, parse(text)]));
}

const example = (): Record<string, unknown> =>
  parseAll(Object.fromEntries(NAMES.map((name) => [name, readFileSync(join(EXAMPLE, name), "utf8")])));

test("the example goes to test and production by the same files, and is what a pull writes", async () => {
  const folder = await openFolder();
  cpSync(EXAMPLE, folder.path, { recursive: true });

  const before = await folder.run("plan", { variables });
  expect([before.code, before.changes]).toEqual([2, []]);
  const applied = await folder.run("apply", { variables });
  expect(applied.code, applied.text).toBe(0);
  expect(await folder.run("apply", { variables })).toMatchObject({ code: 0, changes: [] });

  const pulled = await openFolder();
  await pulled.run("pull");
  // What production alone changes is not pulled with a test key.
  const { "organization.yaml": _shared, "redaction.yaml": redaction, ...own } = example();
  const { "redaction.yaml": redactionInTest, ...inTest } = parseAll(await pulled.readAll());
  const address = { webhook_url: variables.SHOP_WEBHOOK_URL };
  const client = { client_id: variables.HUBSPOT_CLIENT_ID };
  const withValues = {
    ...own,
    "webhooks/shop.yaml": { ...Object(own["webhooks/shop.yaml"]), ...address },
    "applications/hubspot.yaml": { ...Object(own["applications/hubspot.yaml"]), ...client },
  };
  expect(inTest).toEqual(withValues);
  expect(redactionInTest).toEqual({ ...Object(redaction), organization: undefined });

  const { body } = await server.request({ url: "/api/v2/public/workflow/order-total", key: server.testKey });
  await server.request({
    method: "PUT",
    url: `/api/v2/public/workflow/${body._id}`,
    key: server.testKey,
    body: { description: "Changed by hand" },
  });
  const publish = { method: "PUT", url: `/api/v2/public/workflow/${body._id}/publish` } as const;
  await server.request({ ...publish, key: server.testKey, body: { published: true } });
  const drifted = await folder.run("plan", { variables });
  expect([drifted.code, drifted.text]).toEqual([
    2,
    expect.stringContaining(
      'description: "Changed by hand" → "Adds up an order, with the tax of its country."',
    ),
  ]);
  expect((await folder.run("apply", { variables })).code).toBe(0);

  const key = server.productionKey;
  const promoted = await folder.run("apply", { key, variables });
  expect(promoted.code, promoted.text).toBe(0);
  expect(await folder.run("apply", { key, variables })).toMatchObject({ code: 0, changes: [] });
  const production = await openFolder();
  await production.run("pull", { key });
  const { "organization.yaml": shared, ...inProduction } = parseAll(await production.readAll());
  expect(inProduction).toEqual({ ...withValues, "redaction.yaml": redaction });
  expect(shared).toMatchObject(Object(example()["organization.yaml"]));
});

test("another installation gets the same by the same files", async () => {
  const folder = await openFolder();
  cpSync(EXAMPLE, folder.path, { recursive: true });
  const { productionKey } = await server.organization();
  const applied = await folder.run("apply", { key: productionKey, variables });
  expect(applied.code, applied.text).toBe(0);
  expect(await folder.run("apply", { key: productionKey, variables })).toMatchObject({
    code: 0,
    changes: [],
  });
});

test("each file fits the schema that it names", () => {
  const ajv = ajvFormats.default(new Ajv({ strict: false, allErrors: true }));
  for (const name of NAMES) {
    const text = readFileSync(join(EXAMPLE, name), "utf8");
    const schema = /^# yaml-language-server: \$schema=(\S+)$/m.exec(text)?.[1] ?? "none";
    const path = join(EXAMPLE, name, "..", schema);
    const validate = ajv.compile(JSON.parse(readFileSync(path, "utf8")));
    expect(validate(parse(text)), `${name}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    expect(validate({ ...parse(text), unheard_of: 1 }), name).toBe(false);
  }
});

test("the workflow of the repository passes on every variable that the files name", () => {
  const workflow = readFileSync(join(REPOSITORY, ".github/workflows/junctor.yaml"), "utf8");
  const texts = NAMES.map((name) => readFileSync(join(EXAMPLE, name), "utf8"));
  const named = new Set(texts.flatMap((text) => [...text.matchAll(/\$env: (\w+)/g)].map(([, name]) => name)));
  expect([...named].sort()).toEqual(Object.keys(variables).sort());
  const { env, jobs } = parse(workflow);
  const { tests: _needsNone, ...others } = jobs;
  for (const name of named) {
    expect(env.JUNCTOR_RUN).toContain(`--env ${name} `);
    for (const job of Object.values<{ env: object }>(others)) expect(job.env).toHaveProperty(String(name));
  }
});
