import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const VERSIONED = ["package.json", "package-lock.json", "openapi.json", "CHANGELOG.md", "tsconfig.json"];
const PACKAGES = ["connectors", "server", "web"].map((folder) => `${folder}/package.json`);

/** A repository with everything that a release touches. */
function cloneForRelease(version: string) {
  const folder = mkdtempSync(join(tmpdir(), "junctor-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const isSource = (path: string) => !/\/(dist|node_modules|openapi\.generated\.ts)$/.test(path);
  for (const file of [...VERSIONED, ...PACKAGES, "sdk", "scripts"])
    cpSync(join(ROOT, file), join(folder, file), { recursive: true, filter: isSource });
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules")).filter((one) => !one.startsWith(".")))
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  writeFileSync(join(folder, ".gitignore"), "node_modules/\ndist/\n*.tgz\nopenapi.generated.ts\n");
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
    return { status, stdout: stdout.trim(), stderr: stderr.trim() };
  };
  const git = (...args: string[]) => run("git", ...args);
  git("init", "--quiet");
  for (const [key = "", value = ""] of [
    ["user.name", "Test"],
    ["user.email", "test@example.com"],
  ])
    git("config", key, value);
  git("add", "--all");
  git("commit", "--quiet", "--message", "start");
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const release = (...args: string[]) => run(process.execPath, "scripts/release.ts", ...args);
  expect(JSON.parse(read("package.json")).version).toBe(version);
  return { folder, git, read, release };
}

const { version: CURRENT } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

test("a dry run sets the versions, heads the changelog and packs the client library, but commits nothing", () => {
  const { folder, git, read, release } = cloneForRelease(CURRENT);
  const { status, stdout, stderr } = release("99.0.0", "--dry-run");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("Packed junctor-sdk-99.0.0.tgz.");
  expect(existsSync(join(folder, "junctor-sdk-99.0.0.tgz"))).toBe(true);
  for (const file of ["package.json", ...PACKAGES, "sdk/package.json", "package-lock.json"])
    expect([file, JSON.parse(read(file)).version]).toEqual([file, "99.0.0"]);
  expect(JSON.parse(read("web/package.json")).dependencies["@junctor/sdk"]).toBe("99.0.0");
  const { packages } = JSON.parse(read("package-lock.json"));
  for (const name of ["", "connectors", "server", "sdk", "web"])
    expect(packages[name].version).toBe("99.0.0");
  expect(packages.web.dependencies["@junctor/sdk"]).toBe("99.0.0");
  expect(JSON.parse(read("openapi.json")).info.version).toBe("99.0.0");
  expect(read("CHANGELOG.md")).toMatch(/^# Changelog\n\n## Unreleased\n\n## 99\.0\.0 – \d{4}-\d\d-\d\d\n\n/);
  expect(git("tag").stdout).toBe("");
  expect(git("log", "--format=%s").stdout).toBe("start");
  // Nothing but versions and the heading.
  expect(git("diff", "--numstat", "openapi.json", "web/package.json").stdout).toBe(
    "1\t1\topenapi.json\n2\t2\tweb/package.json",
  );
});

test("a release is one commit with a tag, and the next one needs new entries and another version", () => {
  const { git, read, release } = cloneForRelease(CURRENT);
  expect(release().status).toBe(0);
  expect(git("status", "--porcelain").stdout).toBe("");
  expect(git("log", "--format=%s").stdout).toBe(`release: ${CURRENT}\nstart`);
  expect(git("describe").stdout).toBe(`v${CURRENT}`);
  expect(release(CURRENT)).toMatchObject({ status: 1, stderr: `The tag v${CURRENT} exists already.` });
  expect(release()).toMatchObject({ status: 1, stderr: "CHANGELOG.md has no unreleased entries." });
  expect(JSON.parse(read("package.json")).version).toBe(CURRENT);
});

test.each([
  ["1.2", '"1.2" is not a version like 1.2.3.'],
  ["0.0.1", `0.0.1 is older than ${CURRENT}.`],
])("the version %s is refused", (version, message) => {
  const { git, release } = cloneForRelease(CURRENT);
  expect(release(version)).toMatchObject({ status: 1, stderr: message });
  expect(git("status", "--porcelain").stdout).toBe("");
});

test("changes that are not committed are no part of a release", () => {
  const { folder, release } = cloneForRelease(CURRENT);
  writeFileSync(join(folder, "new.txt"), "new");
  expect(release("99.0.0")).toMatchObject({ status: 1, stderr: "Commit or stash your changes first." });
});
