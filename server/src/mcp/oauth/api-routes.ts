import { type Static, Type } from "typebox";
import { findAccount, getAccountScope, getScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { badField } from "../../platform/errors.ts";
import { ById, Record } from "../../platform/http/route.ts";
import { isLoopback } from "./clients/client-metadata.ts";
import { createCode, createReturnAddress } from "./consent/sign-in.ts";
import { type McpSettingsRow, readMcpSettings, saveMcpSettings } from "./settings-store.ts";

const BASE = "/api/v2/public";

const SignInUrl = Type.String({
  maxLength: 2000,
  description:
    "URL where the product signs its users in before they allow an assistant or follow a link that an assistant got: https, or http on localhost. It is opened with `request`, which the product's backend sends to `POST /api/v2/public/mcp-sign-in`. If unset, customers enter a one-time code.",
});
const ProductName = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "Name of the product as customers know it. Default: the organization's name.",
});
const Logo = Type.String({
  maxLength: 2000,
  description: "An https URL of an image. Default: the organization's logo.",
});
const Approvals = Type.Enum(["link", "api"], {
  description:
    "How calls that need an approval are decided. `link` (the default): agents get the URL of the approval page. `api`: agents get no URL, and your system decides.",
});

const McpSettings = Record("McpSettings", {
  management_url: Type.String({
    description: "URL where your own developers' agents manage the platform, with an API key.",
  }),
  sign_in_url: Type.Optional(SignInUrl),
  product_name: Type.Optional(ProductName),
  logo: Type.Optional(Logo),
  approvals: Type.Optional(Approvals),
});

/** Body of the change of settings: null unsets. */
export const McpSettingsBody = Type.Object({
  sign_in_url: Type.Optional(Type.Union([SignInUrl, Type.Null()])),
  product_name: Type.Optional(Type.Union([ProductName, Type.Null()])),
  logo: Type.Optional(Type.Union([Logo, Type.Null()])),
  approvals: Type.Optional(Type.Union([Approvals, Type.Null()])),
});

const SignInCode = Record("McpSignInCode", {
  code: Type.String({ examples: ["K7QF2-9XM4T"], description: "One-time code for this account and server." }),
  expires_in: Type.Integer({ description: "Lifetime in seconds." }),
});

const ReturnAddress = Record("McpReturnAddress", {
  return_url: Type.String({
    description:
      "Send the user's browser here; it works once, in the browser that was sent to `sign_in_url`.",
  }),
});

const operation = defineOperations<Deps>("MCP servers");

/** How customers sign in to allow an assistant: settings, the product's answer to a sign-in, one-time codes. */
export const MCP_SIGN_IN_OPERATIONS = [
  operation({
    id: "getMcpSettings",
    method: "get",
    path: `${BASE}/mcp-settings`,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get MCP settings",
    description:
      "Returns how customers sign in to allow an assistant in this environment, and how calls are approved.",
    schema: { response: { 200: McpSettings } },
    run: async ({ db, config }, request) => present(config, await readMcpSettings(db, getScope(request))),
  }),
  operation({
    id: "updateMcpSettings",
    method: "put",
    path: `${BASE}/mcp-settings`,
    least: "developer",
    credentials: "apiKey",
    summary: "Update MCP settings",
    description:
      "Sets how customers sign in to allow an assistant, and how calls are approved; omitted fields are unchanged, `null` unsets. Returns 400 if a URL is not https (`sign_in_url` may be http on localhost). See [Sign-in of customers](/guides/mcp-authorization#sign-in-of-customers).",
    schema: { body: McpSettingsBody, response: { 200: McpSettings } },
    run: async ({ db, clock, config }, request) => {
      const { sign_in_url, product_name, logo, approvals } = request.body;
      checkAddress("sign_in_url", sign_in_url, { orLoopback: true });
      checkAddress("logo", logo, { orLoopback: false });
      const change = { sign_in_url, product_name, logo, approvals };
      return present(config, await saveMcpSettings(db, getScope(request), change, clock.now()));
    },
  }),
  operation({
    id: "answerMcpSignIn",
    method: "post",
    path: `${BASE}/mcp-sign-in`,
    least: "developer",
    credentials: "apiKey",
    accountInBody: "first",
    summary: "Complete an MCP sign-in",
    description:
      "Names the linked account of the user whose browser opened your `sign_in_url` with `request`, and returns the URL to send the browser to. A `request` is valid for 15 minutes, in the browser that was sent to you (400 otherwise). Take the account from your own session, never from the browser.",
    schema: {
      body: Type.Object({
        request: Type.String({
          maxLength: 500,
          description: "The `request` that your sign-in URL was opened with.",
        }),
        linked_account_id: Type.String({ minLength: 1, maxLength: 255 }),
      }),
      response: { 200: ReturnAddress },
    },
    run: async (deps, request) => {
      const scope = getScope(request);
      const account = await findAccount(deps.database, scope, request.body.linked_account_id);
      if (!account)
        throw badField(
          "linked_account_id",
          "There is no linked account with this linked_account_id.",
          "INVALID_LINKED_ACCOUNT_ID",
        );
      const { url } = await createReturnAddress(deps, { ...scope, account }, request.body.request);
      return { return_url: url };
    },
  }),
  operation({
    id: "createMcpSignInCode",
    method: "post",
    path: `${BASE}/mcp-servers/:id/code`,
    least: "developer",
    credentials: "account",
    hasSecret: true,
    summary: "Create an MCP sign-in code",
    description:
      "Returns a one-time code, valid for ten minutes, with which the linked account allows an assistant to use an MCP server. Show it only to the customer. An account can have at most ten codes at a time.",
    schema: { params: ById, response: { 201: SignInCode } },
    run: async (deps, request, reply) => {
      const { code, expiresInS } = await createCode(deps, getAccountScope(request), request.params.id);
      return reply.code(201).send({ code, expires_in: expiresInS });
    },
  }),
];

function present(
  { publicUrl }: Pick<Deps["config"], "publicUrl">,
  { sign_in_url, product_name, logo, approvals }: McpSettingsRow,
): Static<typeof McpSettings> {
  return {
    management_url: `${publicUrl}/mcp/v1/management`,
    sign_in_url: sign_in_url ?? undefined,
    product_name: product_name ?? undefined,
    logo: logo ?? undefined,
    approvals: approvals ?? undefined,
  };
}

function checkAddress(
  field: string,
  text: string | null | undefined,
  { orLoopback }: { orLoopback: boolean },
): void {
  if (text === null || text === undefined) return;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.username === "" && url.password === "" && url.hash === "";
  const isAllowed =
    url?.protocol === "https:" || (orLoopback && url?.protocol === "http:" && isLoopback(text));
  if (isPlain && isAllowed) return;
  throw badField(
    field,
    `${field} must be an https address${orLoopback ? " (or an http one on this computer)" : ""} without credentials and fragment.`,
  );
}
