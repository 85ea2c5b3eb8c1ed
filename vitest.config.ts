import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// What measures how long something takes.
const ALONE = ["server/src/platform/sandbox/{limits,tenants,turns}.test.ts"];

// What sets something that belongs to the whole process, or starts processes, browsers or threads of its own.
const APART = [
  "server/src/{main,manage-connectors}.test.ts",
  "server/src/platform/{database,queue,sandbox,work}/**/*.test.ts",
  "server/src/schedules/**/*.test.ts",
  "server/src/runs/retention.test.ts",
  "server/test/*.test.ts",
  "server/test/{browser,clients,pages,third-party}/**/*.test.ts",
  "{connectors,demo,examples,scripts,sdk,web/test}/**/*.test.ts",
];

// Two on two cores. On more, one is left for the database.
const WORKERS = Math.max(2, availableParallelism() - 1);

// Threads of the server need no loader of TypeScript then, as in server/junctor.mjs: see platform/start-thread.mjs.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url));

export default defineConfig({
  // As in web/vite.config.ts: the dashboard's own sources, without a built client.
  resolve: { alias: { "@junctor/sdk": fileURLToPath(new URL("sdk/src/index.ts", import.meta.url)) } },
  test: {
    globalSetup: ["server/test/global-setup.ts"],
    pool: "forks",
    // Freeing compiled WebAssembly beside threads that compile some is where V8 crashes (nodejs/node#64500).
    execArgv: ["--no-wasm-code-gc"],
    // For what hangs, not for what is slow: a busy machine takes many times as long as a quiet one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        // On PostgreSQL the server's modules are loaded once for all files of a process: half of the time. V8 may abort a
        // process in which many embedded databases came and went (nodejs/node#64500), so there each file has its own.
        extends: true,
        test: {
          name: "together",
          include: ["{server,web/src}/**/*.test.ts"],
          exclude: [...ALONE, ...APART],
          isolate: !process.env.TEST_DATABASE_URL,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Each file in a process of its own.
        extends: true,
        test: {
          name: "apart",
          include: APART,
          exclude: ALONE,
          maxWorkers: WORKERS,
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
