// Runs the image that build-image.sh has built as its users do, and prints a table: `npm run check:image`. `migrate`,
// `serve` and `work` beside a PostgreSQL, then `all` with the embedded database, each as another user than root, on a
// read-only root, in a cgroup of 512 MiB, by Debian's runc. An execution must complete on both, and SIGTERM end each
// process with 0. `npm run check:image -- arm64` does the same with the image of that architecture, whose programs QEMU
// runs: slowly, and with four times the memory. Needs Linux, root and TEST_DATABASE_URL.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onDatabase } from "../../bench/engine-set-up.ts";
import { printTable } from "../../bench/processes.ts";
import { findFreePort } from "../../server/test/free-port.ts";
import { completeExecution } from "../complete-execution.ts";

const MIB = 1024 ** 2;
const emulated = process.argv[2];
const MEMORY_MIB = emulated ? 2048 : 512;
const USER = 10001;
const READY_WITHIN_MS = emulated ? 20 * 60_000 : 120_000;
const TEST_KEY = "tk-image-check-key-of-the-test-environment";

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error("Run it by `npm run check:image`.");
const work = mkdtempSync(join(tmpdir(), "junctor-image-"));
const container = runBuildah("from", "localhost/junctor").trim();
const database = `junctor_image_${process.pid}`;
const containers: string[] = [];
try {
  const root = runBuildah("mount", container).trim();
  const image = imageOf(root);
  await onDatabase(serverUrl, [`create database ${database}`]);
  const shared = {
    DATABASE_URL: Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href,
    JUNCTOR_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64"),
    JUNCTOR_TEST_API_KEY: TEST_KEY,
    JUNCTOR_PRODUCTION_API_KEY: "pk-image-check-key-of-the-production-environment",
  };
  const migrated = await start(image, ["migrate"], shared);
  expect((await migrated.ended) === 0, `migrate failed:\n${migrated.said()}`);
  const serve = await startReady(image, ["serve"], shared);
  const worker = await startReady(image, ["work"], shared);
  await complete(serve);
  // As the guide says: a command in a running container.
  const invite = ["operators", "invite", "ada@example.com", "--role", "owner"];
  const invited = run("runc", "exec", serve.name, "node", "server/junctor.mjs", ...invite);
  expect(invited.includes("/app/sign-in#"), `The invitation: ${invited}`);
  const rows = [await finish("serve", serve), await finish("work", worker)];
  const { JUNCTOR_TEST_API_KEY, JUNCTOR_PRODUCTION_API_KEY } = shared;
  const all = await startReady(image, ["all"], { JUNCTOR_TEST_API_KEY, JUNCTOR_PRODUCTION_API_KEY });
  await complete(all);
  rows.push(await finish("all, embedded, first start", all));
  const size = Number(run("du", "-sm", root).split("\t")[0]);
  printTable(
    `The image has ${size} MiB, and runs as user ${USER} on a read-only root with ${MEMORY_MIB} MiB`,
    rows,
  );
} finally {
  for (const name of containers) spawnSync("runc", ["delete", "--force", name], { stdio: "ignore" });
  runBuildah("rm", container);
  await onDatabase(serverUrl, [`drop database if exists ${database} with (force)`]);
  rmSync(work, { recursive: true, force: true });
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

/** Images of another architecture are kept where build-image.sh has put them. */
function runBuildah(...args: string[]): string {
  return run("buildah", ...(emulated ? ["--root", `/var/lib/containers/storage-${emulated}`] : []), ...args);
}

function expect(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise);
}

/** What a container of the image is started with, as its own configuration says. */
function imageOf(root: string) {
  const { Docker } = JSON.parse(runBuildah("inspect", "--type", "image", "localhost/junctor"));
  const { User, Env, Entrypoint, WorkingDir, Healthcheck } = Docker.config;
  expect(User === `${USER}:${USER}`, `The image's user is ${User}.`);
  const bill = JSON.parse(readFileSync(`${root}/opt/junctor/sbom.cdx.json`, "utf8"));
  const names = bill.components.map(({ name }: { name: string }) => name);
  expect(names.includes("fastify") && names.includes("react"), "The bill of materials lacks packages.");
  expect(
    !names.includes("vitest") && !existsSync(`${root}/opt/junctor/node_modules/vite`),
    "Tools are left.",
  );
  return {
    root,
    env: Env as string[],
    entrypoint: Entrypoint as string[],
    cwd: WorkingDir as string,
    health: Healthcheck.Test.slice(1) as string[],
  };
}

