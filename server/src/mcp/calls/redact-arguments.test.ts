import { describe, expect, test } from "vitest";
import { measureCpu } from "../../../test/cpu-time.ts";
import type { JsonObject } from "../../apps/connector.ts";
import { redactText } from "../../platform/redact-text.ts";
import { redactArguments, redactEcho, WHOLE } from "./redact-arguments.ts";

const REDACTED = "[redacted]";
const ANY = { type: "object" };

test.each([
  ...[
    "secretAccessKey",
    "aws_secret_access_key",
    "secret_key",
    "access_key",
    "apiKey",
    "API_KEY",
    "x-api-key",
  ],
  ...[
    "tokens",
    "passwords",
    "x-auth",
    "Authorization",
    "client_secret",
    "privateKey",
    "accessToken",
    "id_token",
  ],
  ...[
    "dbPassword",
    "password2",
    "newPasswordConfirmation",
    "passphrase",
    "credentials",
    "Set-Cookie",
    "apikey",
  ],
  ...[
    "clientsecret",
    "accesstoken",
    "shipping_pin",
    "otp",
    "cvv",
    "webhookSigningKeys",
    "secrets",
    "db_pass",
  ],
])("%s is a secret's name", (name) => {
  for (const value of ["leak", ["leak"], { a: "leak" }])
    expect(redactArguments({ [name]: value }, ANY)).toEqual({ [name]: REDACTED });
});

test.each([
  ...["compass", "bypass", "next_page_token", "nextPageToken", "keyboard", "key", "public_key", "author"],
  ...["spinning", "tokenizer", "password_hint", "passenger", "secretary", "monkey", "cursor", "sync_token"],
])("%s is not", (name) => {
  expect(redactArguments({ [name]: "shown" }, ANY)).toEqual({ [name]: "shown" });
});

test("numbers named like keys and tokens are counts, under other names they may be secrets", () => {
  const given = { max_tokens: 5, token: true, pin: 1234, password: 5678, otp: null };
  const shown = { max_tokens: 5, token: true, pin: REDACTED, password: REDACTED, otp: null };
  expect(redactArguments(given, ANY)).toEqual(shown);
});

test("pairs of a name and a value are treated as one", () => {
  const headers: JsonObject[] = [
    { name: "Authorization", value: "leak" },
    { key: "x-api-key", value: "leak" },
    { name: "Accept", value: "shown" },
  ];
  expect(redactArguments({ headers }, ANY)).toEqual({
    headers: [
      { name: "Authorization", value: REDACTED },
      { key: "x-api-key", value: REDACTED },
      { name: "Accept", value: "shown" },
    ],
  });
});

