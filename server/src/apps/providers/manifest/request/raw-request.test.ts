import { describe, expect, test } from "vitest";
import { OutboundError } from "../../../../platform/outbound/outbound-error.ts";
import { ConnectorError, type HttpRequest, type RawRequest } from "../../../connector.ts";
import { createManifestConnector } from "../manifest-connector.ts";
import { parseManifestJson } from "../schema/parse-manifest.ts";

const connector = createManifestConnector(
  parseManifestJson(
    {
      slug: "shop",
      name: "Shop",
      description: "A shop.",
      version: "1.0.0",
      base_url: "https://shop.example.com/api/v1",
      headers: { "X-Version": "7" },
      auth: {
        keybased: {
          fields: [
            { name: "key", label: "Key" },
            { name: "header", label: "Header", type: "text", required: false },
          ],
          apply: {
            headers: {
              "X-Key": "{{ credentials.key }}",
              "{{ credentials.header }}": "{{ credentials.key }}",
            },
            query: { token: "{{ credentials.key }}" },
          },
        },
      },
      actions: {
        get: {
          title: "Get",
          description: "Gets.",
          hints: { read_only: true },
          input: { type: "object", additionalProperties: true },
          request: {
            method: "GET",
            path: "/",
            open: { path: "{{ input.path }}", query: "{{ input.query }}", headers: "{{ input.headers }}" },
          },
        },
      },
    },
    "test",
  ),
  "",
);

interface Sent {
  request: HttpRequest;
  status: number;
}

async function send(raw: Partial<RawRequest>, { status = 200, header = "" } = {}): Promise<Sent> {
  let sent: HttpRequest | undefined;
  const answer = await connector.request?.(
    { method: "GET", path: "/", query: {}, headers: {}, ...raw },
    {
      credential: {
        type: "keybased",
        settings: {},
        values: { key: "s3cret-key", ...(header && { header }) },
      },
      now: Date.now,
      http: async (request) => {
        sent = request;
        return { status, headers: {}, body: Buffer.from("x") };
      },
    },
  );
  if (sent === undefined || answer === undefined) throw new Error("Nothing was sent.");
  return { request: sent, status: answer.status };
}

describe("a raw request", () => {
  test("goes below the base address with the connection's credential and the connector's own headers", async () => {
    const { request } = await send({
      method: "PATCH",
      path: "/groups/a%2Fb/items",
      query: { q: "a&b", tag: ["x", "y"] },
      headers: { "Content-Type": "application/json", "If-Match": "7" },
      body: '{"a": 1}',
    });
    expect(request).toMatchObject({
      method: "PATCH",
      url: "https://shop.example.com/api/v1/groups/a%2Fb/items?q=a%26b&tag=x&tag=y&token=s3cret-key",
      headers: {
        "content-type": "application/json",
        "if-match": "7",
        "x-key": "s3cret-key",
        "x-version": "7",
      },
      body: '{"a": 1}',
    });
  });

  test.each([200, 302, 401, 404, 429, 500])("takes the answer %i for a result", async (status) => {
    expect((await send({}, { status })).status).toBe(status);
  });

  test("cannot send another credential in place of the connection's", async () => {
    const { request } = await send({ query: { token: "mine", x: "1" } });
    expect(request.url).toBe("https://shop.example.com/api/v1/?x=1&token=s3cret-key");
  });

  test.each([
    "/../admin",
    "/a/../../admin",
    "/%2e%2e/admin",
    "/a/.%2E/b",
    "/..%2fadmin",
    "/a%5c..%5cadmin",
    "/\\..\\admin",
    "/a?b=c",
    "/a#b",
    "/a b",
    "/a\n",
    "/a\u0000",
    "/\ud800",
    "https://evil.example.com/",
    "a",
    "",
  ])("to %j is refused", async (path) => {
    await expect(send({ path })).rejects.toMatchObject({ code: "input" });
  });

  test.each(["//evil.example.com/x", "/@evil.example.com", "/.well-known/x", "/:8443/x"])(
    "to %j stays at the application's host",
    async (path) => {
      const { request } = await send({ path });
      const url = new URL(request.url);
      expect(url.host).toBe("shop.example.com");
      expect(url.pathname).toBe(`/api/v1${path}`);
    },
  );

  test.each([
    ["X-Key", "mine"],
    ["authorization", "Bearer mine"],
    ["Cookie", "a=b"],
    ["Host", "evil.example.com"],
    ["Content-Length", "0"],
    ["Connection", "close"],
    ["Transfer-Encoding", "chunked"],
    ["Proxy-Authorization", "x"],
    ["x y", "1"],
    ["x-a", "b\r\nx-c: d"],
    ["x-a", "żółw"],
  ])("with the header %s: %s is refused", async (name, value) => {
    await expect(send({ headers: { [name]: value } })).rejects.toMatchObject({ code: "input" });
  });

  test("cannot take a header that the connection has named for its credential", async () => {
    expect((await send({}, { header: "X-Own" })).request.headers).toMatchObject({ "x-own": "s3cret-key" });
    await expect(send({ headers: { "x-own": "mine" } }, { header: "X-Own" })).rejects.toMatchObject({
      code: "input",
    });
    for (const header of ["Host", "a b", "a\r\nb"]) {
      await expect(send({}, { header })).rejects.toMatchObject({ code: "input" });
    }
  });

  test.each([[{ method: "TRACE" }], [{ method: "get" }], [{ method: "GET", body: "x" }]])(
    "of the form %j is refused",
    async (raw) => {
      await expect(send(raw)).rejects.toMatchObject({ code: "input" });
    },
  );

  test("that does not get through says why, without the credential", async () => {
    const failed = connector.request?.(
      { method: "GET", path: "/", query: {}, headers: {} },
      {
        credential: { type: "keybased", settings: {}, values: { key: "s3cret-key" } },
        now: Date.now,
        http: () => Promise.reject(new OutboundError("blocked", "s3cret-key may not be called")),
      },
    );
    const error = await failed?.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConnectorError);
    expect(error).toMatchObject({ code: "blocked", message: "[redacted] may not be called" });
  });
});

test("an action with open parts holds to the same rules", async () => {
  const run = async (input: object) => {
    let url = "";
    await connector.run("get", {
      credential: { type: "keybased", settings: {}, values: { key: "s3cret-key" } },
      input: JSON.parse(JSON.stringify(input)),
      now: Date.now,
      http: async (request) => {
        url = request.url;
        return { status: 200, headers: {}, body: Buffer.from("") };
      },
    });
    return url;
  };
  expect(await run({ path: "orders/7", query: { a: [1, 2], b: null } })).toBe(
    "https://shop.example.com/api/v1/orders/7?a=1&a=2&token=s3cret-key",
  );
  expect(await run({})).toBe("https://shop.example.com/api/v1/?token=s3cret-key");
  await expect(run({ path: "/../x" })).rejects.toMatchObject({ code: "input" });
  await expect(run({ headers: { "x-key": "mine" } })).rejects.toThrow("carries the credential");
  await expect(run({ query: "a=b" })).rejects.toThrow("query must be an object");
});
