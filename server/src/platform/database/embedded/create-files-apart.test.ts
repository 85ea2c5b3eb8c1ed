import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { StartError } from "../../errors.ts";
import { createFilesApart } from "./create-files-apart.ts";
import { lockFolder } from "./folder-lock.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function makeFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "junctor-files-"));
  folders.push(dir);
  return dir;
}

test("creates the files once, and releases the folder", async () => {
  const dir = makeFolder();
  await createFilesApart(dir);
  expect(existsSync(`${dir}/database/PG_VERSION`)).toBe(true);
  const before = readdirSync(`${dir}/database`);
  expect(before).not.toContain("unfinished");
  await createFilesApart(dir);
  expect(readdirSync(`${dir}/database`)).toEqual(before);
  (await lockFolder(dir, 0))();
});

test("StartError: remains of a database, and a folder that another process holds, are left alone", async () => {
  const dir = makeFolder();
  mkdirSync(`${dir}/database`);
  writeFileSync(`${dir}/database/base`, "");
  await expect(createFilesApart(dir)).rejects.toThrow(/is incomplete \(it holds base/);
  await expect(createFilesApart(dir)).rejects.toBeInstanceOf(StartError);
  expect(readdirSync(`${dir}/database`)).toEqual(["base"]);

  const held = makeFolder();
  const unlock = await lockFolder(held);
  await expect(createFilesApart(held)).rejects.toThrow("Another Junctor process uses the data folder");
  unlock();
  expect(existsSync(`${held}/database`)).toBe(false);
});
