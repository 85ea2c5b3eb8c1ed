import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { InteractionDetails, Provider } from "oidc-provider";
import { Refusal } from "./refusal.ts";

/** The path of the sign-in and consent pages; the id of the sign-in follows. */
export const SIGN_IN_PATH = "/sign-in";

/** A customer of Ledgerly with the name and password that the sign-in page asks for. */
export type LedgerlyCustomer = { login: string; password: string };

type SignInRequest = FastifyRequest<{ Body: URLSearchParams }>;

/** Serves Ledgerly's sign-in and consent pages: plain HTML forms, one POST each, no script. */
export async function serveSignInPages(
  app: FastifyInstance,
  { provider, customers }: { provider: Provider; customers: LedgerlyCustomer[] },
): Promise<void> {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, new URLSearchParams(body.toString())),
  );
  app.get(`${SIGN_IN_PATH}/:uid`, async (request, reply) => {
    const details = await findSignIn(provider, request, reply);
    return sendPage(reply, 200, details.prompt.name === "login" ? loginForm(details) : consentForm(details));
  });
  app.post(`${SIGN_IN_PATH}/:uid`, async (request: SignInRequest, reply) => {
    if (!(request.body instanceof URLSearchParams)) {
      throw new Refusal(415, "unsupported_media_type", "The sign-in page takes its own form only.");
    }
    const details = await findSignIn(provider, request, reply);
    if (details.prompt.name !== "login") {
      return reply.redirect(await decide(provider, request, { reply, details }), 303);
    }
    const { login, password } = Object.fromEntries(request.body);
    const customer = customers.find((one) => one.login === login && one.password === password);
    if (customer === undefined) {
      return sendPage(reply, 401, `<p>The name or the password is wrong.</p>${loginForm(details)}`);
    }
    const result = { login: { accountId: customer.login } };
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
  });
}

async function findSignIn(provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  try {
    return await provider.interactionDetails(request.raw, reply.raw);
  } catch (error) {
    if (error instanceof Error && error.name === "SessionNotFound") {
      throw new Refusal(400, "unknown_sign_in", "This sign-in is unknown or has expired; begin again.");
    }
    throw error;
  }
}

async function decide(
  provider: Provider,
  request: SignInRequest,
  { reply, details }: { reply: FastifyReply; details: InteractionDetails },
): Promise<string> {
  if (request.body.get("decision") !== "allow") {
    const denial = { error: "access_denied", error_description: "The customer refused." };
    return provider.interactionResult(request.raw, reply.raw, denial);
  }
  const { session, params } = details;
  if (session === undefined) {
    throw new Refusal(400, "unknown_sign_in", "Consent needs a customer who has signed in.");
  }
  const grant = new provider.Grant({ accountId: session.accountId, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope ?? ""));
  const result = { consent: { grantId: await grant.save() } };
  return provider.interactionResult(request.raw, reply.raw, result);
}

function loginForm({ uid }: InteractionDetails): string {
  return `<h1>Sign in to Ledgerly</h1>
<form method="post" action="${SIGN_IN_PATH}/${escapeHtml(uid)}">
<label>Name <input name="login" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form>`;
}

function consentForm({ uid, params, session }: InteractionDetails): string {
  const account = escapeHtml(session?.accountId ?? "your account");
  return `<h1>Allow access?</h1>
<p>${escapeHtml(String(params.client_id))} asks to use the books of ${account}: ${escapeHtml(String(params.scope))}.</p>
<form method="post" action="${SIGN_IN_PATH}/${escapeHtml(uid)}">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="refuse">Refuse</button>
</form>`;
}

function sendPage(reply: FastifyReply, status: number, content: string): FastifyReply {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Ledgerly</title>${content}</html>`;
  return reply.code(status).type("text/html; charset=utf-8").header("cache-control", "no-store").send(page);
}

/** Escapes text for an HTML page, including attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
