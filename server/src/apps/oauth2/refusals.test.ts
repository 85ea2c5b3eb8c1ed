import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAllowList } from "../../platform/outbound/address-guard.ts";
import { createOutbound } from "../../platform/outbound/outbound.ts";
import { type FakeProvider, startFakeProvider } from "../connections/fake-provider.ts";
import type { RefusalRule } from "../connector-auth.ts";
import { exchangeCode, refreshTokens, type TokenRequest } from "./token-endpoint.ts";
import { TokenError } from "./token-error.ts";

const outbound = createOutbound({ allow: parseAllowList("127.0.0.1") });
let provider: FakeProvider;

beforeAll(async () => {
  provider = await startFakeProvider();
});
afterAll(async () => {
  await provider.close();
  await outbound.close();
});

type Answer = [name: string, status: number, body: unknown];

/** What providers answer to a renewal that can succeed only after the customer has connected again. */
const EXPIRED: Answer[] = [
  ["the standard's invalid_grant", 400, { error: "invalid_grant" }],
  [
    "Atlassian, a used-up token",
    403,
    { error: "unauthorized_client", error_description: "refresh_token is invalid" },
  ],
  [
    "Atlassian, a changed password",
    403,
    { error: "invalid_grant", error_description: "Unknown or invalid refresh token." },
  ],
  [
    "Google, revoked or expired",
    400,
    { error: "invalid_grant", error_description: "Token has been expired or revoked." },
  ],
  ["Google, a deleted user", 400, { error: "invalid_grant", error_description: "Account has been deleted" }],
  [
    "Google, a session that ended",
    400,
    {
      error: "invalid_grant",
      error_description: "reauth related error (invalid_rapt)",
      error_subtype: "invalid_rapt",
    },
  ],
  ["Google, blocked by the customer's administrator", 400, { error: "admin_policy_enforced" }],
  [
    "Microsoft, unused for too long",
    400,
    {
      error: "invalid_grant",
      error_description:
        "AADSTS700082: The refresh token has expired due to inactivity.\r\nTrace ID: 1\r\nCorrelation ID: 2",
      error_codes: [700082],
      suberror: "token_expired",
    },
  ],
  [
    "Microsoft, a changed password",
    400,
    {
      error: "invalid_grant",
      error_description: "AADSTS50173: The provided grant has expired due to it being revoked.",
      error_codes: [50173],
      suberror: "bad_token",
    },
  ],
  [
    "Microsoft, consent asked for again",
    400,
    {
      error: "invalid_grant",
      error_description: "AADSTS65001: The user or administrator has not consented to use the application.",
      error_codes: [65001],
      suberror: "consent_required",
    },
  ],
  [
    "Microsoft, a second factor asked for",
    400,
    {
      error: "interaction_required",
      error_description: "AADSTS50076: you must use multi-factor authentication.",
      error_codes: [50076],
      suberror: "basic_action",
    },
  ],
  [
    "Microsoft, a malformed token",
    400,
    {
      error: "invalid_grant",
      error_description: "AADSTS9002313: Invalid request. Request is malformed or invalid.",
      error_codes: [9002313],
    },
  ],
  ["Salesforce, revoked", 400, { error: "invalid_grant", error_description: "expired access/refresh token" }],
  ["Salesforce, a frozen user", 400, { error: "inactive_user", error_description: "user is inactive" }],
  [
    "Salesforce, a closed organization",
    400,
    { error: "inactive_org", error_description: "organization is inactive" },
  ],
  [
    "HubSpot",
    400,
    {
      status: "BAD_REFRESH_TOKEN",
      message: "missing or invalid refresh token",
      correlationId: "6356f281-f9bb-4454-926e-516aaac0104f",
    },
  ],
  ["Intuit", 400, { error_description: "Incorrect or invalid refresh token", error: "invalid_grant" }],
  ["Xero", 400, { error: "invalid_grant" }],
  ["Zoho, in a success", 200, { error: "invalid_code" }],
  ["Slack, an uninstalled app", 200, { ok: false, error: "token_revoked" }],
  ["Slack, a deactivated account", 200, { ok: false, error: "account_inactive" }],
  ["Slack, a used-up token", 200, { ok: false, error: "invalid_refresh_token" }],
  ["Slack, a user who left", 200, { ok: false, error: "user_removed_from_team" }],
  [
    "Shopify",
    401,
    { error: "invalid_request", error_description: "This request requires an active refresh_token" },
  ],
  [
    "GitHub, in a success",
    200,
    {
      error: "bad_refresh_token",
      error_description: "The refresh token passed is incorrect or expired.",
      error_uri: "https://docs.github.com/apps",
    },
  ],
  [
    "GitLab",
    400,
    {
      error: "invalid_grant",
      error_description:
        "The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.",
    },
  ],
  ["Notion", 400, { error: "invalid_grant", request_id: "1" }],
  ["Box", 400, { error: "invalid_grant", error_description: "Refresh token has expired" }],
  ["Dropbox", 400, { error: "invalid_grant", error_description: "refresh token is invalid or revoked" }],
  ["DeviantArt", 400, { error: "invalid_request", error_description: "The refresh_token is invalid." }],
  [
    "Spring",
    401,
    { error: "invalid_token", error_description: "Invalid refresh token (expired): the-refresh-token" },
  ],
  ["an object as error", 400, { error: { code: "invalid_grant", message: "Token revoked." } }],
  ["another case", 400, { error: "INVALID_GRANT" }],
  ["plain text", 400, "Invalid refresh token\n"],
];

