// `npm run junctor`: builds the dashboard for the commands that need it, then runs the command. All others work
// where it cannot be built. Plain JavaScript, like install.mjs.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

// `migrate` is the step of an upgrade after which units of systemd serve what is already built.
const NEEDS_DASHBOARD = ["serve", "all", "migrate"];

// Older versions are told by junctor.mjs what to do.
const isNew = Number(process.versions.node.split(".")[0]) >= 24;

if (isNew && NEEDS_DASHBOARD.includes(process.argv[2])) {
  // In its own process: what builds it would stay in the server's memory.
  const build = fileURLToPath(new URL("build-web.mjs", import.meta.url));
  const { status } = spawnSync(process.execPath, [build], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
await import("../server/junctor.mjs");