test.each([
  ["https://h/?api_key=leak13&a=1", "https://h/?api_key=[redacted]&a=1"],
  ["https://u:leak12@h/x", "https://u:[redacted]@h/x"],
  ["Bearer abc123def", "Bearer [redacted]"],
  ["a eyJhbGciOiJI.eyJhbGciOiJI.c2ln b", "a [redacted] b"],
  ["session-eyJhbGciOiJI.eyJhbGciOiJI.c2ln", REDACTED],
  ["a = 1; b=password =p4ss", "a = 1; b=password =[redacted]"],
  ["invalid token tk_live_51Habc", "invalid token [redacted]"],
  ['{"password":"p4ss","a":"b"}', '{"password":"[redacted]","a":"b"}'],
  ['{\\"password\\":\\"p4ss\\"}', '{\\"password\\":\\"[redacted]\\"}'],
  ["x-api-key: abc", "x-api-key: [redacted]"],
  ["sent password=hunter2 to it", "sent password=[redacted] to it"],
  [`mcp_${"aB3_".repeat(11)}`.slice(0, 47), REDACTED],
  [`tried pk_${"aB3".repeat(12)} here`, "tried [redacted] here"],
  [`SG.${"a1B2".repeat(5)}.${"c3D4".repeat(10)}`, REDACTED],
  [`shpat_${"0123abcd".repeat(4)}`, REDACTED],
  [`npm_${"aB3".repeat(12)}`, REDACTED],
  [`lin_api_${"aB3".repeat(12)}`, REDACTED],
  [`ntn_${"4567aB3".repeat(6)}`, REDACTED],
  [`hf_${"aBcDeF".repeat(6)}`, REDACTED],
  ["a -----BEGIN RSA PRIVATE KEY-----\nMIIEow\nAbC=\n-----END RSA PRIVATE KEY----- b", "a [redacted] b"],
  ["-----BEGIN PRIVATE KEY-----\\nMIIEow", REDACTED],
  ["-----BEGIN CERTIFICATE-----\nMIIEow", "-----BEGIN CERTIFICATE-----\nMIIEow"],
  ["Password: hunter2", "Password: [redacted]"],
  ["the secret : s3cr3t!; sorry", "the secret : [redacted]; sorry"],
  ["password='s3 cret' dbname=crm", "password=[redacted] dbname=crm"],
  ["Password = hunter2", "Password = [redacted]"],
  ["wrong password: expired. Try again", "wrong password: expired. Try again"],
  [
    "npm_config_registry hf_hub_download pk_orders mcp_servers tk_",
    "npm_config_registry hf_hub_download pk_orders mcp_servers tk_",
  ],
  ["a bearer authentication is needed", "a bearer authentication is needed"],
  ["Invalid password: it must be longer", "Invalid password: it must be longer"],
  ["https://h/?next_page_token=shown", "https://h/?next_page_token=shown"],
  [
    "The tool failed. The server's log has the reason under 01a200b3e9d9592ad327910e.",
    "The tool failed. The server's log has the reason under 01a200b3e9d9592ad327910e.",
  ],
])("in a text: %s", (text, shown) => {
  expect(redactText(text)).toBe(shown);
  expect(redactArguments({ text }, ANY)).toEqual({ text: shown });
});

describe("schema annotations", () => {
  const secret = { type: "string", format: "password" };
  test.each<[string, JsonObject]>([
    ["directly", { properties: { login: secret } }],
    ["behind a reference", { $defs: { s: secret }, properties: { login: { $ref: "#/$defs/s" } } }],
    [
      "behind two",
      { $defs: { a: { $ref: "#/$defs/b" }, b: secret }, properties: { login: { $ref: "#/$defs/a" } } },
    ],
    ["in one of several", { properties: { login: { anyOf: [{ type: "null" }, { writeOnly: true }] } } }],
    ["of a combined object", { allOf: [{ properties: { login: secret } }] }],
    ["of any other property", { additionalProperties: secret }],
    ["of a pattern", { patternProperties: { "^log": secret } }],
    ["of a property that no other schema knows", { unevaluatedProperties: secret }],
    ["where another property is given", { dependentSchemas: { login: { properties: { login: secret } } } }],
    [
      "behind an anchor",
      { $defs: { s: { ...secret, $anchor: "s" } }, properties: { login: { $dynamicRef: "#s" } } },
    ],
  ])("are found %s", (_where, schema) => {
    expect(redactArguments({ login: "leak" }, { type: "object", ...schema })).toEqual({ login: REDACTED });
  });

  test("are found in lists, and a reference to itself is harmless", () => {
    const schema = {
      $defs: {
        node: { allOf: [{ $ref: "#/$defs/node" }], items: secret, properties: { list: { items: secret } } },
      },
      properties: { list: { items: secret }, node: { $ref: "#/$defs/node" } },
    };
    const given = { list: ["leak"], node: { list: ["leak"] } };
    expect(redactArguments(given, schema)).toEqual({ list: [REDACTED], node: { list: [REDACTED] } });
    const contained = { properties: { list: { prefixItems: [{ type: "number" }], contains: secret } } };
    expect(redactArguments({ list: [1, "leak"] }, contained)).toEqual({ list: [REDACTED, REDACTED] });
  });
});

test("long texts and lists are cut, unless everything is requested", () => {
  const given = { long: "y".repeat(5000), list: Array.from({ length: 3000 }, () => 1) };
  const cut = redactArguments(given, ANY);
  expect(cut.long).toBe(`${"y".repeat(1000)} … [5000 characters]`);
  expect((cut.list as unknown[]).length).toBeLessThan(1001);
  expect(redactArguments(given, ANY, WHOLE)).toEqual(given);
});