/** What may pass without anybody's help. */
const TEMPORARY: Answer[] = [
  ["500", 500, { error: "invalid_grant" }],
  ["503", 503, "<html>maintenance</html>"],
  ["429", 429, { error: "invalid_grant" }],
  ["HTML that speaks of tokens", 403, "<html>refresh token is invalid</html>"],
  ["temporarily_unavailable with 400", 400, { error: "temporarily_unavailable" }],
  ["slow_down", 400, { error: "slow_down" }],
  ["server_error with 400", 400, { error: "server_error", error_description: "Try again." }],
  ["Slack's limit, in a success", 200, { ok: false, error: "ratelimited" }],
  ["Slack's fault, in a success", 200, { ok: false, error: "fatal_error" }],
  [
    "Salesforce, two renewals at once",
    400,
    { error: "invalid_grant", error_description: "token request is already being processed" },
  ],
  [
    "Zoho's limit",
    400,
    {
      error: "Access Denied",
      error_description: "You have made too many requests continuously. Please try again after some time.",
      status: "failure",
    },
  ],
  [
    "Microsoft, a loop",
    400,
    {
      error: "invalid_grant",
      error_description: "AADSTS50196: The server terminated an operation because of a client request loop.",
      error_codes: [50196],
    },
  ],
  ["a sentence without a code", 403, { message: "Forbidden" }],
  ["plain text of a gateway", 403, "Access denied by policy"],
];

