import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { CREATE_FLAGS } from "./create-files-apart.ts";

const run = promisify(execFile);
const optimized = /#(\d+) using TurboFan, took \d+ ms and (\d+) \//g;
const script = `
import { openDatabaseFiles } from ${JSON.stringify(new URL("./database-files.ts", import.meta.url).href)};
import { compactHeap } from ${JSON.stringify(new URL("../../memory/compact-heap.ts", import.meta.url).href)};
const lite = await openDatabaseFiles(process.argv[1]);
// As after a start.
compactHeap();
for (let n = 0; n < 500; n++) await lite.query("select $1::int + 1 as n", [n]);
await lite.close();
`;

// What its process takes in all varies by 100 MiB with when V8 collects garbage: `npm run bench:memory` measures it.
test("the files are created without a copy of the whole memory, and a server can open them", async () => {
  const dir = await mkdtemp(join(tmpdir(), "junctor-"));
  const url = JSON.stringify(new URL("./database-files.ts", import.meta.url).href);
  const create = `import { createDatabaseFiles } from ${url};
    const { slice } = Uint8Array.prototype;
    let largest = 0;
    Uint8Array.prototype.slice = function (...range) {
      const copy = slice.apply(this, range);
      largest = Math.max(largest, copy.byteLength);
      return copy;
    };
    await createDatabaseFiles(process.argv[1]);
    console.log(largest);`;
  const open = `import { openDatabaseFiles } from ${url};
    const lite = await openDatabaseFiles(process.argv[1]);
    console.log((await lite.query("select count(*)::int as n from pg_class")).rows[0].n);
    await lite.close();`;
  const runScript = async (text: string, flags: readonly string[] = []) => {
    const args = [...flags, "--no-warnings", "--input-type=module", "-e", text, `${dir}/database`];
    return Number((await run(process.execPath, args)).stdout);
  };
  try {
    expect(await runScript(create, CREATE_FLAGS)).toBeLessThan(32 * 2 ** 20);
    expect(await runScript(open)).toBeGreaterThan(300);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

test("V8 optimizes the database's functions, and none of them takes hundreds of megabytes", async () => {
  const dir = await mkdtemp(join(tmpdir(), "junctor-"));
  try {
    const flags = ["--no-warnings", "--trace-wasm-compilation-times", "--input-type=module", "-e", script];
    const { stdout } = await run(process.execPath, [...flags, `${dir}/database`], { maxBuffer: 2 ** 26 });
    const bytes = [...stdout.matchAll(optimized)].map(([, , most]) => Number(most));
    expect(bytes.length).toBeGreaterThan(10);
    expect(Math.max(...bytes)).toBeLessThan(200 * 2 ** 20);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
