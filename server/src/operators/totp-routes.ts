import type { FastifyReply, FastifyRequest } from "fastify";
import { getOperatorSession } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import { ApiError } from "../platform/errors.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { setEmptyBody } from "../platform/http/json-body.ts";
import { type App, Message } from "../platform/http/route.ts";
import { requireFreshProof } from "./prove-first.ts";
import { requirePassword, type SignInTools } from "./prove-password.ts";
import { CodeBody, TotpBody, TotpSecret } from "./schema.ts";
import { deleteTotp, enableTotp, type OperatorRow, readOperator, setTotp } from "./store.ts";
import { claimTotpCode, createTotp, createWrongCodeError } from "./totp.ts";

const tags = ["Operators"];
const TOTP = "/api/v2/public/operator-session/totp";
const tooMany = { ...ErrorReply, description: "Too many attempts; `Retry-After` says when to retry." };

/** The operator's own authenticator app: once a code has proven it, password sign-ins require one. */
export function registerTotpRoutes(app: App, deps: Deps, tools: SignInTools): void {
  const { db, clock } = deps;

  app.post(
    TOTP,
    {
      config: { auth: "operator", hasSecret: true },
      preValidation: setEmptyBody,
      schema: {
        operationId: "createOperatorTotp",
        summary: "Create an authenticator secret",
        description:
          "Returns a secret for an authenticator app, as text and as an `otpauth://` URL for a QR code. Sign-ins require no code until you confirm one with `PUT` at the same path. Requires `current_password` or, if you have no password, a sign-in within the last 15 minutes (403 `SIGN_IN_TOO_OLD` otherwise). Returns 409 if codes are already on.",
        tags,
        body: TotpBody,
        response: {
          200: TotpSecret,
          403: { ...ErrorReply, description: "`SIGN_IN_TOO_OLD`: without a password, sign in again first." },
          409: { ...ErrorReply, description: "Sign-in codes are already on." },
          429: tooMany,
        },
      },
    },
    async (request, reply) => {
      const operator = await ownRow(request);
      // Somebody at an unlocked browser must not lock the operator out with an app of their own.
      if (operator.password_hash === null)
        await requireFreshProof(deps, { tools, trier: { request, reply } }, operator, undefined);
      else await requirePassword(tools, { request, reply }, operator, request.body.current_password);
      const { secret, uri, sealed } = await createTotp(deps, operator);
      if (!(await setTotp(db, operator.id, sealed, clock.now())))
        throw new ApiError("conflict", "CONFLICT", "Codes are already on: turn them off first.");
      return { secret, uri };
    },
  );

  app.put(
    TOTP,
    {
      config: { auth: "operator" },
      schema: {
        operationId: "enableOperatorTotp",
        summary: "Turn on sign-in codes",
        description:
          "Confirms the authenticator app with one of its codes. From then on, password sign-ins require a code; one-time links do not. Returns 400 if the code is wrong or was already used.",
        tags,
        body: CodeBody,
        response: { 200: Message, 429: tooMany },
      },
    },
    async (request, reply) => {
      const operator = await ownRow(request);
      await checkCode(request, reply, operator, request.body.code);
      if (!(await enableTotp(db, operator, clock.now()))) throw createWrongCodeError();
      return { message: "Sign-ins with the password ask for a code now" };
    },
  );

  app.delete(
    TOTP,
    {
      config: { auth: "operator" },
      schema: {
        operationId: "disableOperatorTotp",
        summary: "Turn off sign-in codes",
        description:
          "Checks a code from the authenticator app and removes the app from your sign-ins. Returns 400 if the code is wrong or was already used.",
        tags,
        body: CodeBody,
        response: { 200: Message, 429: tooMany },
      },
    },
    async (request, reply) => {
      const operator = await ownRow(request);
      await checkCode(request, reply, operator, request.body.code);
      await deleteTotp(db, operator.id, clock.now());
      return { message: "Sign-ins no longer ask for a code" };
    },
  );

  async function checkCode(
    request: FastifyRequest,
    reply: FastifyReply,
    operator: OperatorRow,
    code: string,
  ): Promise<void> {
    const succeeded = await tools.limit.own({ request, reply }, "code", operator.id);
    if (!(await claimTotpCode(deps, operator, code))) throw createWrongCodeError();
    await succeeded();
  }

  function ownRow(request: FastifyRequest): Promise<OperatorRow> {
    const { orgId, operatorId } = getOperatorSession(request);
    return readOperator(db, orgId, operatorId);
  }
}
