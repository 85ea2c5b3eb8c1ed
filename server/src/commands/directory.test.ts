import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runJunctor } from "../../test/spawn-server.ts";
import { getDocumentsFolder } from "../apps/directory/documents.ts";

test("directory: documents are removed once, and anything else is answered with the usage", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "junctor-directory-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const directory = (...argv: string[]) => runJunctor(["directory", ...argv], { JUNCTOR_DATA_DIR: dataDir });
  mkdirSync(getDocumentsFolder(dataDir), { recursive: true });
  const removed = await directory("remove", "openapi");
  expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining("Removed the documents.") });
  expect(existsSync(getDocumentsFolder(dataDir))).toBe(false);
  const again = await directory("remove", "openapi");
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("are not installed") });
  const usage = expect.stringContaining("Usage: junctor directory");
  for (const argv of [[], ["add"], ["add", "other"], ["list", "openapi"], ["add", "openapi", "more"]])
    expect(await directory(...argv)).toMatchObject({ code: 1, stderr: usage });
});
