import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findFreeUrl } from "../free-port.ts";

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
// Database servers are in sbin, which is not in everybody's PATH.
const FOLDERS = [...(process.env.PATH ?? "").split(":"), "/usr/sbin"];
const WAIT_MS = 180_000;
const GRANTS = `create database wordpress;
create user wordpress@localhost;
grant all on wordpress.* to wordpress@localhost;
`;
const run = promisify(execFile);
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The programs that WordPress needs and that are missing here; empty if all are installed. */
export function missingForWordPress(): string[] {
  const tools = TOOLS.filter((name) => toolAt(name) === undefined);
  return existsSync(join(PROGRAM, "wp-settings.php")) ? tools : [PROGRAM, ...tools];
}

/**
 * Starts MariaDB on a socket in a new folder, installs WordPress in it and serves WordPress on a free port of
 * 127.0.0.1.
 */
export async function startWordPress(): Promise<WordPressSite> {
  const folder = mkdtempSync(join(tmpdir(), "junctor-wordpress-"));
  const children: ChildProcess[] = [];
  const close = async () => {
    process.removeListener("exit", endAll);
    for (const child of children.reverse()) await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const endAll = () => {
    for (const child of children) signal(child);
  };
  // An aborted test process leaves nothing running.
  process.once("exit", endAll);
  try {
    const url = await findFreeUrl();
    const env = siteEnvironment(folder, url);
    children.push(await startDatabase(folder));
    const { stdout } = await run(tool("php"), [script("wordpress-install.php")], { env });
    const { user, password } = JSON.parse(stdout);
    children.push(await startPhp(url, env));
    return { url, user, password, close };
  } catch (error) {
    await close();
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

async function startDatabase(folder: string): Promise<ChildProcess> {
  const data = join(folder, "data");
  const grants = join(folder, "grants.sql");
  const common = ["--no-defaults", `--datadir=${data}`, `--user=${userInfo().username}`];
  writeFileSync(grants, GRANTS);
  await run(tool("mariadb-install-db"), [...common, "--skip-test-db"]);
  return start("mariadbd", {
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

function startPhp(url: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const args = ["-d", "opcache.enable_cli=1", "-S", new URL(url).host, script("wordpress-router.php")];
  return start("php", { args, env, ready: "Development Server" });
}

/** Starts a program in a separate process group and waits until it reports that it is ready. */
async function start(
  name: string,
  { args, env, ready }: { args: string[]; env?: NodeJS.ProcessEnv; ready: string },
): Promise<ChildProcess> {
  const child = spawn(tool(name), args, { env, detached: true, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${name} ${why}: ${said.slice(-2000)}`));
    const timer = setTimeout(() => fail("was not ready in time"), WAIT_MS);
    child.once("error", reject);
    child.once("exit", () => fail("ended"));
    // Keeps reading afterwards: a full pipe would block the program.
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = `${said}${text}`.slice(-10_000);
      if (!said.includes(ready)) return;
      clearTimeout(timer);
      resolve();
    });
  }).catch(async (error) => {
    await end(child);
    throw error;
  });
  return child;
}

/** Kills a program and its children; nothing of them is needed afterwards. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  signal(child);
  await ended;
}

function signal({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}

function toolAt(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function tool(name: string): string {
  const path = toolAt(name);
  if (path === undefined) throw new Error(`${name} is not installed.`);
  return path;
}
