import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { copyDatabase } from "../../test/open-server.ts";
import { databaseEnvironment, runJunctor, spawnServer } from "../../test/spawn-server.ts";
import { eventually } from "../../test/test-server.ts";

const cleanUps: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "junctor-connectors-"));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function writeConnector(folder: string, slug: string, more = ""): void {
  mkdirSync(join(folder, slug), { recursive: true });
  writeFileSync(
    join(folder, slug, "manifest.yaml"),
    `slug: ${slug}
name: Own ${slug}
description: Text.
version: 2.0.1
base_url: https://${slug}.example.com
auth: { keybased: { fields: [] } }
${more}actions:
  read:
    title: Read
    description: Reads.
    hints: { read_only: true }
    input: { type: object }
    request: { method: GET, path: / }
`,
  );
}

test("the command lists every connector in a table, lists problems, and fails only if there are any", async () => {
  const folder = emptyFolder();
  writeConnector(folder, "stockroom");
  const fine = await runJunctor(["connectors"], { JUNCTOR_CONNECTORS_DIR: folder });
  expect(fine.stderr).toBe("");
  expect(fine.stdout).toMatch(/^SLUG +NAME +VERSION +PROVIDER +ACTIONS +TRIGGERS$/m);
  expect(fine.stdout).toMatch(/^slack +Slack +\d+\.\d+\.\d+ +manifest +\d+ +\d+$/m);
  expect(fine.stdout).toMatch(/^stockroom +Own stockroom +2\.0\.1 +manifest +1 +0$/m);
  expect(fine.stdout).toMatch(/connectors, 0 problems\.\n$/);
  expect(fine.code).toBe(0);

  writeConnector(folder, "broken", "color: red\n");
  const broken = await runJunctor(["connectors"], { JUNCTOR_CONNECTORS_DIR: folder });
  expect(broken.stdout).toContain(`${join(folder, "broken", "manifest.yaml")}:7: color is not known here.`);
  expect(broken.stdout).toMatch(/connectors, 1 problem\.\n$/);
  expect(broken.code).toBe(1);
});

test.skipIf(process.platform === "win32")(
  "a running server reloads its connectors on SIGHUP, and logs their problems",
  async () => {
    const folder = emptyFolder();
    writeConnector(folder, "stockroom");
    const { config, remove } = await copyDatabase();
    cleanUps.push(remove);
    const server = await spawnServer("all", {
      ...databaseEnvironment(config),
      JUNCTOR_CONNECTORS_DIR: folder,
      JUNCTOR_LOG_LEVEL: "info",
    });
    cleanUps.push(() => server.stop());
    const key = /Test key +(\S+)/.exec(server.stdout())?.[1] ?? "";
    await fetch(`${server.url}/api/v2/public/linked-account`, {
      method: "PUT",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ linked_account_id: "ada", name: "Ada" }),
    });
    const offered = async (slug: string) => {
      const answer = await fetch(`${server.url}/api/v2/public/application/${slug}`, {
        headers: { "x-api-key": key, linked_account_id: "ada" },
      });
      return answer.status;
    };
    expect([await offered("stockroom"), await offered("drawer")]).toEqual([200, 404]);

    writeConnector(folder, "drawer");
    writeConnector(folder, "stockroom", "color: red\n");
    server.hangUp();
    await eventually(async () => server.stdout().includes("connector.reloaded"));
    expect([await offered("stockroom"), await offered("drawer")]).toEqual([404, 200]);
    expect(server.stdout()).toMatch(/connector\.skipped/);
    expect(server.stdout()).toContain("manifest.yaml:7: color is not known here.");
  },
);
