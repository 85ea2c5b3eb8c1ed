import { describe, expect, test } from "vitest";
import type { Json } from "../../../platform/json/json.ts";
import type { BareCall, HttpRequest } from "../../connector.ts";
import { createManifestConnector } from "./manifest-connector.ts";
import { parseManifestJson } from "./schema/parse-manifest.ts";

const definition = {
  slug: "shop",
  name: "Shop",
  description: "A shop.",
  version: "1.0.0",
  base_url: "https://shop.example.com",
  rate_limit: { requests: 50, per_seconds: 2 },
  auth: {
    oauth2: {
      authorize_url: "https://shop.example.com/authorize",
      token_url: "https://shop.example.com/token",
      token_params: { resource: "https://shop.example.com" },
    },
    keybased: {
      fields: [{ name: "private_key", label: "Key" }],
      token: {
        grant: "jwt_bearer",
        url: "https://shop.example.com/token",
        scopes: ["read"],
        token_path: "data",
        jwt: {
          algorithm: "RS256",
          key: "{{ credentials.private_key }}",
          claims: { iss: "us" },
          life_seconds: 60,
        },
      },
    },
  },
  check: {
    request: { method: "GET", path: "/me" },
    account: "{{ body.name }}",
    scopes: "{{ headers.x-scopes }}",
  },
  actions: {
    send: {
      title: "Send",
      description: "Sends a message.",
      hints: { read_only: false },
      input: { type: "object", properties: { text: { type: "string" } } },
      request: {
        method: "POST",
        path: "/send/{{ call.key }}",
        headers: { "Content-Type": "message/rfc822" },
        text: "Subject: x\r\n\r\n{{ input.text }}",
      },
    },
    send_parts: {
      title: "Send in parts",
      description: "Sends a message in parts.",
      hints: { read_only: false },
      input: { type: "object", properties: { text: { type: "string" } } },
      request: {
        method: "POST",
        path: "/send",
        headers: { "Content-Type": 'multipart/mixed; boundary="{{ call.boundary }}"' },
        text: "--{{ call.boundary }}\r\n\r\n{{ input.text }}\r\n--{{ call.boundary }}--",
      },
    },
  },
};
const connector = createManifestConnector(parseManifestJson(definition, "test"), "", "openapi");

/** A call whose only request is recorded, and answered with Ada and `headers`. */
function callWith(headers: Record<string, string> = {}) {
  const requests: HttpRequest[] = [];
  const call: BareCall = {
    credential: {
      type: "keybased",
      settings: {},
      values: { private_key: "p3m-text", access_token: "minted" },
    },
    now: Date.now,
    http: async (request) => {
      requests.push(request);
      const body = Buffer.from('{"name":"Ada"}');
      return { status: 200, headers: { "content-type": "application/json", ...headers }, body };
    },
  };
  return { call, requests };
}

test("says how tokens are minted, what token requests carry, and how often the provider may be asked", () => {
  expect(connector.info).toMatchObject({
    provider: "openapi",
    limit: { requests: 50, perSeconds: 2 },
    auth: {
      oauth2: { tokenParams: { resource: "https://shop.example.com" } },
      keybased: {
        token: {
          grant: "jwt_bearer",
          url: "https://shop.example.com/token",
          scopes: ["read"],
          scopeSeparator: " ",
          clientAuth: "post",
          params: {},
          tokenPath: "data",
          jwt: {
            algorithm: "RS256",
            key: "{{ credentials.private_key }}",
            claims: { iss: "us" },
            lifeSeconds: 60,
          },
        },
      },
    },
  });
});

test("sends a minted token as a bearer's, and what was typed in never", async () => {
  const { call, requests } = callWith();
  await connector.check?.(call);
  expect(requests[0]?.headers?.authorization).toBe("Bearer minted");
  expect(JSON.stringify(requests)).not.toContain("p3m-text");
});

test("a check finds the scopes that the provider tells of, and none where it does not", async () => {
  expect(await connector.check?.(callWith({ "x-scopes": "read, write:all" }).call)).toEqual({
    identifier: "Ada",
    scopes: ["read", "write:all"],
  });
  expect(await connector.check?.(callWith({ "x-scopes": "" }).call)).toEqual({
    identifier: "Ada",
    scopes: [],
  });
  expect(await connector.check?.(callWith().call)).toEqual({ identifier: "Ada" });
});

