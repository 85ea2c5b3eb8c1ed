import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadCatalog, SHIPPED_CONNECTORS } from "./catalog.ts";
import { COMPILED_FILE, compileConnectors, GRADES_FILE } from "./compiled-connectors.ts";

const folder = mkdtempSync(join(tmpdir(), "junctor-compiled-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = (
  directory: string,
  compiled: boolean,
  environment = (_: string): string | undefined => undefined,
) => loadCatalog({ directories: [directory], environment, compiled: compiled ? directory : undefined });
const infos = (catalog: Awaited<ReturnType<typeof load>>) => catalog.list().map(({ info }) => info);

test("compiled connectors equal those read from source", async () => {
  const variable = (name: string) => (name.endsWith("_CLIENT_ID") ? "id" : undefined);
  const read = await load(SHIPPED_CONNECTORS, false, variable);
  cpSync(SHIPPED_CONNECTORS, join(folder, "shipped"), { recursive: true });
  writeFileSync(join(folder, "shipped", COMPILED_FILE), await compileConnectors(SHIPPED_CONNECTORS));
  const compiled = await load(join(folder, "shipped"), true, variable);
  // Only compiled ones have a grade, each of them.
  const ungraded = infos(compiled).map(({ grade, ...info }) => ({ ...info, isGraded: grade !== undefined }));
  expect(ungraded).toEqual(infos(read).map((info) => ({ ...info, isGraded: true })));
});

test("a changed source takes precedence over its compiled form, and broken ones are reported", async () => {
  const own = join(folder, "own");
  const write = (slug: string, more = "", base = "https://shop.example.com") => {
    mkdirSync(join(own, slug), { recursive: true });
    writeFileSync(
      join(own, slug, "manifest.yaml"),
      `slug: ${slug}
name: Before ${slug}
description: Text.
version: 1.0.0
base_url: ${base}
auth: { keybased: { fields: [] } }
actions: { read: { title: R, description: R., hints: { read_only: true }, input: { type: object }, request: { method: GET, path: / } } }
${more}`,
    );
  };
  write("a");
  write("b");
  write("broken", "color: red\n");
  write("c", "", "${SHOP_URL}/v1");
  writeFileSync(join(own, COMPILED_FILE), await compileConnectors(own));
  expect(readFileSync(join(own, COMPILED_FILE), "utf8").split("\n")).toHaveLength(4);
  writeFileSync(join(own, GRADES_FILE), JSON.stringify({ a: "A", b: "B" }));

  const file = join(own, "a", "manifest.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("Before a", "After a"));
  const variables: Record<string, string> = { SHOP_URL: "no address" };
  const catalog = await load(own, true, (name) => variables[name]);
  expect(infos(catalog).map(({ name, grade }) => [name, grade])).toEqual([
    ["After a", undefined],
    ["Before b", "B"],
  ]);
  const said = catalog.problems().map(({ message }) => message);
  expect(said).toEqual([
    `${join(own, "broken", "manifest.yaml")}:8: color is not known here.`,
    `${join(own, "c", "manifest.yaml")}:5: base_url must be an http or https address.`,
  ]);

  variables.SHOP_URL = "https://shop.example.com/";
  await catalog.reload();
  expect(infos(catalog).map(({ name }) => name)).toEqual(["After a", "Before b", "Before c"]);
});
