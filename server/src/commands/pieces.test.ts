import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyDatabase } from "../../test/open-server.ts";
import { type CommandResult, databaseEnvironment, runJunctor } from "../../test/spawn-server.ts";

const FIXTURE = fileURLToPath(new URL("../apps/providers/piece/fixture/piece-lab", import.meta.url));

let work: string;
let environment: Record<string, string>;
let remove: () => Promise<void>;
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), "pieces-command-"));
  const database = await copyDatabase();
  remove = database.remove;
  environment = { JUNCTOR_DATA_DIR: work, HOME: work, ...databaseEnvironment(database.config) };
});
afterAll(async () => {
  await remove();
  rmSync(work, { recursive: true, force: true });
});

const pieces = (...argv: string[]): Promise<CommandResult> => runJunctor(["pieces", ...argv], environment);

/** A copy of the fixture with another package.json. */
function variant(name: string, changes: Record<string, unknown>): string {
  const folder = join(work, name);
  cpSync(FIXTURE, folder, { recursive: true });
  const base = { name: "@example/piece-lab", version: "1.2.3", main: "index.cjs" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...base, ...changes }));
  return folder;
}

it("installs a piece, replaces it by another version, lists and removes it", async () => {
  const first = await pieces("add", FIXTURE);
  expect([first.code, first.stderr]).toEqual([0, ""]);
  expect(first.stdout).toMatch(
    /Installed @example\/piece-lab 1\.2\.3 as piece-lab: \d+ actions, 2 triggers\./,
  );
  expect(first.stdout).toMatch(/wait_for_person is left out/);
  expect((await pieces("add", variant("newer", { version: "1.3.0" }))).code).toBe(0);
  expect((await pieces("list")).stdout).toBe(
    "piece-lab  @example/piece-lab@1.3.0\npiece-lab  @example/piece-lab@1.2.3  (not in use)\n",
  );
  const other = await pieces("add", variant("other", { name: "@other/piece-lab" }));
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("remove it first")]);
  expect(await pieces("remove", "piece-lab")).toMatchObject({ code: 0, stdout: "Removed piece-lab.\n" });
  expect((await pieces("list")).stdout).toBe("No pieces are installed.\n");
  expect(await pieces("remove", "piece-lab")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no piece piece-lab."),
  });
});

it("names what is no piece and what is not named exactly", async () => {
  for (const [wanted, reason] of [
    [variant("empty", { main: "package.json" }), /contains no piece/],
    ["@activepieces/piece-slack", /exact version/],
  ] as const) {
    const { code, stderr } = await pieces("add", wanted);
    expect([code, stderr]).toEqual([1, expect.stringMatching(reason)]);
  }
});
