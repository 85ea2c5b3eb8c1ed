import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { loadCatalog } from "./catalog.ts";

const root = mkdtempSync(join(tmpdir(), "junctor-catalog-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(join(root, "own"), { recursive: true, force: true });
  rmSync(join(root, "shipped"), { recursive: true, force: true });
});

function write(folder: string, slug: string, name = slug, more = ""): void {
  mkdirSync(join(root, folder, slug), { recursive: true });
  writeFileSync(
    join(root, folder, slug, "manifest.yaml"),
    `slug: ${slug}
name: ${name}
description: Text.
version: 1.0.0
base_url: https://${slug}.example.com
auth: { keybased: { fields: [] } }
actions:
  read:
    title: Read
    description: Reads.
    hints: { read_only: true }
    input: { type: object }
    request: { method: GET, path: / }
${more}`,
  );
}

const load = (onProblem?: (problem: { message: string }) => void) =>
  loadCatalog({
    directories: [join(root, "shipped"), join(root, "own")],
    environment: () => undefined,
    onProblem,
  });

test("a broken connector is reported and skipped, the others load, sorted by name", async () => {
  write("shipped", "b", "Beta");
  write("own", "a", "Alpha");
  write("own", "broken", "Broken", "color: red\n");
  mkdirSync(join(root, "own", "empty"));
  mkdirSync(join(root, "own", ".git"));
  const said: string[] = [];
  const catalog = await load(({ message }) => said.push(message));
  expect(catalog.list().map(({ info }) => info.name)).toEqual(["Alpha", "Beta"]);
  expect(said.sort()).toEqual([
    `${join(root, "own/broken/manifest.yaml")}:14: color is not known here.`,
    `${join(root, "own/empty/manifest.yaml")} cannot be read: it does not exist.`,
  ]);
  expect(catalog.problems()).toHaveLength(2);
});

test("an operator's connector replaces a shipped one, and its folder must have its name", async () => {
  write("shipped", "a", "Shipped");
  write("own", "a", "Own");
  write("own", "b");
  writeFileSync(join(root, "own", "b", "manifest.yaml"), "slug: c\n");
  const catalog = await load();
  expect(catalog.get("a")?.info.name).toBe("Own");
  expect(catalog.get("c")).toBeUndefined();
});

test("a reload finds changes, and a missing folder is only a problem", async () => {
  write("shipped", "a", "Before");
  const catalog = await load();
  expect(catalog.problems().map(({ message }) => message)).toEqual([
    `${join(root, "own")} cannot be read: it does not exist.`,
  ]);
  write("shipped", "a", "After");
  write("own", "new");
  writeFileSync(join(root, "own", "new", "icon.svg"), "<svg/>");
  await catalog.reload();
  expect(catalog.get("a")?.info.name).toBe("After");
  expect(catalog.get("new")?.info.icon).toBe("data:image/svg+xml;base64,PHN2Zy8+");
  expect(catalog.problems()).toEqual([]);
});
