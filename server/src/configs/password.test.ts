import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { VaultError } from "../platform/vault.ts";
import { decryptSettings, encryptSetting } from "../runs/settings/secret-settings.ts";
import { MASK } from "./password.ts";

const PUBLIC = "/api/v2/public";
const PASSWORD = "correct horse battery staple";

let server: TestServer;
let workflow: string;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
  workflow = await publish([
    { id: "token", name: "Token", field_type: "password", required: true },
    { id: "region", name: "Region", field_type: "text" },
  ]);
});
afterAll(() => server.close());

async function send(method: "GET" | "POST" | "PUT", path: string, body?: unknown, account?: string) {
  const headers = { sync_execution: "true" };
  return server.request({ method, url: PUBLIC + path, key: server.testKey, account, body, headers });
}

/** A published workflow that returns what it sees of its config. */
async function publish(data_slots: object[]): Promise<string> {
  const made = await send("POST", "/workflow", {
    name: "Asks for a password",
    slug: "stripe",
    data_slots,
    nodes: [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
      {
        id: "code",
        type: "ai_code_executor",
        data: { code: `return [config.token?.length === ${PASSWORD.length}, config.region ?? null]` },
      },
    ],
    edges: [{ source: "start", target: "code" }],
  });
  await send("PUT", `/workflow/${made.body._id}/publish`, { published: true });
  return made.body._id;
}

async function save(account: string, fields: object) {
  const workflows = [{ id: workflow, enabled: true, fields }];
  return send("POST", "/config", { slug: "stripe", workflows }, account);
}

function values(reply: Awaited<ReturnType<typeof save>>): unknown {
  const [one] = reply.body.workflows.filter(({ id }: { id: string }) => id === workflow);
  return one.fields.map((field: { value?: unknown }) => field.value);
}

async function run(account: string): Promise<unknown> {
  return (await send("POST", `/workflow/${workflow}/execute`, {}, account)).body.return_value;
}

describe("the value of a password field", () => {
  test("is shown masked, stored encrypted, also in executions, and readable by steps only", async () => {
    await server.account("one");
    const reply = await save("one", { token: PASSWORD, region: "eu" });
    expect(values(reply)).toEqual([MASK, "eu"]);
    expect(values(await send("GET", "/slug/stripe/config", undefined, "one"))).toEqual([MASK, "eu"]);
    expect(await run("one")).toEqual([true, "eu"]);
    for (const table of ["configs", "config_workflows", "runs", "run_steps"]) {
      const { rows } = await sql`select one::text from ${sql.raw(table)} one`.execute(server.deps.db);
      expect(rows).not.toEqual([]);
      expect(JSON.stringify(rows), table).not.toContain(PASSWORD);
    }
  });

  test("is kept when the mask is sent back or the field is left out; null and the empty text unset it", async () => {
    await server.account("two");
    await save("two", { token: PASSWORD });
    expect(values(await save("two", { token: MASK, region: "us" }))).toEqual([MASK, "us"]);
    await save("two", { region: "eu" });
    expect(await run("two")).toEqual([true, "eu"]);
    for (const nothing of [null, ""]) {
      await save("two", { token: PASSWORD });
      expect(values(await save("two", { token: nothing }))).toEqual([undefined, "eu"]);
      expect(await run("two")).toEqual([false, "eu"]);
    }
    expect((await save("two", { token: 5 })).status).toBe(400);
  });

  test("replaces one stored in clear before its field became a password; the mask does not", async () => {
    await server.account("three");
    const declare = (field_type: string) =>
      send("PUT", "/application/stripe/fields", { fields: [{ id: "pin", name: "Pin", field_type }] });
    const set = async (pin: string) =>
      (await send("POST", "/config", { slug: "stripe", fields: { pin } }, "three")).status;
    const stored = async () =>
      JSON.stringify(await server.deps.db.selectFrom("configs").selectAll().execute());
    await declare("text");
    expect(await set("in the clear")).toBe(200);
    await declare("password");
    expect(await set(MASK)).toBe(200);
    expect(await stored()).toContain("in the clear");
    expect(await set("sealed now")).toBe(200);
    expect(await stored()).not.toMatch(/in the clear|sealed now/);
  });

  test("cannot be moved to another account's config", () => {
    const { vault } = server.deps;
    const place = { account_id: "one", slug: "stripe", config_id: "a/b", workflow_id: "w" };
    const sealed = { token: encryptSetting(vault, place, "token", PASSWORD) };
    expect(decryptSettings(vault, place, sealed)).toEqual({ token: PASSWORD });
    for (const other of [{ account_id: "two" }, { config_id: "a" }, { workflow_id: "v" }, { slug: null }])
      expect(() => decryptSettings(vault, { ...place, ...other }, sealed)).toThrow(VaultError);
  });
});
