import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { defineOperations } from "../auth/operation.ts";
import { setSessionCookie } from "../auth/sessions/operator-cookie.ts";
import type { Deps } from "../deps.ts";
import { ApiError } from "../platform/errors.ts";
import { buildCookieHeader, findCookie } from "../platform/http/cookie.ts";
import { type App, GET_ALONE, Record } from "../platform/http/route.ts";
import { setKnownBrowserCookie } from "./known-browser.ts";
import { CALLBACK_PATH, createOidc, type Oidc } from "./oidc.ts";
import type { SignInTools } from "./prove-password.ts";
import { deleteBrowserSession, type SignInResult } from "./sign-in.ts";
import { signInByIdentity } from "./sign-in-by-identity.ts";
import { getVisitor } from "./visitor.ts";

const SESSION = "/api/v2/public/operator-session";
const PROOF_COOKIE = "junctor_oidc";
const PROOF_LIFE_S = 600;

/** What the sign-in page says after a failure. */
type OidcProblem = "OIDC_FAILED" | "OIDC_NOT_INVITED" | "OIDC_TOO_MANY";

const SignInMethods = Record("SignInMethods", {
  password: Type.Boolean(),
  oidc: Type.Boolean({
    description: `Whether browsers can sign in through the company's identity provider, starting at ${SESSION}/oidc.`,
  }),
  reset: Type.Boolean({
    description: `Whether operators who have lost their password can have a link sent to them, with ${SESSION}/reset.`,
  }),
});

const operation = defineOperations<Deps>("Operators");

/** How operators can sign in. */
export const SIGN_IN_METHOD_OPERATIONS = [
  operation({
    id: "getSignInMethods",
    method: "get",
    path: `${SESSION}/methods`,
    credentials: "none",
    summary: "List sign-in methods",
    description:
      "Returns how operators can sign in: with a password, and through the company's identity provider if one is set up. See [Single sign-on](/guides/operators#single-sign-on).",
    schema: { response: { 200: SignInMethods } },
    run: async ({ config }) => ({
      password: true,
      oidc: config.oidc !== undefined,
      reset: config.mail !== undefined,
    }),
  }),
];

/** What signing in at an identity provider needs. */
interface OidcDeps extends Deps {
  readonly oidc: Oidc;
  readonly limit: SignInTools["limit"];
}

/** Sign-in at the company's identity provider; only people invited under the address that it vouches for get in. */
export function registerOidcRoutes(app: App, given: Deps, { limit }: SignInTools): void {
  const { config } = given;
  if (!config.oidc) return;
  const deps = { ...given, oidc: createOidc(given, config.oidc), limit };
  // Pages for browsers are hidden: the document describes what programs call.
  const hidden = { ...GET_ALONE, config: { auth: "none" as const }, schema: { hide: true } };

  app.get(`${SESSION}/oidc`, hidden, async (request, reply) => {
    if (await isTooMany(deps, request, reply)) return goBack(deps, reply, "OIDC_TOO_MANY");
    const begun = await deps.oidc.begin().catch((error: unknown) => ({ error }));
    if ("error" in begun) return fail(deps, reply, "OIDC_FAILED", begun.error);
    keepProof(deps, reply, begun.proof);
    return reply.redirect(begun.url);
  });

  app.get(CALLBACK_PATH, hidden, async (request, reply) => {
    if (await isTooMany(deps, request, reply)) return goBack(deps, reply, "OIDC_TOO_MANY");
    const done = await finish(deps, request);
    keepProof(deps, reply, undefined);
    if ("error" in done) return fail(deps, reply, "OIDC_FAILED", done.error);
    const { signedIn } = done;
    if (!signedIn) return fail(deps, reply, "OIDC_NOT_INVITED");
    await deleteBrowserSession(deps, request);
    setSessionCookie(config, reply, signedIn.token);
    setKnownBrowserCookie(deps, reply, signedIn.operator.id);
    return reply.redirect(`${config.publicUrl}/app`);
  });
}

function goBack({ config }: OidcDeps, reply: FastifyReply, problem: OidcProblem): FastifyReply {
  return reply.redirect(`${config.publicUrl}/app/sign-in?error=${problem}`);
}

function fail(deps: OidcDeps, reply: FastifyReply, problem: OidcProblem, error?: unknown): FastifyReply {
  // The library's errors hold parts of the request, so only their message is logged.
  const reason = error instanceof Error ? error.message : undefined;
  deps.log.warn({ problem, reason }, "operator.oidc-failed");
  return goBack(deps, reply, problem);
}

async function isTooMany(
  { limit }: OidcDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  try {
    await limit.oidc({ request, reply });
    return false;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "RATE_LIMIT_EXCEEDED")) throw error;
    // With a redirect it would mean to follow it only then.
    reply.removeHeader("retry-after");
    return true;
  }
}

async function finish(
  deps: OidcDeps,
  request: FastifyRequest,
): Promise<{ signedIn: SignInResult | undefined } | { error: unknown }> {
  const { headers, originalUrl } = request;
  const proof = findCookie(deps.config, headers.cookie, PROOF_COOKIE) ?? "";
  const at = originalUrl.indexOf("?");
  try {
    const identity = await deps.oidc.finish(at < 0 ? "" : originalUrl.slice(at), proof);
    return { signedIn: await signInByIdentity(deps, identity, getVisitor(request)) };
  } catch (error) {
    return { error };
  }
}

function keepProof({ config }: OidcDeps, reply: FastifyReply, proof: string | undefined): void {
  const maxAgeS = proof === undefined ? 0 : PROOF_LIFE_S;
  reply.header("set-cookie", buildCookieHeader(config, { name: PROOF_COOKIE, value: proof ?? "", maxAgeS }));
}
