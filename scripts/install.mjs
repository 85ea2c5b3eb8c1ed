// Installs exactly what package-lock.json names, unless that is installed already. Plain JavaScript for any Node >= 20:
// it runs before Node 24 is installed. `--all` also installs the development tools.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const WAIT_MS = 10 * 60_000;
const root = fileURLToPath(new URL("..", import.meta.url));
const modules = `${root}/node_modules`;
const marker = `${modules}/.junctor-installed`;
const lockFolder = `${root}/.junctor-installing`;
// Tools that are already installed stay: somebody may be using them.
const wanted = process.argv.includes("--all") || existsSync(`${modules}/vitest`) ? "all" : "production";
const lockFile = createHash("sha256")
  .update(readFileSync(`${root}/package-lock.json`))
  .digest("hex");

if (!isInstalled()) {
  await waitForTurn();
  try {
    // Another process may have done it in the meantime.
    if (!isInstalled()) install();
  } finally {
    rmSync(lockFolder, { recursive: true, force: true });
  }
}

/** Whether the last installation was complete, matched this lock file, and is still intact. */
function isInstalled() {
  if (!existsSync(marker)) return false;
  const [installedLock, installed] = readFileSync(marker, "utf8").split(" ");
  return isComplete() && installedLock === lockFile && (wanted === "production" || installed === "all");
}

/** Whether the tree is still whole; npm installs Node itself on Linux and Windows only. */
function isComplete() {
  const needed = ["fastify/package.json", ...(process.platform === "linux" ? [".bin/node"] : [])];
  return needed.every((path) => existsSync(`${modules}/${path}`));
}

/** Allows one installation at a time in this folder: two at once leave a broken tree. */
async function waitForTurn() {
  const end = Date.now() + WAIT_MS;
  for (let told = false; ; told = true) {
    try {
      mkdirSync(lockFolder);
      writeFileSync(`${lockFolder}/pid`, String(process.pid));
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (!isOwnerAlive()) rmSync(lockFolder, { recursive: true, force: true });
    else if (Date.now() > end)
      fail(`Another installation has been running for long: wait for it, or delete ${lockFolder}.`);
    else if (!told) console.log("Waiting for another installation in this folder…");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function isOwnerAlive() {
  try {
    process.kill(Number(readFileSync(`${lockFolder}/pid`, "utf8")), 0);
    return true;
  } catch (error) {
    // ENOENT counts as alive: the owner has just created the folder and not written its id yet.
    return error.code === "EPERM" || error.code === "ENOENT";
  }
}

function install() {
  console.log(wanted === "all" ? "Installing (with development tools)…" : "Installing…");
  rmSync(marker, { force: true });
  // `npm ci` empties the folder first, under servers that may be running from it, so it only fills a new one. `npm
  // install` adds to what is there; without --no-save it would rewrite the lock file.
  const command = existsSync(modules) ? ["install", "--no-save"] : ["ci"];
  const scope = wanted === "all" ? ["--include=dev"] : ["--omit=dev"];
  const args = [...command, ...scope, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  // npm passes its own entry file to its scripts; on Windows "npm" alone cannot be spawned.
  const npm = process.env.npm_execpath;
  // `npm pack --dry-run` would otherwise make this installation a dry run, too.
  const how = { cwd: root, stdio: "inherit", env: { ...process.env, npm_config_dry_run: "" } };
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], how)
    : spawnSync("npm", args, { ...how, shell: true });
  if (status !== 0) {
    rmSync(lockFolder, { recursive: true, force: true });
    fail(
      "The installation failed: see what npm says above; `rm -rf node_modules` and trying again may help.",
    );
  }
  if (wanted === "all")
    spawnSync(process.execPath, [`${root}/scripts/generate-types.mjs`], { stdio: "inherit" });
  writeFileSync(marker, `${lockFile} ${wanted}`);
}

function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}
