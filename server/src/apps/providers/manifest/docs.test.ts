import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createManifestConnector } from "./manifest-connector.ts";
import { parseManifestFile, parseManifestJson } from "./schema/parse-manifest.ts";

const text = readFileSync(new URL("../../../../../docs/add-a-connector.md", import.meta.url), "utf8");
const blocks = [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, block]) => block ?? "");
const whole = blocks.find((block) => block.startsWith("slug:")) ?? "";
const parts = blocks.filter((block) => block !== whole);

test("the whole connector of the documentation works", () => {
  const manifest = parseManifestFile({ file: "docs/add-a-connector.md", text: whole }, () => undefined);
  const { info } = createManifestConnector(manifest, "");
  expect(info.actions.map(({ id }) => id)).toEqual(["create_movement", "list_movements"]);
  expect(info.triggers).toMatchObject([
    { id: "new_movement", delivery: { kind: "webhook", automatic: true } },
  ]);
  expect(info.options).toEqual([{ id: "articles", needs: [] }]);
});

test.each(parts.map((part) => [part.split("\n").slice(0, 3).join(" ").replace(/\s+/g, " "), part]))(
  "the part «%s» of the documentation fits into a connector",
  (_, part) => {
    const { options, triggers, ...rest } = parse(whole);
    const given = parse(part);
    // The option lists are used by the complete example's own action, which an example with `actions` replaces.
    const base = given.actions === undefined ? { options, triggers, ...rest } : { triggers, ...rest };
    const { objects, object_kinds: _kinds, ...same } = given;
    const manifest = parseManifestJson({ ...base, ...given }, "docs");
    expect(manifest).toMatchObject(same);
    for (const id of Object.keys(objects ?? {})) expect(manifest.actions).toHaveProperty(`get_${id}`);
  },
);

test("the documentation shows a part for everything that it describes", () => {
  expect(parts.length).toBeGreaterThanOrEqual(6);
});