/** What only the operator can mend: asking the customer would not help. */
const SETUP: Answer[] = [
  ["invalid_client", 401, { error: "invalid_client" }],
  [
    "invalid_client that speaks of the token",
    401,
    { error: "invalid_client", error_description: "Invalid client or refresh token is invalid" },
  ],
  ["unauthorized_client alone", 403, { error: "unauthorized_client" }],
  [
    "unauthorized_client for the grant",
    400,
    {
      error: "unauthorized_client",
      error_description: "The client is not authorized to use the refresh_token grant: grant type invalid.",
    },
  ],
  [
    "Microsoft, an unknown client",
    400,
    {
      error: "unauthorized_client",
      error_description: "AADSTS700016: Application with identifier 'x' was not found in the directory.",
      error_codes: [700016],
    },
  ],
  [
    "Microsoft, a secret that expired",
    401,
    {
      error: "invalid_client",
      error_description: "AADSTS7000222: The provided client secret keys are expired.",
      error_codes: [7000222],
    },
  ],
  [
    "Google, a deleted client",
    401,
    { error: "deleted_client", error_description: "The OAuth client was deleted." },
  ],
  ["Auth0 and Atlassian, a wrong secret", 401, { error: "access_denied", error_description: "Unauthorized" }],
  ["HubSpot, an unknown client", 400, { status: "BAD_CLIENT_ID", message: "missing or unknown client id" }],
  ["GitHub, a wrong secret", 200, { error: "incorrect_client_credentials" }],
  [
    "a missing parameter",
    400,
    { error: "invalid_request", error_description: "Missing parameter: refresh_token is required." },
  ],
  [
    "a clock that is wrong",
    400,
    {
      error: "invalid_grant",
      error_description:
        "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.",
    },
  ],
];

function requestWith(refusals?: RefusalRule[], more: Partial<TokenRequest["spec"]> = {}): TokenRequest {
  const spec = {
    tokenUrl: `${provider.url}/token`,
    clientAuth: "post",
    scopeSeparator: " ",
    refusals,
    ...more,
  } as const;
  const client = { id: "client", secret: "the-client-secret" };
  return { outbound, spec, client, settings: {}, name: "App", nowMs: Date.now() };
}

async function refuse(work: Promise<unknown>): Promise<TokenError> {
  const error = await work.then(
    () => new Error("A token was issued."),
    (reason: unknown) => reason,
  );
  if (!(error instanceof TokenError)) throw error;
  return error;
}

function renew(status: number, body: unknown, rules?: RefusalRule[]): Promise<TokenError> {
  provider.script.splice(0, 9, { status, body });
  return refuse(refreshTokens(requestWith(rules), "the-refresh-token"));
}

test.each(EXPIRED)("only the customer can help after a renewal refused by %s", async (_, status, body) => {
  expect(await renew(status, body)).toMatchObject({ kind: "dead", status });
});

test.each(TEMPORARY)("a renewal may succeed later after %s", async (_, status, body) => {
  expect(await renew(status, body)).toMatchObject({ kind: "unavailable", status });
});

test.each(SETUP)("the set-up must be corrected after %s", async (_, status, body) => {
  expect(await renew(status, body)).toMatchObject({ kind: "refused", status });
});

test("the message has the provider's own words and codes", async () => {
  const body = {
    error: "invalid_grant",
    error_description: "AADSTS700082: The refresh token has expired.\r\nTrace ID: 7",
    error_codes: [700082, 50173],
    suberror: "token_expired",
  };
  expect((await renew(400, body)).message).toBe(
    "App refused to issue a token: invalid_grant: AADSTS700082: The refresh token has expired. Trace ID: 7 (suberror token_expired; error_codes 700082, 50173).",
  );
  expect((await renew(503, { message: "Down for maintenance" })).message).toBe(
    "App issued no token; it responded with 503: Down for maintenance.",
  );
});

test("the message has the provider's words also where no token endpoint should put them", async () => {
  for (const [body, said] of [
    [{ error: "invalid_grant", errors: [{ detail: "The seat is gone" }] }, "invalid_grant: The seat is gone"],
    [{ error: "invalid_grant" }, "invalid_grant"],
    [{ fault: { faultstring: "No such app" } }, "No such app"],
  ] as const) {
    expect((await renew(400, body)).message).toContain(`: ${said}.`);
  }
  expect((await renew(400, { message: "<html><body>Oops</body></html>" })).message).not.toContain("<");
});

test("the message repeats neither the token nor the client's secret", async () => {
  const said = "the-refresh-token of the-client-secret is invalid";
  const { message, code } = await renew(400, { error: "invalid_grant", error_description: said });
  expect(message).toBe("App refused to issue a token: invalid_grant: [redacted] of [redacted] is invalid.");
  expect(code).toBe("invalid_grant");
  expect((await renew(400, { error: "the-refresh-token" })).code).toBe("[redacted]");
});

