import { expect, test } from "vitest";
import { readTypedCredential } from "../../../connections/credential.ts";
import type { JsonObject } from "../../../connector.ts";
import type { Piece, PieceAuth } from "../piece.ts";
import { buildAuthValue } from "./auth-value.ts";
import { describeSignIn, listUnusedAuths } from "./sign-in.ts";

const pieceWith = (...auth: PieceAuth[]): Piece => ({
  displayName: "Many",
  auth,
  getContextInfo: () => ({ version: "2" }),
  _actions: {},
});
const secret = { type: "SECRET_TEXT", displayName: "Key", required: true };
const oauth: PieceAuth = { type: "OAUTH2", authUrl: "https://x.example/a", tokenUrl: "https://x.example/t" };
const ALL = pieceWith(
  oauth,
  { type: "SECRET_TEXT", displayName: "Personal token" },
  { type: "BASIC_AUTH" },
  {
    type: "CUSTOM_AUTH",
    displayName: "App",
    props: {
      username: { type: "SHORT_TEXT", displayName: "App name", required: true },
      key: secret,
      region: { type: "SHORT_TEXT", displayName: "Region", required: true, defaultValue: "eu" },
      note: { type: "SHORT_TEXT", displayName: "Note" },
    },
  },
);

test("several kinds of keys are ways to connect beside OAuth2, with fields that never share a name", () => {
  const { defaultType, keybased, oauth2 } = describeSignIn(ALL);
  expect([defaultType, oauth2?.authorizeUrl]).toEqual(["oauth2", "https://x.example/a"]);
  expect(keybased?.ways).toEqual([
    { label: "Personal token", needs: ["secret_text"] },
    { label: "User name and password", needs: ["username", "password"] },
    { label: "App", needs: ["username_3", "key"] },
  ]);
  expect(keybased?.fields.map(({ name, label, required }) => [name, label, required])).toEqual([
    ["secret_text", "Personal token", false],
    ["username", "User name and password: User name", false],
    ["password", "User name and password: Password", false],
    ["username_3", "App: App name", false],
    ["key", "App: Key", false],
    ["region", "App: Region", false],
    ["note", "App: Note", false],
  ]);
  expect(keybased?.fields[0]?.helpText).toBe("Fill in one of: Personal token; User name and password; App.");
});

test.each<[JsonObject, unknown]>([
  [{ secret_text: "s" }, { type: "SECRET_TEXT", secret_text: "s" }],
  [
    { username: "u", password: "p" },
    { type: "BASIC_AUTH", username: "u", password: "p" },
  ],
  [
    { username_3: "a", key: "k", note: "n" },
    { type: "CUSTOM_AUTH", props: { username: "a", key: "k", region: "eu", note: "n" } },
  ],
])("what is filled in tells which way it is: %j", (typed, value) => {
  const { keybased } = describeSignIn(ALL);
  const values = readTypedCredential(keybased ?? { fields: [] }, typed);
  expect(buildAuthValue(ALL, { type: "keybased", settings: {}, values })).toEqual(value);
});

test("a way that is not complete is refused", () => {
  const { keybased } = describeSignIn(ALL);
  for (const typed of [{}, { username: "u", key: "k" }])
    expect(() => readTypedCredential(keybased ?? { fields: [] }, typed)).toThrow(/^Fill in one of: /);
});

test("a single way keeps its fields as they are, and one that only has optional fields may be left empty", () => {
  const only = pieceWith({
    type: "CUSTOM_AUTH",
    props: { key: secret, region: { type: "SHORT_TEXT", displayName: "Region" } },
  });
  const { keybased } = describeSignIn(only);
  expect(keybased?.ways).toBeUndefined();
  expect(keybased?.fields.map(({ name, label, required }) => [name, label, required])).toEqual([
    ["key", "Key", true],
    ["region", "Region", false],
  ]);
});

test("says which sign-in is left out", () => {
  const others = pieceWith(oauth, { ...oauth, displayName: "Second" }, { type: "OIDC" });
  expect(listUnusedAuths(others)).toEqual([
    "The sign-in Second is left out: only one by OAuth2 can be used.",
    "The sign-in OIDC is left out: OIDC is not supported.",
  ]);
  expect(listUnusedAuths(ALL)).toEqual([]);
});

test.each<[Partial<PieceAuth>, Record<string, string>]>([
  [{}, { access_type: "offline", prompt: "consent" }],
  [{ extra: { prompt: "login", a: "b" } }, { access_type: "offline", prompt: "login", a: "b" }],
  [
    { extra: { access_type: "online" }, prompt: "none" },
    { access_type: "online", prompt: "none" },
  ],
  [{ extra: { prompt: "login" }, prompt: "omit" }, { access_type: "offline" }],
])("OAuth2 with %j asks for consent as the original engine does", (more, params) => {
  expect(describeSignIn(pieceWith({ ...oauth, ...more })).oauth2?.authorizeParams).toEqual(params);
});
