import { expect, test } from "vitest";
import type { HttpRequest } from "../../connector.ts";
import { createManifestConnector } from "./manifest-connector.ts";
import { parseManifestJson } from "./schema/parse-manifest.ts";

const LIST = {
  request: { method: "GET", path: "/me" },
  name: "{{ item.name }}",
  settings: { id: "{{ item.id }}" },
};

/** The accounts that a manifest's list finds in these responses, and the requests for them. */
async function read(accounts: object, ...responses: unknown[]) {
  const sent: HttpRequest[] = [];
  const manifest = parseManifestJson(
    {
      slug: "shop",
      name: "Shop",
      description: "A shop.",
      version: "1.0.0",
      base_url: "https://shop.example",
      auth: {
        oauth2: {
          authorize_url: "https://shop.example/authorize",
          token_url: "https://shop.example/token",
          accounts: { ...LIST, ...accounts },
        },
      },
      actions: {
        list: {
          title: "List",
          description: "Lists.",
          hints: { read_only: true },
          input: { type: "object" },
          request: { method: "GET", path: "/things" },
        },
      },
    },
    "test",
  );
  const found = await createManifestConnector(manifest, "").accounts?.({
    credential: { type: "oauth2", settings: {}, values: { access_token: "the-token" } },
    http: async (request) => {
      sent.push(request);
      return {
        status: 200,
        headers: { "content-type": "application/json" },
        body: Buffer.from(JSON.stringify(responses[sent.length - 1])),
      };
    },
    now: Date.now,
  });
  return { found, sent };
}

test("numbers become texts, and an account without a name is called by its first setting", async () => {
  const { found, sent } = await read({ items: "body" }, [{ id: 7, name: "Seven" }, { id: 8 }]);
  expect(found).toEqual([
    { name: "Seven", settings: { id: "7" } },
    { name: "8", settings: { id: "8" } },
  ]);
  expect(sent[0]?.headers?.authorization).toBe("Bearer the-token");
});

test("without a list the response is the account", async () => {
  expect((await read({}, { id: "a", name: "A" })).found).toEqual([{ name: "A", settings: { id: "a" } }]);
});

test("an item that lacks a setting, or has one that no address or header can carry, is no account", async () => {
  const ids = [undefined, null, "", "a b", "a\nb", `"`, "ü", "x".repeat(201), "x".repeat(200), "ok"];
  const { found } = await read(
    { items: "body" },
    ids.map((id) => ({ id, name: "N" })),
  );
  expect(found?.map(({ settings }) => settings.id)).toEqual(["x".repeat(200), "ok"]);
});

test("only the items meant are accounts: by a value, or by one of a list", async () => {
  const items = [
    { id: "a", kind: "shop", tags: ["x", "y"] },
    { id: "b", kind: "wiki", tags: ["y"] },
    { id: "c" },
  ];
  const ids = async (only: object) => {
    const { found } = await read({ items: "body", only }, items);
    return found?.map(({ settings }) => settings.id);
  };
  expect(await ids({ item: "kind", equals: ["shop", "cafe"] })).toEqual(["a"]);
  expect(await ids({ item: "tags", equals: ["y"] })).toEqual(["a", "b"]);
  expect(await ids({ item: "tags.0", equals: ["z"] })).toEqual([]);
});

test("pages are read, at most ten, and an account that is listed twice counts once", async () => {
  const pages = Array.from({ length: 12 }, (_, i) => ({
    next: i + 1,
    list: [
      { id: i, name: "N" },
      { id: 0, name: "Again" },
    ],
  }));
  const paging = { items: "body.list", cursor: { from: "body.next", to: "query.after" } };
  const { found, sent } = await read({ paging }, ...pages);
  expect(sent).toHaveLength(10);
  expect(found?.[0]?.name).toBe("N");
  expect(found?.map(({ settings }) => settings.id)).toEqual([
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
  ]);
});

test("the token may go elsewhere than in other requests", async () => {
  const apply = { headers: { Authorization: "OAuth {{ credentials.access_token }}" } };
  const { sent } = await read({ apply, items: "body" }, []);
  expect(sent[0]?.headers?.authorization).toBe("OAuth the-token");
});
