import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compileDirectory } from "./compile-directory.ts";
import { createDirectory } from "./directory.ts";
import type { DirectoryEntry } from "./entry-schema.ts";
import { getGrade } from "./grade.ts";
import { renderIcon } from "./icon.ts";

const MARK = { path: "M0 0h24v24H0z", hex: "635BFF" };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "directory-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function compile(files: Record<string, string>): DirectoryEntry[] {
  for (const [name, lines] of Object.entries(files))
    writeFileSync(join(folder, name), `as_of: 2026-01-31\napplications:\n${lines}\n`);
  const text = compileDirectory(folder, (slug) => (slug === "known" ? MARK : undefined));
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const line = (slug: string, more = "") =>
  `  ${slug}: { name: ${slug}, about: Things., url: "https://api.example.com"${more} }`;

test("entries are sorted by slug, with their category, their day and their icon", () => {
  const entries = compile({
    "support.yaml": line("zeta", ", icon: known"),
    "crm.yaml": line("alpha", ", as_of: 2025-12-01"),
  });
  expect(entries).toMatchObject([
    { slug: "alpha", category: "crm", as_of: "2025-12-01" },
    { slug: "zeta", category: "support", as_of: "2026-01-31", mark: MARK },
  ]);
});

test("every problem is named: unknown members, icons that there are not, slugs in two files", () => {
  const broken = () =>
    compile({
      "a.yaml": line("one", ", colour: red"),
      "b.yaml": `${line("two", ", icon: nowhere")}\n${line("three")}`,
      "c.yaml": line("three"),
    });
  expect(broken).toThrow("a.yaml: applications.one.colour is not known here.");
  expect(broken).toThrow("b.yaml: two: there is no icon nowhere.");
  expect(broken).toThrow("c.yaml: three is there twice.");
});

test("a grade follows from what is known and proven", () => {
  const grade = (facts: Partial<DirectoryEntry>) =>
    getGrade({
      slug: "x",
      category: "x",
      as_of: "2026-01-31",
      name: "X",
      about: "X",
      url: "https://x.example",
      ...facts,
    });
  expect(grade({})).toBe("D");
  expect(grade({ check: { path: "/me" } })).toBe("C");
  expect(grade({ document: "api/x.json" })).toBe("C");
  expect(grade({ document: "api/x.json", proof: "document" })).toBe("B");
  expect(grade({ proof: { ran: "X 1.0", on: "2026-01-31" } })).toBe("A");
});

test("a search finds words of names, descriptions and categories, by their beginnings, names first", () => {
  const directory = createDirectory(
    compile({
      "crm.yaml":
        '  aaa: { name: Aaa, about: "Contacts for Zoo.", url: "https://a.example" }\n  zoo: { name: Zoo, about: Deals., url: "https://z.example" }',
    }),
  );
  const found = (search: string) => directory.find({ search }).map(({ slug }) => slug);
  expect(found("zoo")).toEqual(["zoo", "aaa"]);
  expect(found("cont")).toEqual(["aaa"]);
  expect(found("zoo deals")).toEqual(["zoo"]);
  expect(found("crm")).toHaveLength(2);
  expect(found("nothing")).toEqual([]);
});

test("an icon is a tile of the vendor's color, with a name that cannot leave its attribute", () => {
  const entry = { slug: "x", category: "x", as_of: "", name: 'A"<B>', about: "", url: "" };
  expect(renderIcon(entry)).toBeUndefined();
  const svg = renderIcon({ ...entry, mark: MARK }) ?? "";
  expect(svg).toContain('fill="#635BFF"');
  expect(svg).toContain('aria-label="A&#34;&#60;B&#62;"');
  expect(renderIcon({ ...entry, mark: { ...MARK, hex: "FFFF00" } })).toContain('fill="#1f2328"');
});
