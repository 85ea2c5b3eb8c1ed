import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// What measures how long something takes.
const ALONE = ["server/src/platform/sandbox/{limits,lost-worker,tenants,turns}.test.ts"];

// What opens embedded databases, looks at what a process has compiled, or needs its modules anew; and what mostly waits
// for processes that it starts, because these files begin first.
const APART = [
  "connectors/**/*.test.ts",
  "demo/stay.test.ts",
  "server/src/{main,start/stop-signal,commands/test/command}.test.ts",
  "server/test/pages/page-words.test.ts",
  "web/src/words/customer/words.test.ts",
  "server/src/platform/wait-for-turn.test.ts",
  "server/src/platform/database/database.test.ts",
];

// Of the embedded database, whichever one TEST_DATABASE_URL names.
const EMBEDDED = ["server/src/platform/database/embedded/*.test.ts", "server/src/commands/backup/*.test.ts"];

// Real applications and clients of others, and examples: `npm run test:applications`.
const APPLICATIONS = [
  "server/test/{clients,third-party}/**/*.test.ts",
  "server/test/browser/cobalt-js.test.ts",
  "sdk/src/package.test.ts",
  "examples/**/*.test.ts",
];

// What opens pages in a browser: `npm run test:browsers`.
const BROWSERS = ["server/test/browser/**/*.test.ts", "web/test/**/*.test.ts"];

// The specification, whose tests need little more than the server that they share.
const SPECIFICATION = ["server/test/spec/**/*.test.ts"];

const ON_POSTGRES = Boolean(process.env.TEST_DATABASE_URL);
const CORES = availableParallelism();
// Most files wait most of their time: for leases, pauses and times that are over. With still more workers, servers are
// too busy to answer. The embedded database is work for a core.
const WORKERS = ON_POSTGRES ? CORES + 2 : CORES + 1;

// Threads of the server need no loader of TypeScript then, as in server/junctor.mjs: see platform/start-thread.mjs.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url));

export default defineConfig({
  // As in web/vite.config.ts: the dashboard's own sources, without a built client.
  resolve: { alias: { "@junctor/sdk": fileURLToPath(new URL("sdk/src/index.ts", import.meta.url)) } },
  test: {
    globalSetup: ["server/test/global-setup.ts"],
    pool: "forks",
    // Freeing compiled WebAssembly beside threads that compile some is where V8 crashes (nodejs/node#64500).
    // And room for what tests throw away: collecting it often costs more than the memory.
    execArgv: ["--no-wasm-code-gc", "--max-semi-space-size=32"],
    // For what hangs, not for what is slow: a busy machine takes many times as long as a quiet one.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 180_000 } },
    provide: { sharesServer: false },
    projects: [
      {
        // On PostgreSQL the modules are loaded once for all files of a process, which share a server. V8 may abort a
        // process in which many embedded databases came and went (nodejs/node#64500), so there each file has its own.
        extends: true,
        test: {
          name: "together",
          include: ["{server,web/src,demo,scripts,sdk,conformance}/**/*.test.ts"],
          exclude: [
            ...[ALONE, APART, EMBEDDED, APPLICATIONS, BROWSERS, ON_POSTGRES ? [] : SPECIFICATION].flat(),
            "**/node_modules/**",
          ],
          isolate: !ON_POSTGRES,
          provide: { sharesServer: ON_POSTGRES },
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Few databases come and go there, so their files share a server on the embedded database as well.
        extends: true,
        test: {
          name: "specification",
          include: ON_POSTGRES ? [] : SPECIFICATION,
          isolate: false,
          provide: { sharesServer: true },
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Each file in a process of its own.
        extends: true,
        test: {
          name: "apart",
          include: ON_POSTGRES ? APART : [...APART, ...EMBEDDED],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Parts of the dashboard in the document of happy-dom, which no other test may find in its process.
        extends: true,
        test: {
          name: "components",
          include: ["web/src/**/*.test.tsx"],
          setupFiles: ["web/test/install-dom.ts"],
          isolate: !ON_POSTGRES,
          provide: { sharesServer: ON_POSTGRES },
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: "alone", include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: "browsers",
          include: BROWSERS,
          exclude: APPLICATIONS,
          // A browser and a server for all files of a process. Pages are work for a core.
          isolate: !ON_POSTGRES,
          provide: { sharesServer: ON_POSTGRES },
          maxWorkers: CORES + 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: { name: "applications", include: APPLICATIONS, maxWorkers: CORES, sequence: { groupOrder: 3 } },
      },
    ],
  },
});
