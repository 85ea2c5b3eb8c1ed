import { describe, expect, test } from "vitest";
import { buildServerAddresses } from "./connect.ts";

const ID = "65f0c0ffee65f0c0ff3a2b1c";
const URL = `https://junctor.example.com/mcp/v1/${ID}`;
const config = { publicUrl: "https://junctor.example.com" };

function configurationOf(name: string, environment: "test" | "production" = "production") {
  return buildServerAddresses(config, { id: ID, name, environment }).client_configuration;
}

function keyOf(name: string, environment?: "test" | "production"): string {
  return Object.keys(JSON.parse(configurationOf(name, environment).cursor).mcpServers)[0] ?? "";
}

describe("the name under which clients store a server", () => {
  test.each([
    ["Bookkeeping", "bookkeeping"],
    ["Sales & Support", "sales-support"],
    ["Anna's Büro – Größe", "annas-buro-grosse"],
    ["Smørrebrød Æther", "smorrebrod-aether"],
    ["東京 Büro 'x'", "buro-x-3a2b1c"],
    ["東京", "junctor-3a2b1c"],
    ["🚀", "junctor-3a2b1c"],
    ["🚀 Sales", "sales"],
    ["2nd line", "junctor-2nd-line"],
    ["a very long name that goes on and on and on", "a-very-long-name-that-goes-on-an"],
    ["a very long name 東京 that goes on and on", "a-very-long-name-that-goe-3a2b1c"],
  ])("%s is %s", (name, key) => {
    expect(keyOf(name)).toBe(key);
    expect(key).toMatch(/^[a-z][a-z0-9-]{0,31}$/);
  });

  test("differs in the test environment, even if it is long", () => {
    for (const name of ["Bookkeeping", "東京", "x".repeat(100)]) {
      expect(keyOf(name, "test")).toMatch(/-test$/);
      expect(keyOf(name, "test").length).toBeLessThanOrEqual(32);
    }
  });
});

describe("what to enter in a client", () => {
  test("is the plain address if the customer signs in there", () => {
    const { with_token: _, ...plain } = configurationOf("Bookkeeping");
    for (const text of Object.values(plain)) {
      expect(text).toContain(URL);
      expect(text).not.toMatch(/Bearer|token/i);
    }
    expect(plain.claude_code).toBe(`claude mcp add --transport http bookkeeping ${URL}`);
    expect(JSON.parse(plain.vscode)).toEqual({ servers: { bookkeeping: { type: "http", url: URL } } });
  });

  test("never puts a token into a file that may be committed", () => {
    const { cursor, vscode } = configurationOf("Sales & Support", "test").with_token;
    expect(JSON.parse(cursor)).toEqual({
      mcpServers: {
        "sales-support-test": {
          url: URL,
          headers: { Authorization: `Bearer \${env:SALES_SUPPORT_TEST_TOKEN}` },
        },
      },
    });
    expect(JSON.parse(vscode)).toMatchObject({
      inputs: [{ type: "promptString", id: "sales-support-test-token", password: true }],
      servers: {
        "sales-support-test": { headers: { Authorization: `Bearer \${input:sales-support-test-token}` } },
      },
    });
  });
});