test("a call's secrets are removed from a third party's answer in any form", () => {
  const schema = { properties: { login: { writeOnly: true } } };
  const text = "there is no lamp for p4ss and open sesame";
  expect(redactEcho(text, { name: "lamp", password: "p4ss", login: "open sesame" }, schema)).toBe(
    "there is no lamp for [redacted] and [redacted]",
  );
});

describe("a text of a megabyte is searched quickly", () => {
  const parts = [
    "eyJaaaaaaaa-",
    "-eyJ",
    "SG.aaaaaaaaaaaaaaaa",
    "a_",
    "a-",
    "%",
    "bearer ",
    '"a":"',
    "-----BEGIN ",
  ];
  test.each(parts)("of %s", (part) => {
    const text = `=${part.repeat(1_000_000 / part.length)}`;
    const cpuMs = measureCpu();
    redactText(text);
    redactArguments({ text }, ANY, WHOLE);
    expect(cpuMs()).toBeLessThan(5000);
  });
});

test("thousands of secrets are not searched for: the third party's text is left out", () => {
  const secrets = Array.from({ length: 8000 }, (_, at) => `secret-${at}`);
  expect(redactEcho("no secret-7 ".repeat(7000), { password: secrets }, ANY)).toMatch(/^\[left out/);
  expect(redactEcho("no secret-7", { password: secrets.slice(0, 400) }, ANY)).toBe("no [redacted]");
  expect(redactEcho("no lamp", { name: "lamp" }, ANY)).toBe("no lamp");
});

test("a schema whose references multiply with each level is searched once per level", () => {
  const choice = { anyOf: Array.from({ length: 4 }, () => ({ $ref: "#" })) };
  const schema = { properties: { x: choice, note: { format: "password" } } };
  let given: JsonObject = { note: "k" };
  for (let i = 0; i < 18; i++) given = { x: given };
  expect(JSON.stringify(redactArguments(given, schema))).toContain(`"note":"${REDACTED}"`);
});

test("each place that a schema describes is worked out once, however many values are there", () => {
  const refs = Array.from({ length: 3000 }, () => ({ $ref: "#/$defs/a" }));
  const schema: JsonObject = {
    type: "object",
    properties: { list: { type: "array", items: { allOf: refs } }, secret: { format: "password" } },
    $defs: { a: { type: "integer" } },
  };
  const args = { list: Array.from({ length: 3000 }, () => 1), secret: "hunter22" };
  const cpuMs = measureCpu();
  expect(redactArguments(args, schema, WHOLE)).toEqual({ ...args, secret: REDACTED });
  expect(redactEcho("not hunter22", args, schema)).toBe("not [redacted]");
  expect(cpuMs()).toBeLessThan(5000);
});

test("of a schema with too many places, what comes last is hidden", () => {
  const names = Array.from({ length: 600 }, (_, i) => `n${i}`);
  // Each name has a place of its own, in which the whole schema applies again.
  const parts = names.map((name) => ({
    properties: Object.fromEntries([[name, { $ref: `#/$defs/${name}` }]]),
  }));
  const $defs = Object.fromEntries(names.map((name) => [name, { $ref: "#", title: name }]));
  const schema: JsonObject = {
    type: "object",
    allOf: parts,
    properties: { pin: { format: "password" } },
    $defs,
  };
  const args = { pin: "1234", ...Object.fromEntries(names.map((name) => [name, { text: "shown" }])) };
  const cpuMs = measureCpu();
  expect(redactArguments(args, schema, WHOLE)).toMatchObject({
    pin: REDACTED,
    n0: { text: "shown" },
    n599: REDACTED,
  });
  expect(cpuMs()).toBeLessThan(5000);
});

test("a secret under the dependencies of older drafts is hidden", () => {
  const schema: JsonObject = {
    type: "object",
    dependencies: { b: { properties: { a: { format: "password" } } } },
  };
  expect(redactArguments({ b: 1, a: "hunter22" }, schema)).toEqual({ b: 1, a: REDACTED });
});
