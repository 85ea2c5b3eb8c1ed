import { describe, expect, test } from "vitest";
import { ManifestError } from "./manifest-error.ts";
import { parseManifestFile } from "./parse-manifest.ts";

const GOOD = `slug: shop
name: Shop
description: A shop.
version: 1.0.0
base_url: \${SHOP_URL}/v1
settings:
  - { name: region, label: Region, type: select, options: [{ name: EU, value: eu }] }
auth:
  oauth2:
    authorize_url: \${SHOP_URL}/authorize
    token_url: \${SHOP_URL}/token
    client_id: \${SHOP_ID}
    client_secret: \${SHOP_SECRET}
  keybased:
    fields: [{ name: key, label: Key }]
    apply: { headers: { x-key: "{{ credentials.key }}" } }
actions:
  read:
    title: Read
    description: Reads.
    hints: { read_only: true }
    input: { type: object, properties: { id: { type: string } } }
    request:
      method: GET
      path: /things/{{ input.id }}
`;

const variables: Record<string, string> = {
  SHOP_URL: "https://shop.example.com/",
  SHOP_ID: "id",
  SHOP_SECRET: "s",
};
const parse = (text: string, environment = (name: string): string | undefined => variables[name]) =>
  parseManifestFile({ file: "shop/manifest.yaml", text }, environment);

function problem(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof ManifestError) return error.message;
    throw error;
  }
  throw new Error("It was accepted.");
}

describe("a manifest", () => {
  test("takes addresses and the client from the environment", () => {
    expect(parse(GOOD)).toMatchObject({
      base_url: "https://shop.example.com/v1",
      auth: { oauth2: { token_url: "https://shop.example.com/token", client_id: "id", client_secret: "s" } },
    });
  });

  test("may lack its OAuth2 client, but not its address", () => {
    const only = (name: string) => (name === "SHOP_URL" ? "https://shop.example.com" : undefined);
    expect(parse(GOOD, only).auth.oauth2).not.toHaveProperty("client_id");
    expect(() => parse(GOOD, () => undefined)).toThrow(
      "shop/manifest.yaml:5: base_url needs the environment variable SHOP_URL, which is not set.",
    );
  });

  test.each([
    ["a tab as indentation", GOOD.replace("  oauth2:", "\toauth2:"), /manifest\.yaml:\d+: .*[Tt]ab/],
    ["a missing member", GOOD.replace("name: Shop\n", ""), /:1: name is missing\./],
    ["an unknown member", GOOD.replace("version:", "color: red\nversion:"), /:4: color is not known here\./],
    [
      "a wrong method",
      GOOD.replace("method: GET", "method: FETCH"),
      /:24: actions\.read\.request\.method must be one of GET, POST/,
    ],
    ["a wrong version", GOOD.replace("1.0.0", "one"), /:4: version must match/],
    [
      "an undeclared input",
      GOOD.replace("input.id", "input.idd"),
      /:25: actions\.read\.request\.path refers to input\.idd, which is not declared\./,
    ],
    [
      "an unknown root",
      GOOD.replace("input.id", "env.id"),
      /refers to env, but only input, credentials, settings, call exist here/,
    ],
    ["no plain path", GOOD.replace("input.id", "input.id | upper"), /not a plain path/],
    [
      "an undeclared credential",
      GOOD.replace("credentials.key", "credentials.kee"),
      /:16: auth\.keybased\.apply\.headers\.x-key refers to credentials\.kee/,
    ],
    ["a header of the HTTP client", GOOD.replace("x-key:", "Host:"), /is set by the HTTP client/],
    ["a query in a path", GOOD.replace("/things/", "/things?id="), /use query/],
    ["a body on GET", GOOD.replace("method: GET", "method: GET\n      json: {}"), /GET cannot carry a body/],
    [
      "a wrong schema",
      GOOD.replace("id: { type: string }", "id: { type: strnig }"),
      /actions\.read\.input is not a JSON Schema/,
    ],
    [
      "a select without options",
      GOOD.replace(", options: [{ name: EU, value: eu }]", ""),
      /settings\.0\.options is missing/,
    ],
    [
      "a host with a scheme",
      GOOD.replace("settings:", "hosts: [https://x.com]\nsettings:"),
      /hosts\.0 must be a host/,
    ],
    [
      "contradicting hints",
      GOOD.replace("read_only: true", "read_only: true, destructive: true"),
      /cannot be both/,
    ],
    [
      "a field named twice",
      GOOD.replace("name: key,", "name: region,").replace("credentials.key", "credentials.region"),
      /declares region twice/,
    ],
    [
      "an action of no good name",
      GOOD.replace("  read:", "  Read it:"),
      /:18: actions must not have "Read it"/,
    ],
    [
      "an action with a line break",
      GOOD.replace("  read:", '  "read\\n":'),
      /:18: actions must not have "read\\n"/,
    ],
    ["a list", "- a", /must be an object/],
    ["nothing", "", /must be an object/],
    ["an alias bomb", bomb(), /cannot be read as data/],
  ])("with %s is refused with file, line and path", (_, text, message) => {
    expect(problem(text)).toMatch(message);
  });

  test("too large is refused", () => {
    expect(problem(`${GOOD}# ${"x".repeat(600_000)}`)).toContain("larger than 512 KiB");
  });
});

function bomb(): string {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
  for (let i = 1; i < 9; i++)
    lines.push(
      `a${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join(", ")}]`,
    );
  return lines.join("\n");
}
