import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { StartError } from "../../errors.ts";
import { toOpenError } from "./open-error.ts";

const run = promisify(execFile);
const MODULE = new URL("./database-files.ts", import.meta.url).href;
const CREATE = `const { createDatabaseFiles } = await import(${JSON.stringify(MODULE)});
  await createDatabaseFiles(process.argv[1]).catch((error) => console.log(error.message));`;
// A name space of its own may mount a file system, also without root where the system allows it.
const NEW_NAMESPACE = ["--user", "--map-root-user", "--mount"];
const hasNamespaces = spawnSync("unshare", [...NEW_NAMESPACE, "true"]).status === 0;

test.each([
  [2, "Permission denied"],
  [29, "I/O error"],
  [33, "Too many open files"],
  [41, "Too many open files in system"],
  [51, "No space left on device"],
  [63, "Operation not permitted"],
  [69, "Read-only file system"],
])("PGlite's error %i is named (%s), and no backup is asked for", (errno, reason) => {
  // Of no class that is an Error.
  const error = toOpenError("/data/database", { name: "ErrnoError", errno });
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).toBe(
    `The embedded database in /data/database cannot be opened (${reason}); fix that and start again.`,
  );
});

test("PGlite's other errors are told by their number", () => {
  expect(toOpenError("/data/database", { name: "ErrnoError", errno: 44 }).message).toMatch(
    /cannot be opened \(system error 44\); .* backup/,
  );
});

test("a first start that cannot write its files asks for no backup, whatever PostgreSQL says", async () => {
  const dir = mkdtempSync(join(tmpdir(), "junctor-limit-"));
  // Without the signal, a file that is too large is an error of the write.
  const limited = `trap "" XFSZ; ulimit -f 2000; exec "$0" --input-type=module --eval "$1" "$2/database"`;
  try {
    const { stdout } = await run("sh", ["-c", limited, process.execPath, CREATE, dir]);
    expect(stdout).toMatch(
      /\/database cannot be created \(.+\); check the folder's free space and limits and start again\.$/m,
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test.skipIf(!hasNamespaces)("a first start on a full disk says so (needs unshare)", async () => {
  const dir = mkdtempSync(join(tmpdir(), "junctor-full-"));
  const inside = `mount -t tmpfs -o size=20m tmpfs "$0" && exec "$1" --input-type=module --eval "$2" "$0/database"`;
  try {
    const args = [...NEW_NAMESPACE, "sh", "-c", inside, dir, process.execPath, CREATE];
    const { stdout } = await run("unshare", args);
    expect(stdout).toMatch(
      /\/database cannot be created \(No space left on device\); fix that and start again\.$/m,
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
