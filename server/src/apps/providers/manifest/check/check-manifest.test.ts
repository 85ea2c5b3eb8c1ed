import { describe, expect, test } from "vitest";
import { ManifestError } from "../schema/manifest-error.ts";
import { parseManifestJson } from "../schema/parse-manifest.ts";

const INPUT = { type: "object", properties: { repo: { type: "string" } }, additionalProperties: false };
const LIST = { title: "List", description: "Lists.", hints: { read_only: true }, input: INPUT };
const REQUEST = { method: "GET", path: "/things" };
const CURSOR = { from: "body.next", to: "query.after" };
const POLL = { request: REQUEST, items: "body", key: "{{ item.id }}" };
const HMAC = { header: "x-signature", algorithm: "sha256", key: "{{ hook.secret }}" };
const HOOK = { verify: { hmac: HMAC }, key: "{{ body.id }}" };

function manifest(more: Record<string, unknown> = {}) {
  return {
    slug: "shop",
    name: "Shop",
    description: "A shop.",
    version: "1.0.0",
    base_url: "https://shop.example.com/v1",
    auth: {
      keybased: { fields: [{ name: "key", label: "Key" }], apply: { query: { k: "{{ credentials.key }}" } } },
    },
    actions: { list: { ...LIST, request: REQUEST } },
    ...more,
  };
}

function problem(more: Record<string, unknown>): string {
  try {
    parseManifestJson(manifest(more), "test");
  } catch (error) {
    if (error instanceof ManifestError) return error.message;
    throw error;
  }
  return "accepted";
}

const paged = (paging: unknown, more = {}) => ({
  actions: { list: { ...LIST, request: REQUEST, paging, ...more } },
});
const polled = (poll: unknown) => ({
  triggers: { news: { title: "N", description: "N.", input: INPUT, poll } },
});
const hooked = (webhook: unknown) => ({
  triggers: { news: { title: "N", description: "N.", input: INPUT, webhook } },
});
const VERIFY = { token: { query: "t", equals: "{{ hook.secret }}" } };
const KEPT = {
  verify: VERIFY,
  key: "{{ body.id }}",
  subscribe: { request: REQUEST },
  unsubscribe: { request: REQUEST },
};
const minted = (token: unknown) => ({
  auth: { keybased: { fields: [{ name: "key", label: "Key" }], token } },
});
const chosen = (list: unknown, more = {}) => ({
  actions: {
    list: { ...LIST, input: { ...INPUT, properties: { repo: { "x-options": list } } }, request: REQUEST },
  },
  ...more,
});
const repos = {
  options: { repos: { request: REQUEST, items: "body", name: "{{ item.a }}", value: "{{ item.b }}" } },
};

describe("what is in order is accepted", () => {
  test.each([
    ["paging by cursor", paged({ items: "body.data", cursor: CURSOR })],
    ["paging by link", paged({ items: "body", link: {} })],
    ["a list of choices", chosen("repos", repos)],
    ["a poll", polled(POLL)],
    ["a webhook entered by hand", hooked(HOOK)],
    ["a minted token", minted({ grant: "jwt", jwt: { algorithm: "ES256", key: "{{ credentials.key }}" } })],
  ])("%s", (_, more) => {
    expect(problem(more)).toBe("accepted");
  });
});

