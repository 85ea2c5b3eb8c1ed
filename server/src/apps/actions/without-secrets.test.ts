import { describe, expect, test } from "vitest";
import { findSecrets, spellings } from "../../../test/find-secrets.ts";
import type { Json } from "../../platform/json/json.ts";
import { redact } from "../../platform/redact/redact-known.ts";
import { type Connector, ConnectorError, type ConnectorInfo } from "../connector.ts";
import type { AuthField } from "../connector-auth.ts";
import { listSecrets } from "../providers/list-secrets.ts";
import { redactConnector, redactError, redactSecrets } from "./without-secrets.ts";

const SECRET = 'p+a/s"s=wörd 0123';
const field = (name: string, secret: boolean): AuthField => ({
  name,
  secret,
  label: name,
  type: "text",
  required: true,
});
const info: ConnectorInfo = {
  slug: "shop",
  name: "Shop",
  description: "",
  version: "1.0.0",
  provider: "manifest",
  tags: [],
  icon: "",
  auth: {
    defaultType: "keybased",
    settings: [],
    keybased: { fields: [field("user", false), field("password", true)] },
  },
  actions: [],
  triggers: [],
  options: [],
};
const credential = (user: string, password: string) => ({
  type: "keybased" as const,
  settings: {},
  values: { user, password },
});
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("a provider's answer", () => {
  test("keeps numbers and names, but not a text that contains the secret", () => {
    const answer = { n: 112345678, e: 123456, 123456: "a 123456 b", "the 123456": [null, true, "\\123456"] };
    expect(redactSecrets(answer, ["123456"])).toEqual({
      ...answer,
      123456: "a [redacted] b",
      "the 123456": [null, true, "\\[redacted]"],
    });
  });

  test("keeps a text with a redacted backslash or quotation mark in one piece", () => {
    expect(redactSecrets(['\\"ends\\', "\\\\n"], ['"ends\\', "nnnnnn"])).toEqual(["\\[redacted]", "\\\\n"]);
  });

  test("a member called __proto__ stays a member", () => {
    const answer: Json = JSON.parse('{"__proto__":{"a":"123456"}}');
    expect(JSON.stringify(redactSecrets(answer, ["123456"]))).toBe('{"__proto__":{"a":"[redacted]"}}');
  });

  test("loses every spelling of the secret, and nothing around it", () => {
    const lower = encodeURIComponent(SECRET).replace(/%../g, (one) => one.toLowerCase());
    for (const spelling of [...spellings(SECRET), lower, JSON.stringify(SECRET).replaceAll("/", "\\/")]) {
      const shown = redactSecrets({ a: `before ${spelling} after` }, [SECRET]);
      expect(findSecrets({ SECRET }, new Map([["it", JSON.stringify(shown)]])), spelling).toEqual([]);
      expect(JSON.stringify(shown), spelling).toMatch(/before .*\[redacted\].* after/);
    }
  });

  test.each(["a", "ab", "abc"])("shows no part of a Basic header of %s, nor of a short password", (user) => {
    for (const password of ["abc", "secret7", SECRET]) {
      const sent = base64(`${user}:${password}`);
      const secrets = listSecrets(info, credential(user, password));
      expect(redactSecrets(`got Basic ${sent}, no`, secrets)).toBe("got Basic [redacted], no");
      const encoded = encodeURIComponent(sent);
      expect(redactSecrets(`?auth=${encoded}&b`, secrets)).toBe("?auth=[redacted]&b");
    }
  });

  test("that is nested too deeply is an error of the provider and no stack overflow", () => {
    const deep: Json = JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`);
    expect(() => redactSecrets(deep, [])).toThrow(ConnectorError);
    expect(() => redactSecrets(deep, [SECRET])).toThrow("nested deeper than 200 levels");
  });
});

test("a failure's message loses only the credential", () => {
  const connector: Connector = { info, run: async () => null };
  const made = new ConnectorError("rateLimit", `no ${encodeURIComponent(SECRET)}`, {
    status: 429,
    retryAfterMs: 5,
    mayHaveWorked: true,
  });
  const shown = redactError(made, connector, credential("a", SECRET));
  expect(shown).toMatchObject({ ...made, message: "no [redacted]" });
  expect(shown).toBeInstanceOf(ConnectorError);
});

test("a message loses every spelling of the credential's longer values", () => {
  const values = { user: "ann", password: SECRET, port: 123456 };
  for (const spelling of spellings(SECRET)) {
    expect(redact(`ann used ${spelling} at 123456`, values), spelling).toBe("ann used [redacted] at 123456");
  }
});

test("a raw answer that is not text loses only the secret", async () => {
  const noise = Buffer.from([0, 255, 128, 10]);
  const parts = [noise, Buffer.from(SECRET), noise, Buffer.from(` ${base64(`a:${SECRET}`)} `), noise];
  const answer = { status: 200, headers: { x: SECRET }, body: Buffer.concat(parts) };
  const connector: Connector = { info, run: async () => null, request: async () => answer };
  const call = {
    credential: credential("a", SECRET),
    http: async () => answer,
    now: () => 0,
  };
  const raw = { method: "GET", path: "/", query: {}, headers: {} };
  const shown = await redactConnector(connector, call.credential).request?.(raw, call);
  const mark = Buffer.from("[redacted]");
  const expected = [noise, mark, noise, Buffer.from(" "), mark, Buffer.from(" "), noise];
  expect(shown).toEqual({ status: 200, headers: { x: "[redacted]" }, body: Buffer.concat(expected) });
});
