import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findFreePort } from "../free-port.ts";
import { findProgram, openProgramFolder, readProgram } from "./programs.ts";

/** A Redmine for one test file, with 101 projects; `close` it in `afterAll`. */
export interface RedmineSite {
  readonly url: string;
  /** API access keys: of a manager of the first two projects, and of an administrator. */
  readonly key: string;
  readonly adminKey: string;
  /** The manager's id. */
  readonly user: number;
  close(): Promise<void>;
}

const PROGRAM = "/usr/share/redmine";
const FOLDERS = ["config", "files", "log", "public", "tmp"];
const FIND_WEBRICK = "puts Gem::Specification.find_by_name('webrick').full_require_paths";
const run = promisify(execFile);

/** What Redmine needs and what is missing here; empty if all is installed. */
export function missingForRedmine(): string[] {
  const program = existsSync(join(PROGRAM, "config.ru")) ? [] : [PROGRAM];
  return findProgram("ruby") === undefined ? [...program, "ruby"] : program;
}

/** Makes an instance of Redmine on SQLite in a new folder and serves it on a free port of 127.0.0.1. */
export async function startRedmine(): Promise<RedmineSite> {
  const programs = openProgramFolder("redmine");
  try {
    const env = writeInstance(programs.folder);
    const rails = (...args: string[]) =>
      run(readProgram("ruby"), args, { env, cwd: PROGRAM, maxBuffer: 10_000_000 });
    await rails("bin/rake", "db:migrate");
    const install = fileURLToPath(new URL("redmine-install.rb", import.meta.url));
    const { stdout } = await rails("bin/rails", "runner", install);
    const { stdout: webrick } = await run(readProgram("ruby"), ["-e", FIND_WEBRICK]);
    const port = await findFreePort();
    await programs.start("ruby", {
      // The server is no part of Redmine's bundle.
      args: [
        ...webrick
          .trim()
          .split("\n")
          .map((path) => `-I${path}`),
        ...["bin/rails", "server", "-u", "webrick", "-b", "127.0.0.1"],
        ...["-p", String(port), "-P", join(programs.folder, "pid")],
      ],
      env,
      cwd: PROGRAM,
      ready: "HTTPServer#start",
    });
    const [made = ""] = stdout.split("\n").filter((line) => line.startsWith("{"));
    return { url: `http://127.0.0.1:${port}`, ...JSON.parse(made), close: programs.close };
  } catch (error) {
    await programs.close();
    throw error;
  }
}

/** Debian's Redmine looks for an instance below its own folder; the path leads out of there. */
function writeInstance(folder: string): NodeJS.ProcessEnv {
  for (const name of FOLDERS) mkdirSync(join(folder, name));
  const database = { adapter: "sqlite3", database: join(folder, "redmine.db"), timeout: 60_000 };
  writeFileSync(join(folder, "config", "database.yml"), JSON.stringify({ production: database }));
  writeFileSync(join(folder, "config", "secret_key.txt"), "a secret of this instance ".repeat(4));
  return {
    PATH: process.env.PATH,
    LANG: "C.UTF-8",
    TZ: "UTC",
    RAILS_ENV: "production",
    REDMINE_INSTANCE: relative(join(PROGRAM, "instances"), folder),
    // Where the migration writes what it made; the default is beside the program.
    SCHEMA: join(folder, "schema.rb"),
  };
}
