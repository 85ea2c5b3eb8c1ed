import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "server/**/*.test.ts",
      "sdk/**/*.test.ts",
      "connectors/**/*.test.ts",
      "demo/**/*.test.ts",
      "scripts/**/*.test.ts",
    ],
    globalSetup: ["server/test/global-setup.ts"],
    pool: "forks",
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
