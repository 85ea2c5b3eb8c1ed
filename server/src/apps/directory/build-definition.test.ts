import { expect, test } from "vitest";
import { createManifestConnector } from "../providers/manifest/manifest-connector.ts";
import { parseDefinition } from "../providers/manifest/schema/parse-manifest.ts";
import { buildDefinition } from "./build-definition.ts";
import type { DirectoryEntry } from "./entry-schema.ts";
import { listSignIns } from "./sign-in.ts";

const BASE = {
  slug: "tickets",
  category: "support",
  as_of: "2026-01-31",
  name: "Tickets",
  about: "Tickets and queues.",
  url: "https://api.tickets.example/v1",
} as const;

const define = (facts: Partial<DirectoryEntry>) =>
  parseDefinition(buildDefinition({ ...BASE, ...facts }), "tickets").manifest;

test("a key is a bearer token unless the facts name a header, a parameter or a form", () => {
  const applyOf = (key: DirectoryEntry["key"]) => define({ key }).auth.keybased?.apply;
  expect(applyOf({})).toEqual({ headers: { Authorization: "Bearer {{ credentials.api_key }}" } });
  expect(applyOf({ header: "X-Key" })).toEqual({ headers: { "X-Key": "{{ credentials.api_key }}" } });
  expect(applyOf({ query: "token" })).toEqual({ query: { token: "{{ credentials.api_key }}" } });
  expect(applyOf({ value: "Token {key}" })).toEqual({
    headers: { Authorization: "Token {{ credentials.api_key }}" },
  });
  expect(applyOf([{ header: "X-Key" }, { name: "app_key", header: "X-App" }])).toEqual({
    headers: { "X-Key": "{{ credentials.api_key }}", "X-App": "{{ credentials.app_key }}" },
  });
});

test("basic authentication asks for what has a label, and hides a key that stands alone", () => {
  const { keybased } = define({ basic: { username: "API key", password: { value: "x" } } }).auth;
  expect(keybased).toMatchObject({
    fields: [{ name: "username", label: "API key", type: "password" }],
    apply: { basic: { username: "{{ credentials.username }}", password: "x" } },
  });
  expect(define({ basic: { username: "Email", password: "Token" } }).auth.keybased?.fields).toMatchObject([
    { label: "Email", type: "text" },
    { label: "Token", type: "password" },
  ]);
});

test("a key and basic authentication are alternatives, and the first way is the default", () => {
  const oauth2 = { authorize: "https://tickets.example/authorize", token: "https://tickets.example/token" };
  const both = define({ key: {}, basic: { username: "Email", password: "Token" } }).auth.keybased;
  expect(both?.ways).toMatchObject([{ needs: ["api_key"] }, { needs: ["username", "password"] }]);
  expect(define({ key: {}, oauth2 }).auth.default).toBe("keybased");
  expect(define({ oauth2, key: {} }).auth.default).toBe("oauth2");
  expect(listSignIns({ ...BASE, oauth2, key: {} })).toEqual(["oauth2", "key"]);
  const machine = { grant: "client_credentials", token: "https://tickets.example/token" } as const;
  expect(listSignIns({ ...BASE, oauth2: machine })).toEqual(["client_credentials"]);
  expect(define({ oauth2: machine }).auth.oauth2?.fields).toMatchObject([
    { name: "client_id" },
    { name: "client_secret" },
  ]);
  expect(define({ open: true }).auth.keybased).toEqual({ fields: [] });
  expect(define({ open: true, key: {} }).auth.keybased?.fields).toMatchObject([
    { name: "api_key", required: false },
  ]);
});

test("what customers enter becomes settings, wherever it stands", () => {
  const manifest = define({
    url: "https://{shop}.tickets.example/v1",
    settings: { shop: { label: "Shop", help: "Before .tickets.example", options: ["a", "b"] } },
    oauth2: {
      authorize: "https://{shop}.tickets.example/authorize",
      token: "https://{shop}.tickets.example/token",
    },
    check: { path: "/me?fields=id,name", account: "body.name" },
    open: undefined,
  });
  expect(manifest).toMatchObject({
    base_url: "https://{{ settings.shop }}.tickets.example/v1",
    settings: [{ name: "shop", type: "select", help_text: "Before .tickets.example" }],
    auth: { oauth2: { token_url: "https://{{ settings.shop }}.tickets.example/token" } },
    check: { request: { path: "/me", query: { fields: "id,name" } }, account: "{{ body.name }}" },
  });
});

test("a list becomes an action, and triggers for new and for changed items", () => {
  const { actions, triggers = {} } = define({
    key: {},
    lists: {
      company: {
        path: "/companies?sort=-id",
        items: "body.data",
        id: "id",
        time: "updated.at",
        plural: "companies",
      },
    },
  });
  expect(actions.list_companies).toMatchObject({
    title: "List companies",
    request: { query: { sort: "-id" } },
  });
  expect(Object.keys(triggers)).toEqual(["new_company", "company_changed"]);
  expect(triggers.company_changed?.poll?.key).toBe("{{ item.id }} {{ item.updated.at }}");
  const withoutTime = define({ key: {}, lists: { note: { path: "/notes", items: "body", id: "id" } } });
  expect(Object.keys(withoutTime.triggers ?? {})).toEqual(["new_note"]);
});

test("only a customer's own client may be sent to an address that the customer enters", () => {
  const url = { url: "{url}/api", settings: { url: "Address" } };
  const token = "{url}/oauth/token";
  const own = define({ ...url, oauth2: { grant: "client_credentials", token } });
  expect(own.auth.oauth2?.token_url).toBe("{{ settings.url }}/oauth/token");
  expect(() => define({ ...url, oauth2: { authorize: "https://tickets.example/authorize", token } })).toThrow(
    "must not begin with a setting",
  );
});

test("a choice may be several labels of a host, and anything else only one", () => {
  const connector = createManifestConnector(
    define({
      url: "https://api.{region}/v1",
      settings: { region: { label: "Region", options: ["tickets.example", "eu.tickets.example"] } },
      key: {},
    }),
    "",
  );
  expect(connector.baseAddress?.({ region: "eu.tickets.example" })).toBe("https://api.eu.tickets.example/v1");
  expect(() => connector.baseAddress?.({ region: "evil.example" })).toThrow("region must be letters");
  expect(() => connector.baseAddress?.({ region: "tickets.example/x" })).toThrow("region must be letters");
});
