import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findFreeUrl } from "../free-port.ts";
import { findProgram, openProgramFolder, type ProgramFolder, readProgram } from "./programs.ts";

/** A WordPress for one test file, with an editor who has an application password; `close` it in `afterAll`. */
export interface WordPressSite {
  /** Without a trailing slash. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  close(): Promise<void>;
}

const PROGRAM = "/usr/share/wordpress";
const TOOLS = ["php", "mariadbd", "mariadb-install-db"];
const GRANTS = `create database wordpress;
create user wordpress@localhost;
grant all on wordpress.* to wordpress@localhost;
`;
const run = promisify(execFile);
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The programs that WordPress needs and that are missing here; empty if all are installed. */
export function missingForWordPress(): string[] {
  const tools = TOOLS.filter((name) => findProgram(name) === undefined);
  return existsSync(join(PROGRAM, "wp-settings.php")) ? tools : [PROGRAM, ...tools];
}

/**
 * Starts MariaDB on a socket in a new folder, installs WordPress in it and serves WordPress on a free port of
 * 127.0.0.1.
 */
export async function startWordPress(): Promise<WordPressSite> {
  const programs = openProgramFolder("wordpress");
  try {
    const url = await findFreeUrl();
    const env = siteEnvironment(programs.folder, url);
    await startDatabase(programs);
    const { stdout } = await run(readProgram("php"), [script("wordpress-install.php")], { env });
    const { user, password } = JSON.parse(stdout);
    const args = ["-d", "opcache.enable_cli=1", "-S", new URL(url).host, script("wordpress-router.php")];
    await programs.start("php", { args, env, ready: "Development Server" });
    return { url, user, password, close: programs.close };
  } catch (error) {
    await programs.close();
    throw error;
  }
}

function siteEnvironment(folder: string, url: string): NodeJS.ProcessEnv {
  const content = join(folder, "content");
  mkdirSync(content);
  return {
    PATH: process.env.PATH,
    SITE_URL: url,
    SITE_PROGRAM: PROGRAM,
    SITE_CONTENT: content,
    SITE_SOCKET: join(folder, "socket"),
    // WordPress may send requests to itself while it answers.
    PHP_CLI_SERVER_WORKERS: "3",
  };
}

async function startDatabase({ folder, start }: ProgramFolder): Promise<void> {
  const data = join(folder, "data");
  const grants = join(folder, "grants.sql");
  const common = ["--no-defaults", `--datadir=${data}`, `--user=${userInfo().username}`];
  writeFileSync(grants, GRANTS);
  await run(readProgram("mariadb-install-db"), [...common, "--skip-test-db"]);
  await start("mariadbd", {
    args: [
      ...common,
      `--socket=${join(folder, "socket")}`,
      `--pid-file=${join(folder, "pid")}`,
      `--init-file=${grants}`,
      "--skip-networking",
      "--innodb-flush-log-at-trx-commit=0",
    ],
    ready: "ready for connections",
  });
}
