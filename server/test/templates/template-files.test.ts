import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { runTestCommand } from "../../src/commands/test/command.ts";
import { testConfig } from "../test-config.ts";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

afterEach(() => {
  process.exitCode = 0;
  vi.restoreAllMocks();
});

test("junctor test passes the tests of templates, of which each file has some", async () => {
  const lines: unknown[] = [];
  for (const name of ["log", "error"] as const)
    vi.spyOn(console, name).mockImplementation((line) => void lines.push(line));
  const client = { url: undefined, apiKey: undefined, folder: FOLDER };
  await runTestCommand(testConfig({ client, variable: () => undefined }), []);
  const output = lines.join("\n");
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".test.yaml"));
  const [tests = "", passed] = output.match(/\n(\d+) tests: (\d+) passed, 0 failed/)?.slice(1) ?? [];
  expect(passed, output).toBe(tests);
  expect(Number(tests)).toBeGreaterThanOrEqual(files.length);
  for (const file of files) expect(output).toContain(file);
});
