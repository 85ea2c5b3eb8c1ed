import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { SHIPPED_CONNECTORS } from "../catalog/catalog.ts";
import type { JsonObject } from "../connector.ts";
import { createManifestConnector } from "../providers/manifest/manifest-connector.ts";
import { parseDefinition } from "../providers/manifest/schema/parse-manifest.ts";
import { buildDefinition } from "./build-definition.ts";
import { DIRECTORY_FOLDER, readDirectory } from "./directory.ts";

const directory = await readDirectory(DIRECTORY_FOLDER);

test("every entry becomes an application", () => {
  const problems = directory.find({}).flatMap((entry) => {
    try {
      const { actions, ...definition } = buildDefinition(entry);
      // The raw requests are the same for all: one is enough.
      const { get = null } = actions as JsonObject;
      createManifestConnector(parseDefinition({ ...definition, actions: { get } }, entry.slug).manifest, "");
      return [];
    } catch (error) {
      return [`${entry.category}: ${error}`];
    }
  });
  expect(problems).toEqual([]);
});

test("no entry has the slug of a shipped connector", () => {
  const shipped = readdirSync(SHIPPED_CONNECTORS);
  expect(directory.find({}).filter(({ slug }) => shipped.includes(slug))).toEqual([]);
});
