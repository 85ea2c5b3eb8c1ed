import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { copyDatabase } from "../../../test/open-server.ts";
import { databaseEnvironment } from "../../../test/spawn-server.ts";
import { takeDueRows } from "../../platform/work/due-rows.ts";
import { buildDeps } from "../../start/build-deps.ts";
import { UNREFERENCED_OBJECTS } from "./delete-objects.ts";

const CHILD = fileURLToPath(new URL("../../../test/children/store-and-die.ts", import.meta.url));
const HOUR_MS = 3_600_000;

test("slow: an object whose process was killed before its file was stored is deleted after a day", async () => {
  const { config: plain, remove } = await copyDatabase();
  const config = { ...plain, filesDir: join(plain.dataDir, "files") };
  const child = spawn(process.execPath, [CHILD], {
    env: { PATH: process.env.PATH ?? "", ...databaseEnvironment(config), JUNCTOR_FILES_DIR: config.filesDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const id = await text(child.stdout);
  expect([id, await ended]).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/), [null, "SIGKILL"]]);
  const path = join(config.filesDir, id.slice(-2), id);
  expect(existsSync(path)).toBe(true);
  const deps = await buildDeps(config, { queueNames: [], works: false });
  const sweep = (afterMs: number) => {
    const clock = { now: () => new Date(deps.clock.now().getTime() + afterMs) };
    return takeDueRows({ ...deps, clock }, UNREFERENCED_OBJECTS);
  };
  expect([await sweep(23 * HOUR_MS), existsSync(path)]).toEqual([0, true]);
  expect([await sweep(25 * HOUR_MS), existsSync(path)]).toEqual([1, false]);
  expect(await sweep(50 * HOUR_MS)).toBe(0);
  await deps.close();
  await remove();
});
