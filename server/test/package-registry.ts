import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startLocalServer } from "../src/platform/outbound/local-server.ts";

/** A registry of npm packages, and the variables with which npm uses it. */
export interface TestRegistry {
  readonly environment: Readonly<Record<string, string>>;
  /** Publishes a version, which becomes the newest. */
  publish(name: string, version: string, source: string): Promise<void>;
  /** How often a tarball was fetched. */
  readonly downloads: () => number;
  close(): Promise<void>;
}

interface PublishedVersion {
  readonly tarball: Buffer;
  readonly facts: object;
}

/** Starts a registry on this machine, and has npm in this process use it until it is closed. */
export async function startTestRegistry(): Promise<TestRegistry> {
  const work = mkdtempSync(join(tmpdir(), "registry-"));
  const packages = new Map<string, Map<string, PublishedVersion>>();
  let downloads = 0;
  const site = await startLocalServer((request, reply) => {
    const path = decodeURIComponent(new URL(request.url ?? "", "http://registry").pathname).slice(1);
    const [name = "", version] = path.split("/-/");
    const versions = packages.get(name);
    const file = version === undefined ? undefined : versions?.get(version.replace(/\.tgz$/, ""));
    if (file !== undefined) {
      downloads += 1;
      return reply.end(file.tarball);
    }
    if (versions === undefined || version !== undefined) return reply.writeHead(404).end("{}");
    reply.setHeader("content-type", "application/json");
    const listed = Object.fromEntries([...versions].map(([id, { facts }]) => [id, facts]));
    return reply.end(
      JSON.stringify({ name, "dist-tags": { latest: [...versions.keys()].at(-1) }, versions: listed }),
    );
  });
  const environment = { npm_config_registry: `${site.origin}/`, npm_config_cache: join(work, "cache") };
  const before = Object.keys(environment).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, environment);
  return {
    environment,
    publish: async (name, version, source) => {
      const tarball = await pack(work, { name, version, source });
      const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
      const dist = { tarball: `${site.origin}/${name}/-/${version}.tgz`, integrity };
      const versions = packages.get(name) ?? new Map<string, PublishedVersion>();
      packages.set(
        name,
        versions.set(version, { tarball, facts: { name, version, main: "index.cjs", dist } }),
      );
    },
    downloads: () => downloads,
    close: async () => {
      for (const [name, value] of before)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      await site.close();
      rmSync(work, { recursive: true, force: true });
    },
  };
}

async function pack(
  work: string,
  { name, version, source }: { name: string; version: string; source: string },
): Promise<Buffer> {
  const folder = mkdtempSync(join(work, "package-"));
  mkdirSync(join(folder, "package"));
  writeFileSync(join(folder, "package/package.json"), JSON.stringify({ name, version, main: "index.cjs" }));
  writeFileSync(join(folder, "package/index.cjs"), source);
  await promisify(execFile)("tar", ["-czf", join(folder, "package.tgz"), "-C", folder, "package"]);
  return readFileSync(join(folder, "package.tgz"));
}

/** A piece whose action greets with `words`; `wait` fetches an address first. */
export function buildGreeter(words: string): string {
  const action = (name: string, props: string, run: string) =>
    `${name}: { name: "${name}", displayName: "${name}", description: "${name}.", props: {${props}}, run: ${run} }`;
  return `exports.greeter = {
    displayName: "Greeter",
    description: "Greets people.",
    getContextInfo: () => ({ version: "2" }),
    auth: { type: "SECRET_TEXT", displayName: "Key", required: true },
    _actions: {
      ${action("greet", "", `async () => ({ said: ${JSON.stringify(words)} })`)},
      ${action(
        "wait",
        `url: { type: "SHORT_TEXT", displayName: "Address", required: true }`,
        `async ({ propsValue }) => { await fetch(propsValue.url); return { said: ${JSON.stringify(words)} }; }`,
      )},
      ${action("pause", "", "async (context) => context.run.pause({})")},
    },
    _triggers: {},
  };`;
}
