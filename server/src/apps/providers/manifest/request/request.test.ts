import { describe, expect, test } from "vitest";
import { ConnectorError } from "../../../connector.ts";
import type { ManifestRequest } from "../schema/schema-parts.ts";
import { compileCredentialApplier } from "./apply.ts";
import { compileRequest } from "./request.ts";
import type { TemplateScope } from "./template.ts";

function build(
  request: Partial<ManifestRequest>,
  scope: TemplateScope = {},
  more: { baseUrl?: string; hosts?: string[]; apply?: object } = {},
) {
  const defaults = { baseUrl: more.baseUrl ?? "https://api.example.com/v1", hosts: more.hosts, headers: {} };
  return compileRequest(
    { method: "GET", path: "/", ...request },
    defaults,
  )(compileCredentialApplier(more.apply ?? {}))(scope);
}

function refusal(run: () => unknown): ConnectorError {
  try {
    run();
  } catch (error) {
    if (error instanceof ConnectorError) return error;
    throw error;
  }
  throw new Error("It was not refused.");
}

describe("a path", () => {
  test("encodes each value as one segment", () => {
    const { url } = build({ path: "/a/{{ input.x }}/b" }, { input: { x: "../ä b/?#%2e" } });
    expect(url).toBe("https://api.example.com/v1/a/..%2F%C3%A4%20b%2F%3F%23%252e/b");
  });

  test.each([[".."], ["."], [""], [null], ["\ud800"]])("refuses %j", (x) => {
    expect(refusal(() => build({ path: "/a/{{ input.x }}" }, { input: { x } })).code).toBe("input");
  });

  test("refuses a segment that becomes .. together with its text", () => {
    expect(refusal(() => build({ path: "/a/.{{ input.x }}/b" }, { input: { x: "." } })).code).toBe("input");
  });
});

describe("a base address", () => {
  const own = { baseUrl: "{{ settings.url }}/api" };

  test("may come from the customer where the application is self-hosted", () => {
    expect(build({ path: "/x" }, { settings: { url: "https://wiki.example.org:8443/sub/" } }, own).url).toBe(
      "https://wiki.example.org:8443/sub/api/x",
    );
  });

  test.each([
    "wiki",
    "file:///etc/passwd",
    "https://u:p@example.org",
    "https://example.org?x=",
    "https://example.org#x",
    "javascript:alert(1)",
  ])("refuses %s", (url) => {
    expect(refusal(() => build({}, { settings: { url } }, own)).code).toBe("input");
  });

  test.each(["evil.com/", "evil.com#", "a.b", "a@evil.com", "", "-a", "a:80"])(
    "keeps %j from moving the host",
    (name) => {
      const sub = { baseUrl: "https://{{ settings.name }}.example.com" };
      expect(refusal(() => build({}, { settings: { name } }, sub)).code).toBe("input");
    },
  );
});

describe("hosts", () => {
  test.each([
    ["https://api.example.com", ["api.example.com"], true],
    ["https://api.example.com", ["*.example.com"], true],
    ["https://example.com", ["*.example.com"], false],
    ["https://evilexample.com", ["*.example.com"], false],
    ["https://api.example.com:8443", ["api.example.com"], false],
    ["https://other.example.net", ["api.example.com"], false],
  ])("%s against %j", (url, hosts, allowed) => {
    const run = () => build({ path: "/x" }, { settings: { url } }, { baseUrl: "{{ settings.url }}", hosts });
    if (allowed) expect(run().url).toBe(`${url}/x`);
    else expect(refusal(run)).toMatchObject({ code: "blocked" });
  });
});

describe("headers, query and bodies", () => {
  test("carry the credential where the manifest says", () => {
    const apply = {
      headers: { "X-Key": "{{ credentials.key }}" },
      query: { k: "{{ credentials.key }}" },
      basic: { username: "{{ credentials.key }}", password: "" },
    };
    const { url, headers } = build(
      { query: { q: "{{ input.q }}", "f[]": "{{ input.f }}", none: "{{ input.none }}" } },
      { input: { q: "a&b", f: ["x", "y"] }, credentials: { key: "s ü" } },
      { apply },
    );
    expect(url).toBe("https://api.example.com/v1/?q=a%26b&f%5B%5D=x&f%5B%5D=y&k=s+%C3%BC");
    expect(headers).toEqual({
      "x-key": "s ü",
      authorization: `Basic ${Buffer.from("s ü:").toString("base64")}`,
    });
  });

  test.each(["a\r\nx: y", "a\nb", "a\0b", "żółw"])("refuses %j in a header", (x) => {
    const run = () => build({ headers: { a: "{{ input.x }}" } }, { input: { x } });
    const failure = refusal(run);
    expect(failure.code).toBe("input");
    expect(failure.message).not.toContain(x);
  });

  test("send JSON with the values' types, and forms with brackets", () => {
    const input = { n: 1, o: { a: [true, null] } };
    expect(
      build(
        { method: "POST", json: { n: "{{ input.n }}", o: "{{ input.o }}", x: "{{ input.x }}" } },
        { input },
      ),
    ).toMatchObject({
      body: '{"n":1,"o":{"a":[true,null]}}',
      headers: { "content-type": "application/json" },
    });
    expect(build({ method: "POST", form: { n: "{{ input.n }}", o: "{{ input.o }}" } }, { input }).body).toBe(
      "n=1&o%5Ba%5D%5B0%5D=true",
    );
    expect(build({ method: "POST", json: { x: "{{ input.x }}" } }, { input }).body).toBe("{}");
  });
});