describe("what is wrong is named with its place", () => {
  test.each([
    [
      "two manners",
      paged({ items: "body", cursor: CURSOR, link: {} }),
      /paging needs exactly one of .*, not cursor and link\./,
    ],
    [
      "an unknown member of a member, once",
      paged({ items: "body", link: { form: "body.next" } }),
      /^test: actions\.list\.paging\.link\.form is not known here\.$/,
    ],
    ["no manner", paged({ items: "body" }), /list\.paging needs exactly one of cursor, page, offset, link\./],
    [
      "a response beside paging",
      paged({ items: "body", link: {} }, { response: {} }),
      /list\.response cannot be given together with paging: use paging\.item/,
    ],
    ["an output beside paging", paged({ items: "body", link: {} }, { output: {} }), /use paging\.output/],
    [
      "paging of what changes something",
      paged({ items: "body", link: {} }, { hints: { read_only: false } }),
      /is only for actions with hints\.read_only/,
    ],
    [
      "an own cursor",
      paged({ items: "body", link: {} }, { input: { type: "object", properties: { cursor: {} } } }),
      /properties\.cursor is added by paging/,
    ],
    ["items elsewhere", paged({ items: "data", link: {} }), /paging\.items must begin with body, not data/],
    [
      "a page's number in the body of GET",
      paged({ items: "body", page: { to: "json.page" } }),
      /paging\.page\.to must be query/,
    ],
    [
      "a taken name",
      paged({ items: "body", cursor: CURSOR }, { request: { ...REQUEST, query: { after: "x" } } }),
      /names query\.after, which the request sets itself/,
    ],
    [
      "an undeclared size",
      paged({ items: "body", page: { to: "query.page", size: "{{ input.size }}" } }),
      /refers to input\.size, which is not declared/,
    ],
    ["an unknown list", chosen("repos"), /x-options names "repos", which is not one of options/],
    ["an unused list", repos, /options\.repos is not used/],
    [
      "a list without items",
      chosen("repos", { options: { repos: { ...repos.options.repos, items: undefined } } }),
      /repos\.items is missing/,
    ],
    [
      "a list that needs what is not there",
      chosen("repos", {
        options: { repos: { ...repos.options.repos, request: { method: "GET", path: "/{{ input.org }}" } } },
      }),
      /needs the input org: it is not declared here/,
    ],
    [
      "neither poll nor webhook",
      { triggers: { news: { title: "N", description: "N.", input: INPUT } } },
      /triggers\.news needs exactly one of poll and webhook/,
    ],
    [
      "a poll without a place in its key",
      polled({ ...POLL, key: "id" }),
      /poll\.key is the same for every event/,
    ],
    [
      "an overlap of two kinds",
      polled({ ...POLL, position: "{{ item.at }}", overlap: { seconds: 1, number: 1 } }),
      /poll\.overlap needs exactly one of seconds and number/,
    ],
    [
      "an overlap in time without a position",
      polled({ ...POLL, position: undefined, overlap: { seconds: 60 } }),
      /poll\.overlap\.seconds needs a position/,
    ],
    [
      "an overlap of more items than are remembered",
      polled({ ...POLL, position: undefined, overlap: { number: 1001 } }),
      /poll\.overlap\.number may be at most 1000 without a position/,
    ],
    [
      "a renewal of what is not subscribed",
      hooked({ verify: VERIFY, key: "{{ body.id }}", renew: { request: REQUEST } }),
      /webhook\.renew needs subscribe and unsubscribe/,
    ],
    [
      "a renewal with an unknown place",
      hooked({
        ...KEPT,
        renew: { request: { method: "GET", path: "/{{ status.id }}" }, alive: { path: "item.on" } },
      }),
      /renew\.request[\s\S]*renew\.alive\.path/,
    ],
    [
      "an end that no response can say",
      hooked({ ...KEPT, expires: "{{ input.at }}" }),
      /webhook\.expires refers to input/,
    ],
    [
      "a list of what was missed whose keys are all the same",
      hooked({ ...KEPT, missed: { request: REQUEST, items: "body", key: "x" } }),
      /webhook\.missed\.key is the same for every event/,
    ],
    [
      "a poll of an undeclared input",
      polled({ ...POLL, request: { method: "GET", path: "/{{ input.org }}" } }),
      /refers to input\.org/,
    ],
    ["a cursor in start", polled({ ...POLL, start: "{{ cursor }}" }), /start refers to cursor, but only/],
    ["an unknown moment", polled({ ...POLL, start: "{{ now.year }}" }), /refers to now\.year/],
    ["too frequent polls", polled({ ...POLL, every_seconds: 5 }), /every_seconds must be at least 60/],
    ["no proof", hooked({ key: "{{ body.id }}" }), /webhook\.verify is missing/],
    ["an empty proof", hooked({ ...HOOK, verify: {} }), /verify needs exactly one of hmac, token, ed25519/],
    [
      "two proofs",
      hooked({ ...HOOK, verify: { hmac: HMAC, token: { header: "x", equals: "{{ hook.secret }}" } } }),
      /verify needs exactly one/,
    ],
    [
      "a public secret",
      hooked({ ...HOOK, verify: { token: { header: "x", equals: "swordfish" } } }),
      /equals must refer to hook, credentials/,
    ],
    [
      "a proof that leaves the body out",
      hooked({ ...HOOK, verify: { hmac: { ...HMAC, signed: "{{ headers.x-id }}" } } }),
      /must contain \{\{ raw \}\}/,
    ],
    [
      "a header in capital letters",
      hooked({ ...HOOK, key: "{{ headers.X-Id }}" }),
      /refers to headers\.X-Id: header names are lower case here/,
    ],
    ["half a subscription", hooked({ ...HOOK, subscribe: { request: REQUEST } }), /unsubscribe is missing/],
    ["item without items", hooked({ ...HOOK, when: { path: "item.type" } }), /when\.path must begin with/],
    [
      "a token without its address",
      minted({ grant: "client_credentials", client_id: "{{ credentials.key }}", client_secret: "s" }),
      /token\.url is missing for client_credentials/,
    ],
    [
      "a key in the manifest",
      minted({ grant: "jwt", jwt: { algorithm: "HS256", key: "swordfish" } }),
      /jwt\.key must refer to a field/,
    ],
    [
      "a token address of the customer's",
      minted({
        grant: "jwt_bearer",
        url: "{{ settings.url }}",
        jwt: { algorithm: "HS256", key: "{{ credentials.key }}" },
      }),
      /token\.url refers to settings\.url|must not begin with a setting/,
    ],
    [
      "a token address of the environment",
      minted({
        grant: "jwt_bearer",
        url: "${URL}",
        jwt: { algorithm: "HS256", key: "{{ credentials.key }}" },
      }),
      /may not refer to the environment/,
    ],
    [
      "two bodies",
      { actions: { list: { ...LIST, request: { method: "POST", path: "/", json: {}, form: {} } } } },
      /form cannot be given together with json/,
    ],
    [
      "an open part that is more than a place",
      { actions: { list: { ...LIST, request: { ...REQUEST, open: { path: "/{{ input.repo }}" } } } } },
      /open\.path must be a single placeholder/,
    ],
  ])("%s", (_, more, message) => {
    expect(problem(JSON.parse(JSON.stringify(more)))).toMatch(message);
  });
});
