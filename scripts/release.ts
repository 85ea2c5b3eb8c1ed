// `npm run release -- 0.2.0`: sets the version in every file that has it, gives the changelog's unreleased entries its
// heading, packs the client library, commits and tags. `--dry-run` leaves commit and tag out. Without a version: the
// present one if it has no tag yet, otherwise the next minor one.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const ROOT = join(import.meta.dirname, "..");
const VERSION = /^\d+\.\d+\.\d+$/;
const UNRELEASED = "## Unreleased\n";

interface Manifest {
  version: string;
  readonly dependencies?: Record<string, string>;
}

const { values, positionals } = parseArgs({
  options: { "dry-run": { type: "boolean", default: false } },
  allowPositionals: true,
});
const { version: old, workspaces } = JSON.parse(read("package.json")) as Manifest & { workspaces: string[] };
const next = positionals[0] ?? (hasTag(old) ? nextMinor(old) : old);

checkRelease();
setVersions();
headChangelog();
packClient();
if (values["dry-run"]) {
  console.log(`This would be ${next}. Nothing is committed; \`git restore .\` takes it back.`);
} else {
  git("commit", "--all", "--message", `release: ${next}`);
  git("tag", "--annotate", `v${next}`, "--message", `Junctor ${next}`);
  console.log(`Tagged v${next}. Publish it with: git push --follow-tags`);
}

function checkRelease(): void {
  if (!VERSION.test(next)) fail(`"${next}" is not a version like 1.2.3.`);
  if (isOlder(next, old)) fail(`${next} is older than ${old}.`);
  if (hasTag(next)) fail(`The tag v${next} exists already.`);
  if (git("status", "--porcelain") !== "") fail("Commit or stash your changes first.");
  const [, entries = ""] = read("CHANGELOG.md").split(UNRELEASED);
  if (!/^\s*[^#\s]/m.test(entries.split(/^## /m)[0] ?? "")) fail("CHANGELOG.md has no unreleased entries.");
}

function setVersions(): void {
  const names = workspaces.map(
    (folder) => (JSON.parse(read(`${folder}/package.json`)) as { name: string }).name,
  );
  const raise = (manifest: Manifest): void => {
    manifest.version = next;
    for (const name of names) if (manifest.dependencies?.[name]) manifest.dependencies[name] = next;
  };
  for (const folder of [".", ...workspaces]) changeJson<Manifest>(join(folder, "package.json"), raise);
  changeJson<Manifest & { packages: Record<string, Manifest> }>("package-lock.json", (lock) => {
    lock.version = next;
    for (const folder of ["", ...workspaces])
      raise(lock.packages[folder] ?? fail(`The lock file lacks ${folder}.`));
  });
  replace("openapi.json", `    "version": "${old}",\n`, `    "version": "${next}",\n`);
  replace("sdk/README.md", `junctor-sdk-${old}.tgz`, `junctor-sdk-${next}.tgz`);
}

function headChangelog(): void {
  const today = new Date().toISOString().slice(0, 10);
  replace("CHANGELOG.md", UNRELEASED, `${UNRELEASED}\n## ${next} – ${today}\n`);
}

/** As `npm pack -w sdk`, but without installing first: of the lock file only our own versions are new. */
function packClient(): void {
  rmSync(join(ROOT, "sdk/dist"), { recursive: true, force: true });
  run(process.execPath, "scripts/generate-types.mjs");
  run(process.execPath, "node_modules/typescript/bin/tsc", "-p", "sdk/tsconfig.json");
  console.log(`Packed ${run("npm", "pack", "--workspace", "sdk", "--ignore-scripts", "--silent").trim()}.`);
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

function changeJson<Content>(file: string, change: (content: Content) => void): void {
  const content = JSON.parse(read(file)) as Content;
  change(content);
  writeFileSync(join(ROOT, file), `${JSON.stringify(content, null, 2)}\n`);
}

function replace(file: string, from: string, to: string): void {
  const text = read(file);
  if (!text.includes(from)) fail(`${file} lacks ${JSON.stringify(from)}.`);
  writeFileSync(join(ROOT, file), text.replaceAll(from, to));
}

function hasTag(version: string): boolean {
  return git("tag", "--list", `v${version}`) !== "";
}

function nextMinor(version: string): string {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return `${major}.${minor + 1}.0`;
}

function isOlder(one: string, other: string): boolean {
  return one.localeCompare(other, "en", { numeric: true }) < 0;
}

function git(...args: string[]): string {
  return run("git", ...args).trim();
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
