import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { defineConfig } from "vitest/config";

// What measures time, starts processes, a browser or threads, and would hold others up or be held up by them.
const ALONE = [
  "server/src/*.test.ts",
  "server/src/platform/**/*.test.ts",
  "server/src/schedules/**/*.test.ts",
  "server/src/runs/retention.test.ts",
  "server/test/*.test.ts",
  "server/test/{browser,clients,third-party}/**/*.test.ts",
  "demo/**/*.test.ts",
  "scripts/**/*.test.ts",
];

// What sets something that belongs to the whole process.
const APART = ["sdk/**/*.test.ts", "connectors/**/*.test.ts", ...filesWithClocks()];

export default defineConfig({
  test: {
    globalSetup: ["server/test/global-setup.ts"],
    pool: "forks",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        // Two at a time, and the server's modules are loaded once for all files of a process: half of the time.
        extends: true,
        test: {
          name: "together",
          include: ["server/**/*.test.ts"],
          exclude: [...ALONE, ...APART],
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Two at a time, each in a process of its own.
        extends: true,
        test: {
          name: "apart",
          include: APART,
          exclude: ALONE,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: "alone", include: ALONE, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
  },
});

/**
 * Tests whose server has a clock of its own, made by themselves or by a helper: ids only grow, so what follows in the same
 * process would get ids of another time.
 */
function filesWithClocks(): string[] {
  const sourceOf = (file: string) => readFileSync(file, "utf8");
  const helpers = globSync("server/src/**/test-*.ts")
    .filter((file) => /startTestServer\([^;]*\bclock\b/.test(sourceOf(file)))
    .map((file) => basename(file));
  const hasClock = (source: string) =>
    /\bclock\b/.test(source) || helpers.some((name) => source.includes(`/${name}"`));
  return globSync("server/**/*.test.ts").filter((file) => hasClock(sourceOf(file)));
}
