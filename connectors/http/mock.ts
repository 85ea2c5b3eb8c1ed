import { requestOf } from "../mock-request.ts";
import { answerFrom, type MockRoutes } from "../mock-routes.ts";
import {
  bearerOf,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
  type MockVendor,
} from "../mock-vendor.ts";

// There is no vendor: a small API of things as a customer may have one, with a token, and behind a gateway with a key of its own.
const KEY = "good-key-0000000000";
const TOKEN = "good-token-0000000000";

type Thing = Record<string, unknown>;

const answer = (status: number, body?: unknown): MockAnswer => ({
  status,
  headers: { "x-served-by": "shelf" },
  body,
});
const NOT_FOUND = answer(404, { message: "There is no such thing." });

function writeThing(
  things: Map<string, Thing>,
  { id, status }: { id: string; status: number },
  request: MockRequest,
): MockAnswer {
  const body = jsonBody(request);
  if (body === undefined) return answer(415, { message: "Send an object as JSON." });
  things.set(id, body);
  return answer(status, {
    id,
    ...body,
    dry: request.query.get("dry"),
    note: request.headers["x-note"] ?? null,
  });
}

function thingRoutes(things: Map<string, Thing>): MockRoutes {
  const withThing = (id: string, change: (thing: Thing) => MockAnswer) => {
    const thing = things.get(id);
    return thing === undefined ? NOT_FOUND : change(thing);
  };
  const write = (id: string, request: MockRequest, status: number) =>
    writeThing(things, { id, status }, request);
  return {
    "GET /v1/shelves/a": ({ query, headers }) => {
      if (query.get("all") !== "yes" || headers["x-note"] === undefined)
        return answer(400, { detail: "All?" });
      return answer(
        200,
        [...things].map(([id, thing]) => ({ id, ...thing })),
      );
    },
    "GET /v1/me": () => answer(200, { user: "dana" }),
    "GET /v1/shelves/a/things": ({ query, headers }) =>
      answer(200, {
        tags: query.getAll("tag"),
        limit: query.get("limit"),
        note: headers["x-note"] ?? null,
        count: things.size,
      }),
    "POST /v1/shelves/a/things": (request) => write(String(things.size + 1), request, 201),
    "PUT /v1/shelves/a/things/*": (request, [id = ""]) => withThing(id, () => write(id, request, 200)),
    "PATCH /v1/shelves/a/things/*": (request, [id = ""]) =>
      withThing(id, (thing) => {
        const body = { ...thing, ...jsonBody(request) };
        return write(id, { ...request, body: JSON.stringify(body) }, 200);
      }),
    "DELETE /v1/shelves/a/things/*": ({ query, headers }, [id = ""]) =>
      withThing(id, () => {
        if (query.get("really") !== "yes" || headers["x-note"] === undefined)
          return answer(409, { message: "Really?" });
        things.delete(id);
        return answer(204);
      }),
  };
}

function create(): Mock {
  const things = new Map<string, Thing>([["1", { name: "One" }]]);
  const routes = thingRoutes(things);
  return {
    limited: () => ({ status: 429, headers: { "retry-after": "9" }, body: { message: "Slow down." } }),
    answer: (request) => {
      if (request.headers["x-shelf-key"] !== KEY) return answer(401, { message: "The key is wrong." });
      if (bearerOf(request) !== TOKEN) return answer(401, { message: "The token is wrong." });
      return answerFrom(routes, request, NOT_FOUND);
    },
  };
}

const PATH = "/shelves/a/things";
const OPEN = ["all", "tag", "limit", "dry", "really", "name", "size"];

/** An API that has no connector of its own. */
export const vendor: MockVendor = {
  hosts: ["api.example.com"],
  settings: { url: "https://api.example.com/v1", check_path: "/me" },
  credentials: {
    keybased: {
      good: { bearer_token: TOKEN, header_name: "X-Shelf-Key", header_value: KEY },
      bad: { bearer_token: "bad-token-00000000000", header_name: "X-Shelf-Key", header_value: KEY },
    },
  },
  parameters: {
    "GET /v1/shelves/a": OPEN,
    "GET /v1/shelves/a/things": OPEN,
    "POST /v1/shelves/a/things": OPEN,
    "PUT /v1/shelves/a/things/*": OPEN,
    "PATCH /v1/shelves/a/things/*": OPEN,
    "DELETE /v1/shelves/a/things/*": OPEN,
  },
  retryAfterMs: 9000,
  create,
  cases: [
    {
      action: "get",
      input: { path: PATH, query: { tag: ["a", "b&c"], limit: 5 }, headers: { "X-Note": "hello" } },
      expected: {
        status: 200,
        headers: { "x-served-by": "shelf" },
        body: { tags: ["a", "b&c"], limit: "5", note: "hello", count: 1 },
      },
    },
    {
      action: "post",
      input: {
        path: PATH,
        query: { dry: true },
        headers: { "X-Note": "n" },
        body: { name: "Zwölf", size: 12 },
      },
      expected: {
        status: 201,
        headers: { "x-served-by": "shelf" },
        body: { id: "2", name: "Zwölf", size: 12, dry: "true", note: "n" },
      },
    },
    {
      action: "put",
      input: { path: `${PATH}/2`, query: { dry: true }, headers: { "X-Note": "n" }, body: { name: "Three" } },
      expected: {
        status: 200,
        headers: { "x-served-by": "shelf" },
        body: { id: "2", name: "Three", dry: "true", note: "n" },
      },
    },
    {
      action: "patch",
      input: { path: `${PATH}/2`, query: { dry: true }, headers: { "X-Note": "n" }, body: { size: 4 } },
      expected: {
        status: 200,
        headers: { "x-served-by": "shelf" },
        body: { name: "Three", size: 4, dry: "true", note: "n" },
      },
    },
    {
      action: "delete",
      input: { path: `${PATH}/2`, query: { really: "yes" }, headers: { "X-Note": "n" } },
      expected: { status: 204, headers: { "x-served-by": "shelf" }, body: null },
    },
  ],
  triggers: [
    {
      trigger: "new_item",
      kind: "poll",
      input: { path: "/shelves/a", query: { all: "yes" }, headers: { "X-Note": "n" } },
      happen: (mock) => {
        const headers = { "x-shelf-key": KEY, authorization: `Bearer ${TOKEN}` };
        mock.answer(requestOf("PATCH", "/v1/shelves/a/things/1", { json: { name: "Not new" }, headers }));
        mock.answer(requestOf("POST", "/v1/shelves/a/things", { json: { name: "New" }, headers }));
      },
      expected: [{ id: "2", name: "New" }],
    },
  ],
  refusals: [
    { action: "get", input: { path: "/shelves/a" }, code: "input", message: /400: All\?/ },
    { action: "get", input: { path: "/none" }, code: "input", message: /404: There is no such thing/ },
    { action: "get", input: { path: "/../admin" }, code: "input", message: /must not contain/ },
    {
      action: "get",
      input: { path: "/me", headers: { Authorization: "x" } },
      code: "input",
      message: /must not be set/,
    },
    { action: "post", input: { path: PATH, body: [1] }, code: "input", message: /Send an object/ },
  ],
};