type Image = ReturnType<typeof imageOf>;

/** Starts a container; its ports are those of this machine. */
async function start(image: Image, command: string[], environment: Record<string, string>) {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const name = `junctor-image-${process.pid}-${port}`;
  containers.push(name);
  const bundle = join(work, name);
  mkdirSync(`${bundle}/data`, { recursive: true });
  chownSync(`${bundle}/data`, USER, USER);
  run("runc", "spec", "--bundle", bundle);
  const spec = JSON.parse(readFileSync(`${bundle}/config.json`, "utf8"));
  const env = { ...environment, PORT: port, JUNCTOR_METRICS_PORT: metricsPort };
  const kept = new Set(["/proc", "/dev", "/dev/pts", "/dev/shm"]);
  const isShared = new Set(["network", "cgroup", "user"]);
  writeFileSync(
    `${bundle}/config.json`,
    JSON.stringify({
      ...spec,
      root: { path: image.root, readonly: true },
      process: {
        ...spec.process,
        terminal: false,
        user: { uid: USER, gid: USER },
        cwd: image.cwd,
        args: [...image.entrypoint, ...command],
        env: [...image.env, ...Object.entries(env).map(([key, value]) => `${key}=${value}`)],
        capabilities: {},
        noNewPrivileges: true,
      },
      mounts: [
        ...spec.mounts.filter(({ destination }: { destination: string }) => kept.has(destination)),
        { destination: "/tmp", type: "tmpfs", source: "tmpfs", options: ["nosuid", "nodev", "size=64m"] },
        { destination: "/data", type: "bind", source: `${bundle}/data`, options: ["rbind", "rw"] },
      ],
      linux: {
        ...spec.linux,
        namespaces: spec.linux.namespaces.filter(({ type }: { type: string }) => !isShared.has(type)),
        cgroupsPath: `/${name}`,
        resources: { memory: { limit: MEMORY_MIB * MIB } },
      },
    }),
  );
  const child = spawn("runc", ["run", "--bundle", bundle, name], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const ended = once(child, "exit").then(([code]) => code as number | null);
  return { name, image, url: `http://127.0.0.1:${port}`, metricsPort, ended, said: () => said };
}

/** Starts a container and waits until the image's own health check passes in it. */
async function startReady(...args: Parameters<typeof start>) {
  const startMs = performance.now();
  const started = await start(...args);
  const health = `http://127.0.0.1:${started.metricsPort}/health/ready`;
  let isReady = false;
  const ended = started.ended.then(() => "ended");
  while (!isReady) {
    expect(performance.now() - startMs < READY_WITHIN_MS, `Not ready in time:\n${started.said()}`);
    isReady = await fetch(health).then(
      ({ ok }) => ok,
      () => false,
    );
    const state = isReady ? "ready" : await Promise.race([sleep(50), ended]);
    expect(state !== "ended", `It has ended:\n${started.said()}`);
  }
  const readyMs = Math.round(performance.now() - startMs);
  run("runc", "exec", started.name, ...started.image.health);
  return { ...started, readyMs };
}

/** A workflow is created and completes; a failure shows what the container has said. */
async function complete({ url, said }: Awaited<ReturnType<typeof start>>): Promise<void> {
  await completeExecution(url, TEST_KEY).catch((cause: unknown) => {
    throw new Error(`No execution completed:\n${said()}`, { cause });
  });
}

/** What a container has used; it must end with 0 on SIGTERM. */
async function finish(what: string, { name, readyMs, ended, said }: Awaited<ReturnType<typeof startReady>>) {
  const { usage } = JSON.parse(run("runc", "events", "--stats", name)).data.memory;
  run("runc", "kill", name, "SIGTERM");
  const code = await ended;
  expect(code === 0, `${what} ended with ${code}:\n${said()}`);
  return {
    process: what,
    "ready after ms": readyMs,
    "memory MiB": Math.round(usage.usage / MIB),
    "at most MiB": Math.round(usage.max / MIB),
  };
}
