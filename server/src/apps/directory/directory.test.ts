import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { isObject, type Json } from "../../platform/json/json.ts";
import { SHIPPED_CONNECTORS } from "../catalog/catalog.ts";
import type { HttpRequest, JsonObject } from "../connector.ts";
import { createManifestConnector } from "../providers/manifest/manifest-connector.ts";
import { parseDefinition } from "../providers/manifest/schema/parse-manifest.ts";
import { buildDefinition } from "./build-definition.ts";
import { DIRECTORY_FOLDER, readDirectory } from "./directory.ts";

/** A value at a dotted path, within `body` or an item. */
const put = (path: string, value: Json): Json =>
  path === ""
    ? value
    : path
        .split(".")
        .reduceRight<Json>((inner, name) => (/^\d+$/.test(name) ? [inner] : { [name]: inner }), value);

const merge = (parts: readonly Json[]): Json =>
  parts.every(isObject)
    ? Object.fromEntries(
        [...new Set(parts.flatMap((part) => Object.keys(part)))].map((name) => [
          name,
          merge(parts.flatMap((part) => (name in part ? [part[name] ?? null] : []))),
        ]),
      )
    : (parts[0] ?? null);

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

const withAccounts = directory.find({}).filter(({ oauth2 }) => oauth2?.accounts !== undefined);

test.each(withAccounts)("$slug finds its accounts, and then calls the chosen one", async (entry) => {
  const { url, items, only, name, detail, settings } = entry.oauth2?.accounts ?? {
    url: "",
    name: "",
    settings: {},
  };
  const { actions: _, ...definition } = buildDefinition(entry);
  const read = {
    title: "Read",
    description: "Reads.",
    hints: { read_only: true },
    input: { type: "object" },
  };
  const actions = { read: { ...read, request: { method: "GET", path: "/x" } } };
  const connector = createManifestConnector(
    parseDefinition({ ...definition, actions }, entry.slug).manifest,
    "",
  );
  const entered = Object.fromEntries(
    Object.entries(entry.settings ?? {})
      .filter(([key]) => !(key in settings))
      .map(([key, one]) => [key, typeof one === "object" ? (one.options?.[0] ?? "x1") : "x1"]),
  );
  const members = Object.values(settings).flatMap((text) =>
    [...text.matchAll(/\{([^{}]+)\}/g)].map(([, at = ""]) => at),
  );
  const host = entry.hosts?.find((one) => one.startsWith("*."))?.slice(2);
  const sampleOf = (member: string) => (member.endsWith("uri") ? `https://eu.${host}` : "a-1");
  const item = merge([
    put(name, "Northwind"),
    ...(detail === undefined ? [] : [put(detail, "Here")]),
    ...members.map((member) => put(member, sampleOf(member))),
    ...(only === undefined ? [] : [put(only.item, only.equals[0] ?? "")]),
  ]);
  const body = items === undefined ? item : put(items.replace(/^body\.?/, ""), [item]);
  const sent: HttpRequest[] = [];
  const call = {
    http: async (request: HttpRequest) => {
      sent.push(request);
      const headers = { "content-type": "application/json" };
      return { status: 200, headers, body: Buffer.from(JSON.stringify(body)) };
    },
    now: Date.now,
  };
  const values = { access_token: "token" };
  const found = await connector.accounts?.({
    ...call,
    credential: { type: "oauth2", settings: entered, values },
  });
  expect(found).toMatchObject([{ name: "Northwind" }]);
  expect(sent[0]?.url).toBe(
    url.replace(/\{(\w+)\}/g, (_all, key) => String(entered[key])).replaceAll(",", "%2C"),
  );
  const chosen = { ...entered, ...found?.[0]?.settings };
  await connector.run("read", {
    ...call,
    input: {},
    credential: { type: "oauth2", settings: chosen, values },
  });
  const used = [sent[1]?.url, ...Object.values(sent[1]?.headers ?? {})].join(" ");
  const lists = JSON.stringify(entry.lists ?? {});
  for (const [key, value] of Object.entries(found?.[0]?.settings ?? {}))
    expect(used.includes(value) || lists.includes(`{${key}}`), key).toBe(true);
});
