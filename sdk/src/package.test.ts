import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { json, startAnsweringServer } from "../test/answering-server.ts";

const run = promisify(execFile);
const SDK = fileURLToPath(new URL("..", import.meta.url));
const TSC = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));

const PROGRAM = `
import { createServerClient, JunctorError } from "@junctor/sdk";
const junctor = createServerClient({ baseUrl: process.argv[2], apiKey: "tk_secret" });
const account = await junctor.linkedAccounts.get("acme");
const error = await junctor.linkedAccounts.get("nobody").catch((reason) => reason);
console.log(JSON.stringify([account.account_id, error instanceof JunctorError, error.code]));
`;

const TYPED = `
import { createServerClient, JunctorError, type ServerClient } from "@junctor/sdk";
const junctor: ServerClient = createServerClient({ baseUrl: "https://junctor.example.com", apiKey: "tk_secret" });
const account = await junctor.linkedAccounts.upsert({ linked_account_id: "acme", udf: { seats: 3 } });
export const environment: "test" | "production" = account.environment;
export const status = (error: unknown): number => (error instanceof JunctorError ? error.status : 0);
// @ts-expect-error: linked_account_id is required
await junctor.linkedAccounts.upsert({ name: "Acme" });
// @ts-expect-error: an account has no such field
account.nothing;
`;

/** The examples of the README, each a program of its own. */
const EXAMPLES = [...readFileSync(join(SDK, "README.md"), "utf8").matchAll(/```ts\n([\s\S]*?)```/g)].map(
  ([, code = ""]) => code,
);

let folder: string;

/** The library as it would come from the registry, in the node_modules of an empty project. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "junctor-sdk-"));
  await run("npm", ["pack", "--pack-destination", folder], { cwd: SDK });
  const { version } = JSON.parse(readFileSync(join(SDK, "package.json"), "utf8"));
  const installed = join(folder, "node_modules/@junctor/sdk");
  mkdirSync(installed, { recursive: true });
  await run("tar", [
    "-xzf",
    join(folder, `junctor-sdk-${version}.tgz`),
    "-C",
    installed,
    "--strip-components=1",
  ]);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the package needs nothing else and holds no tests", async () => {
  const installed = join(folder, "node_modules/@junctor/sdk");
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  expect(manifest.dependencies).toBeUndefined();
  const { stdout } = await run("find", [installed, "-name", "*.test.*"]);
  expect(stdout).toBe("");
});

test("a plain Node program imports and uses it", async () => {
  const server = await startAnsweringServer([
    json(200, { account_id: "acme" }),
    json(404, { error_code: "RESOURCE_NOT_FOUND", message: "Linked account not found", request_id: "r" }),
  ]);
  writeFileSync(join(folder, "use.js"), PROGRAM);
  const { stdout } = await run(process.execPath, [join(folder, "use.js"), server.baseUrl]);
  expect(JSON.parse(stdout)).toEqual(["acme", true, "RESOURCE_NOT_FOUND"]);
  await server.close();
});

test.each(["nodenext", "bundler"])(
  "its types are held to, and the README's examples compile, by moduleResolution %s",
  async (moduleResolution) => {
    const files = [TYPED, ...EXAMPLES].map((code, index) => {
      writeFileSync(join(folder, `use-${index}.ts`), code);
      return `use-${index}.ts`;
    });
    const compilerOptions = {
      target: "es2022",
      module: moduleResolution === "bundler" ? "esnext" : "nodenext",
      moduleResolution,
      strict: true,
      noEmit: true,
      types: [],
      lib: ["es2022", "dom", "dom.iterable"],
    };
    const config = join(folder, `tsconfig.${moduleResolution}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, files }));
    const findings = await run(process.execPath, [TSC, "-p", config]).then(
      ({ stdout }) => stdout,
      (error: Error & { stdout: string }) => error.stdout || error.message,
    );
    expect(findings).toBe("");
  },
  60_000,
);
