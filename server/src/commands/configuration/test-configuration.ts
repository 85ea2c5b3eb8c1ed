import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { vi } from "vitest";
import type { ListeningServer } from "../../../test/listening-server.ts";
import { StartError } from "../../platform/errors.ts";
import { runConfigurationCommand } from "./command.ts";

/** What a command printed, and its exit code. */
export interface CommandOutput {
  readonly code: number;
  readonly text: string;
  /** The methods of the requests that change something, with their paths. */
  readonly changes: string[];
}

/** A folder of configuration that commands work on. */
export interface TestFolder {
  readonly path: string;
  /** The key that its commands use. */
  readonly key: string;
  write(files: Record<string, string>): Promise<void>;
  read(name: string): Promise<string>;
  /** All files except schemas, with their texts. */
  readAll(): Promise<Record<string, string>>;
  /** Those of records, without settings, which every environment has. */
  readRecords(): Promise<Record<string, string>>;
  /** Runs `junctor pull|plan|apply` on it. */
  run(
    command: "pull" | "plan" | "apply",
    options?: { key?: string; argv?: readonly string[]; variables?: Record<string, string> },
  ): Promise<CommandOutput>;
  remove(): Promise<void>;
}

/** An empty folder, whose commands reach a server over HTTP as its test key does. */
export async function createTestFolder(server: ListeningServer): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), "configuration-"));
  const read = (name: string) => readFile(join(path, name), "utf8");
  return {
    path,
    key: server.testKey,
    read,
    write: async (files) => {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(path, name)), { recursive: true });
        await writeFile(join(path, name), text);
      }
    },
    readAll: () => readAll(path),
    readRecords: async () => {
      const files = Object.entries(await readAll(path));
      return Object.fromEntries(files.filter(([name]) => name.includes("/")));
    },
    run: async (command, { key = server.testKey, argv = [], variables = {} } = {}) => {
      const config = {
        ...server.deps.config,
        client: { url: server.baseUrl, apiKey: key, folder: path },
        variable: (name: string) => variables[name],
      };
      return record(() => runConfigurationCommand(config, command, [".", ...argv]));
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

async function readAll(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith(".schemas"))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const read = async (name: string) => [name, await readFile(join(folder, name), "utf8")] as const;
  return Object.fromEntries(await Promise.all(names.sort().map(read)));
}

async function record(run: () => Promise<void>): Promise<CommandOutput> {
  const lines: unknown[] = [];
  const changes: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  const send = globalThis.fetch;
  // The requests themselves are sent as ever.
  const requests = vi.spyOn(globalThis, "fetch").mockImplementation((url, init) => {
    if (init?.method !== "GET") changes.push(`${init?.method} ${new URL(String(url)).pathname}`);
    return send(url, init);
  });
  process.exitCode = 0;
  try {
    await run();
    return { code: Number(process.exitCode), text: lines.join("\n"), changes };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { code: 1, text: [...lines, error.message].join("\n"), changes };
  } finally {
    process.exitCode = 0;
    log.mockRestore();
    requests.mockRestore();
  }
}