test("an action may send a text of its own type, and its idempotency key as a part of the path", async () => {
  const { call, requests } = callWith();
  await connector.run("send", { ...call, input: { text: "Hi" }, idempotencyKey: "step-1" });
  expect(requests[0]).toMatchObject({
    url: "https://shop.example.com/send/step-1",
    headers: { "content-type": "message/rfc822", "idempotency-key": "step-1" },
    body: "Subject: x\r\n\r\nHi",
  });
  await connector.run("send", { ...call, input: { text: "Hi" } });
  expect(requests[1]?.url).toMatch(/send\/[0-9a-f-]{36}$/);
});

test("parts are separated by the same text at each attempt, which other calls do not have", async () => {
  const { call, requests } = callWith();
  const run = (idempotencyKey?: string) =>
    connector.run("send_parts", { ...call, input: { text: "Hi" }, idempotencyKey });
  await run('any "key"');
  await run('any "key"');
  await run("another");
  await run();
  await run();
  const types = requests.map(({ headers }) => headers?.["content-type"]);
  const [boundary = ""] = /[0-9a-f]{40}/.exec(types[0] ?? "") ?? [];
  expect(requests[0]).toMatchObject({
    headers: { "content-type": `multipart/mixed; boundary="${boundary}"` },
    body: `--${boundary}\r\n\r\nHi\r\n--${boundary}--`,
  });
  expect(types[1]).toBe(types[0]);
  expect(new Set(types).size).toBe(4);
});

test("what there is not is said by name", async () => {
  const { call } = callWith();
  await expect(connector.run("none", { ...call, input: {} })).rejects.toThrow("There is no action none.");
  expect(connector.poll).toBeUndefined();
  expect(connector.options).toBeUndefined();
});

describe("an input with a default", () => {
  const input = {
    type: "object",
    required: ["text", "kind"],
    properties: { text: {}, kind: { enum: ["a", "b"], default: "a" }, size: { type: "integer", default: 5 } },
  };
  const request = {
    method: "POST",
    path: "/send",
    json: { text: "{{ input.text }}", kind: "{{ input.kind }}", size: "{{ input.size }}" },
  };
  const send = { ...definition.actions.send, input, request };
  const heard = {
    title: "Heard",
    description: "A message.",
    input,
    webhook: {
      subscribe: { request: { ...request, path: "/hooks" } },
      unsubscribe: { request: { ...request, path: "/hooks/remove" } },
      verify: { hmac: { header: "x-sig", algorithm: "sha256", key: "{{ hook.secret }}" } },
      key: "{{ body.id }}",
    },
  };
  const manifest = parseManifestJson({ ...definition, actions: { send }, triggers: { heard } }, "test");
  const of = (provider: "manifest" | "openapi") => createManifestConnector(manifest, "", provider);
  const sentWith = async (provider: "manifest" | "openapi", given: Json) => {
    const { call, requests } = callWith();
    await of(provider).run("send", { ...call, input: given });
    return JSON.parse(String(requests[0]?.body));
  };

  test("need not be given, and is sent with its default, but never in place of what is given", async () => {
    expect(of("manifest").info.actions[0]?.input.required).toEqual(["text"]);
    expect(await sentWith("manifest", { text: "hi" })).toEqual({ text: "hi", kind: "a", size: 5 });
    expect(await sentWith("manifest", { text: "hi", kind: "b", size: 0 })).toEqual({
      text: "hi",
      kind: "b",
      size: 0,
    });
    const { call } = callWith();
    const given = (value: Json) => of("manifest").run("send", { ...call, input: { text: "", kind: value } });
    await expect(given(null)).rejects.toThrow("kind");
    await expect(given("")).rejects.toThrow("kind");
  });

  test("of an imported document is sent only if it is required: the provider assumes the others itself", async () => {
    expect(await sentWith("openapi", { text: "hi" })).toMatchObject({ text: "hi", kind: "a" });
    expect((await sentWith("openapi", { text: "hi" })).size ?? null).toBe(null);
  });

  test("has its default when a trigger subscribes and unsubscribes", async () => {
    const { call, requests } = callWith();
    const hook = { ...call, input: { text: "hi" }, url: "https://us.example.com", secret: "s", state: {} };
    await of("manifest").subscribe?.("heard", hook);
    await of("manifest").unsubscribe?.("heard", hook);
    const bodies = requests.map(({ body }) => JSON.parse(String(body)));
    expect(bodies).toEqual([
      { text: "hi", kind: "a", size: 5 },
      { text: "hi", kind: "a", size: 5 },
    ]);
  });
});
