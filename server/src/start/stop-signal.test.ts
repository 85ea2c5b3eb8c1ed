import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runJunctor } from "../../test/spawn-server.ts";
import { eventually } from "../../test/test-server.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

test("SIGTERM to the process of npm start stops the server, which unlocks its data folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "junctor-npm-"));
  const environment = {
    JUNCTOR_DATA_DIR: folder,
    JUNCTOR_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  const npm = spawn("npm", ["start"], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  npm.stdout.on("data", (chunk) => {
    output += chunk;
  });
  // The server also holds these pipes, so they end when it has ended.
  const ended = once(npm.stdout, "end");
  try {
    // It may build the dashboard first.
    await eventually(async () => output.includes("Reference  "), 170_000);
  } finally {
    npm.kill("SIGTERM");
    await ended;
  }
  expect(output).toMatch(/"reason":"(parent-gone|SIGTERM)".*server\.stopping/);
  const keys = await runJunctor(["keys", "list"], environment);
  expect(keys.stderr).not.toContain("Another Junctor process");
  rmSync(folder, { recursive: true, force: true });
});
