import { expect, test } from "vitest";
import { ManifestError } from "../schema/manifest-error.ts";
import { parseManifestJson } from "../schema/parse-manifest.ts";

const ACCOUNTS = {
  request: { method: "GET", base_url: "https://id.shop.example", path: "/accounts" },
  items: "body",
  name: "{{ item.name }}",
  settings: { site: "{{ item.id }}" },
};

function problem(accounts: object, oauth2: object = {}, more: object = {}): string {
  const manifest = {
    slug: "shop",
    name: "Shop",
    description: "A shop.",
    version: "1.0.0",
    base_url: "https://{{ settings.site }}.shop.example/v1",
    auth: {
      oauth2: {
        authorize_url: "https://id.shop.example/authorize",
        token_url: "https://id.shop.example/token",
        accounts: { ...ACCOUNTS, ...accounts },
        ...oauth2,
      },
    },
    actions: {
      list: {
        title: "List",
        description: "Lists.",
        hints: { read_only: true },
        input: { type: "object", properties: {} },
        request: { method: "GET", path: "/things" },
      },
    },
    ...more,
  };
  try {
    parseManifestJson(manifest, "test");
  } catch (error) {
    if (error instanceof ManifestError) return error.message;
    throw error;
  }
  return "accepted";
}

test("an account's settings exist in every address, header and request without being entered", () => {
  expect(problem({})).toBe("accepted");
  expect(problem({}, {}, { headers: { "X-Site": "{{ settings.site }}" } })).toBe("accepted");
  expect(problem({}, {}, { headers: { "X-Site": "{{ settings.other }}" } })).toContain("settings.other");
});

test("before an account is chosen there are none: not in the list's request, nor in the sign-in", () => {
  const request = { method: "GET", path: "/accounts" };
  expect(problem({ request })).toMatch(/accounts\.request\.base_url.*settings\.site/s);
  const path = "/{{ settings.site }}";
  expect(problem({ request: { ...ACCOUNTS.request, path } })).toMatch(/request\.path.*settings\.site/s);
  for (const name of ["authorize_url", "token_url"])
    expect(problem({}, { [name]: "https://{{ settings.site }}.shop.example/x" })).toMatch(
      new RegExp(`${name}.*settings\\.site`, "s"),
    );
  expect(problem({}, { revoke_url: "https://{{ settings.site }}.shop.example/x" })).toBe("accepted");
});

test("who connects with a key enters what a sign-in would find", () => {
  const keybased = {
    fields: [{ name: "key", label: "Key" }],
    apply: { query: { k: "{{ credentials.key }}" } },
  };
  const auth = (more: object) => ({
    auth: {
      oauth2: {
        authorize_url: "https://id.shop.example/authorize",
        token_url: "https://id.shop.example/token",
        accounts: ACCOUNTS,
      },
      keybased,
    },
    ...more,
  });
  expect(problem({}, {}, auth({}))).toContain("customers who connect with a key enter site");
  expect(problem({}, {}, auth({ settings: [{ name: "site", label: "Site" }] }))).toBe("accepted");
});

test("a provider's answer chooses a whole address only among the manifest's hosts", () => {
  const base_url = "{{ settings.site }}/api";
  expect(problem({}, {}, { base_url })).toMatch(/hosts.*is missing/s);
  expect(problem({}, {}, { base_url, hosts: ["*.shop.example"] })).toBe("accepted");
  expect(problem({}, {}, { base_url, hosts: ["shop.example"] })).toContain(
    "id.shop.example, which is not one",
  );
});

test("a list is given once, or the response itself is the account; without consent there are none", () => {
  expect(problem({ items: undefined })).toBe("accepted");
  expect(problem({ items: "headers.x" })).toContain("must begin with body");
  const paging = { items: "body", link: {} };
  expect(problem({ items: "body", paging })).toContain("given twice");
  expect(problem({ items: undefined, paging })).toBe("accepted");
  expect(problem({ name: "{{ body.name }}" })).toContain("refers to body");
  expect(problem({ detail: "{{ body.name }}" })).toContain("refers to body");
  expect(problem({ settings: { site: "{{ credentials.access_token }}" } })).toContain(
    "refers to credentials",
  );
  const apply = (text: string) => ({ apply: { headers: { Authorization: text } } });
  expect(problem(apply("OAuth {{ credentials.access_token }}"))).toBe("accepted");
  expect(problem(apply("OAuth {{ settings.site }}"))).toContain("settings.site");
  expect(problem({ settings: {} })).toContain("accounts.settings");
  const grant = "client_credentials";
  expect(problem({}, { grant, authorize_url: undefined })).toContain("only for grant authorization_code");
});