test("an application's own rules come before those for everybody", async () => {
  const rules: RefusalRule[] = [
    { body: "error", equals: ["invalid_grant"], means: "temporary" },
    { status: [400], body: "fault.codes.0", equals: [17], means: "expired" },
    { contains: ["seat removed"], means: "expired" },
    { status: [409], means: "setup" },
  ];
  expect(await renew(400, { error: "invalid_grant" }, rules)).toMatchObject({ kind: "unavailable" });
  expect(await renew(400, { fault: { codes: [17] }, error: "x" }, rules)).toMatchObject({ kind: "dead" });
  expect(await renew(403, { fault: { codes: [17] }, error: "x" }, rules)).toMatchObject({ kind: "refused" });
  expect(await renew(200, { error: "x", note: "seat removed" }, rules)).toMatchObject({ kind: "dead" });
  expect(await renew(409, { error: "invalid_token" }, rules)).toMatchObject({ kind: "refused" });
  expect(await renew(500, { note: "seat removed" }, rules)).toMatchObject({ kind: "unavailable" });
});

const BOT = {
  ok: true,
  access_token: "xoxb-1",
  token_type: "bot",
  scope: "chat:write",
  expires_in: 60,
  refresh_token: "r-bot",
};
const USER_PATH = { tokenPath: "authed_user" };

test.each([
  ["nothing of the user's", { ...BOT, authed_user: { id: "U1" } }],
  ["no such place", BOT],
  ["a text at that place", { ...BOT, authed_user: "xoxp-1" }],
  ["null at that place", { ...BOT, authed_user: null }],
  ["a list at that place", { ...BOT, authed_user: [{ access_token: "xoxp-1" }] }],
  ["an empty token", { ...BOT, authed_user: { access_token: "" } }],
  ["status success beside it", { ...BOT, status: "success", code: 0 }],
])("with a token_path, an answer with %s is a refusal", async (_, body) => {
  const message = "App issued no token at authed_user: the customer may not have allowed it.";
  for (const work of [
    () =>
      exchangeCode(requestWith(undefined, USER_PATH), "code", {
        redirectUri: "https://a.example/",
        verifier: undefined,
      }),
    () => refreshTokens(requestWith(undefined, USER_PATH), "the-refresh-token"),
  ]) {
    provider.script.splice(0, 9, { body });
    expect(await refuse(work())).toMatchObject({ kind: "incomplete", message });
  }
});

test("with a token_path, scopes, end and refresh token come from there too", async () => {
  const team = { id: "T1" };
  provider.script.splice(0, 9, { body: { ...BOT, team, authed_user: { id: "U1", access_token: "xoxp-1" } } });
  const tokens = await refreshTokens(requestWith(undefined, USER_PATH), "the-refresh-token");
  expect(tokens).toEqual({
    values: {
      ok: true,
      team,
      authed_user: { id: "U1", access_token: "xoxp-1" },
      id: "U1",
      access_token: "xoxp-1",
      token_type: "bearer",
    },
    refreshToken: undefined,
    expiresAt: undefined,
  });
});

test("renewals may be declared to answer elsewhere", async () => {
  // Slack answers the renewal of a user's token without `authed_user`.
  const spec = { ...USER_PATH, renewalTokenPath: "." };
  provider.script.splice(0, 9, { body: { ok: true, access_token: "xoxp-2", token_type: "user" } });
  const tokens = await refreshTokens(requestWith(undefined, spec), "the-refresh-token");
  expect(tokens.values).toMatchObject({ access_token: "xoxp-2" });
  const code = exchangeCode(requestWith(undefined, spec), "code", {
    redirectUri: "https://a.example/",
    verifier: undefined,
  });
  expect(await refuse(code)).toMatchObject({ kind: "incomplete" });
});
