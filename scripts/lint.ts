// Runs all checks that need no running server, in parallel; prints their output, and fails if any of them fails. `npm
// run lint`.
import { spawn } from "node:child_process";
import { once } from "node:events";

const CHECKS = [
  "tsc -p .",
  "tsc -p web",
  "tsc -p examples/react",
  "biome check .",
  "npm run --silent generate -- --check",
  "npm run --silent lint:api",
];

// Not committed, and needed by every tsc.
await runCheck("node scripts/generate-types.mjs");
const results = await Promise.all(CHECKS.map(runCheck));
process.exitCode = results.every(Boolean) ? 0 : 1;

/** Runs one check and prints its whole output; returns whether it passed. */
async function runCheck(command: string): Promise<boolean> {
  const child = spawn(command, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk) => output.push(chunk));
  child.stderr.on("data", (chunk) => output.push(chunk));
  const [code] = await once(child, "close");
  if (code !== 0) console.error(`\n${command} failed:`);
  process.stdout.write(Buffer.concat(output));
  return code === 0;
}
