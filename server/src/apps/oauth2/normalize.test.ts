import { expect, test } from "vitest";
import { normalizeTokenAnswer } from "./normalize.ts";

const json = (body: unknown, status = 200, tokenPath?: string) =>
  normalizeTokenAnswer(status, JSON.stringify(body), tokenPath);

test.each([
  [
    "Slack's bot token",
    { ok: true, access_token: "x", token_type: "bot", team: { id: "T" } },
    { access_token: "x", token_type: "bearer", ok: true, team: { id: "T" } },
  ],
  [
    "no token type",
    { access_token: "x", expires_in: "3600" },
    { access_token: "x", token_type: "bearer", expires_in: 3600 },
  ],
  ["a life of 0", { access_token: "x", expires_in: 0 }, { access_token: "x", token_type: "bearer" }],
  ["a nonsense life", { access_token: "x", expires_in: "soon" }, { access_token: "x", token_type: "bearer" }],
  ["a stray id token", { access_token: "x", id_token: "bad" }, { access_token: "x", token_type: "bearer" }],
  [
    "an empty refresh token",
    { access_token: "x", refresh_token: "" },
    { access_token: "x", token_type: "bearer" },
  ],
  [
    "Mailchimp's token without scopes and end",
    { access_token: "x", expires_in: 0, scope: null },
    { access_token: "x", token_type: "bearer" },
  ],
  [
    "scopes as a list",
    { access_token: "x", scope: ["a", "b"] },
    { access_token: "x", token_type: "bearer", scope: "a b" },
  ],
])("%s is normalized to the standard's form", (_, body, expected) => {
  expect(json(body)).toEqual({ status: 200, body: expected, raw: body, refusal: undefined });
});

test("a token nested under the manifest's path is found", () => {
  expect(json({ ok: true, authed_user: { access_token: "u" } }, 200, "authed_user").body).toMatchObject({
    access_token: "u",
  });
});

test("a form-encoded answer is read", () => {
  expect(normalizeTokenAnswer(200, "access_token=x&scope=a", undefined).body).toMatchObject({
    access_token: "x",
    scope: "a",
  });
});

test.each([
  [200, { ok: false, error: "invalid_code" }, 400, "invalid_code"],
  [200, { error: "bad_verification_code" }, 400, "bad_verification_code"],
  [400, { status: "BAD_REFRESH_TOKEN", message: "no" }, 400, "BAD_REFRESH_TOKEN"],
  [401, { error: "invalid_client" }, 401, "invalid_client"],
])("status %i with %j is a refusal", (status, body, expected, error) => {
  expect(json(body, status)).toMatchObject({ status: expected, body: { error }, refusal: { code: error } });
});

test.each(["<html>", "", "{broken", "[]", "null"])("%j is not a token response", (text) => {
  expect(normalizeTokenAnswer(200, text, undefined)).toEqual({
    status: 200,
    body: undefined,
    raw: undefined,
    refusal: undefined,
  });
});
