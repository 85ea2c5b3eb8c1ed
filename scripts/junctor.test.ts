import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** Runs a command where the dashboard cannot be built, with a server that prints its command. */
function runUnbuildable(...command: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "junctor-unbuildable-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ["scripts", "server"]) mkdirSync(join(folder, name));
  const launcher = join(folder, "scripts/junctor.mjs");
  copyFileSync(join(import.meta.dirname, "junctor.mjs"), launcher);
  writeFileSync(join(folder, "scripts/build-web.mjs"), "process.exit(2);");
  writeFileSync(join(folder, "server/junctor.mjs"), "console.log(process.argv.slice(2).join(' '));");
  const { status, stdout } = spawnSync(process.execPath, [launcher, ...command], { encoding: "utf8" });
  return { status, stdout };
}

test.each(["serve", "all", "migrate"])("%s fails when the dashboard cannot be built", (command) => {
  expect(runUnbuildable(command)).toEqual({ status: 1, stdout: "" });
});

test.each(["keys list", "work", ""])('the command "%s" does not need the dashboard', (command) => {
  expect(runUnbuildable(...command.split(" "))).toEqual({ status: 0, stdout: `${command}\n` });
});
