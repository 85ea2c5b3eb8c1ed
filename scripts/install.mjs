// Installs exactly what package-lock.json names, unless that stands already. Plain JavaScript for any Node >= 20:
// it runs before Node 24 is there. `--all` brings the development tools as well.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const marker = `${root}/node_modules/.junctor-installed`;
const wanted = process.argv.includes("--all") ? "all" : "production";
const lock = createHash("sha256")
  .update(readFileSync(`${root}/package-lock.json`))
  .digest("hex");
const [installedLock, installed] = existsSync(marker) ? readFileSync(marker, "utf8").split(" ") : [];

if (installedLock !== lock || (wanted === "all" && installed !== "all")) {
  console.log(wanted === "all" ? "Installing (with development tools)…" : "Installing…");
  const omit = wanted === "all" ? [] : ["--omit=dev"];
  const options = ["ci", ...omit, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  // npm hands its own entry file to the scripts that it runs; on Windows "npm" alone cannot be spawned.
  const npm = process.env.npm_execpath;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", options, { cwd: root, stdio: "inherit", shell: true });
  if (status !== 0) {
    console.error("\nThe installation failed: see what npm says above.");
    process.exit(status ?? 1);
  }
  writeFileSync(marker, `${lock} ${wanted}`);
}
