// Runs the named fault tests, or all of them, one after the other; options (`--short`, `--seed N`) are passed on to
// each. Fails if any of them fails: `npm run bench:faults -- [workers pauses postgres disk api webhooks poison
// schedules root-key move upgrade import soak] [--short] [--times N]`. The short form of all leaves out what takes long and
// has a test; `--times` repeats all others, each time with another seed.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ALL = [
  "workers",
  "pauses",
  "postgres",
  "disk",
  "api",
  "webhooks",
  "poison",
  "schedules",
  "root-key",
  "move",
  "upgrade",
  "import",
  "soak",
];
const LONG = ["root-key", "move", "upgrade", "import", "soak"];

const given = process.argv.slice(2);
const unknown = given.find((name) => /^[a-z]/.test(name) && !ALL.includes(name));
if (unknown) throw new Error(`There is no fault test "${unknown}": they are ${ALL.join(", ")}.`);
const named = ALL.filter((name) => given.includes(name));
const options = given.filter((one) => !ALL.includes(one));
const every = options.includes("--short") ? ALL.filter((name) => !LONG.includes(name)) : ALL;
const times = options.includes("--times") ? Number(options[options.indexOf("--times") + 1]) : 1;
const failed: string[] = [];
const rounds = Array.from({ length: times }, (_, round) =>
  (named.length > 0 ? named : every).filter((name) => round === 0 || !LONG.includes(name)),
);
for (const name of rounds.flat()) {
  console.log(`\n== ${name} ==`);
  const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  if (!existsSync(file)) throw new Error(`${file} is missing.`);
  const { status } = spawnSync(process.execPath, [file, ...options], { stdio: "inherit" });
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(", ")}.`);
  process.exitCode = 1;
}
