import type { FastifyReply, FastifyRequest } from "fastify";
import { operatorSessionOf } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import { ApiError, badField } from "../platform/errors.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { type App, Message } from "../platform/http/route.ts";
import { CodeBody, TotpSecret } from "./schema.ts";
import type { SignInTools } from "./session-routes.ts";
import { type OperatorRow, readOperator, setTotp, switchTotpOn } from "./store.ts";
import { makeTotp, useCode } from "./totp.ts";

const tags = ["Operators"];
const TOTP = "/api/v2/public/operator-session/totp";
const tooMany = { ...ErrorReply, description: "Too many tries; Retry-After says when to go on." };

/** The operator's own authenticator app: once a code has proven it, sign-ins with the password ask for one. */
export function totpRoutes(app: App, deps: Deps, { limit }: SignInTools): void {
  const { db, clock } = deps;

  app.post(
    TOTP,
    {
      config: { auth: "operator", hasSecret: true },
      schema: {
        operationId: "createOperatorTotp",
        summary: "Make a secret for an authenticator app; it asks for no code before PUT has proven one",
        tags,
        response: { 200: TotpSecret, 409: { ...ErrorReply, description: "Codes are on already." } },
      },
    },
    async (request) => {
      const operator = await ownRow(request);
      if (operator.totp_on)
        throw new ApiError("conflict", "CONFLICT", "Codes are on already: switch them off first.");
      const { secret, uri, sealed } = await makeTotp(deps, operator);
      await setTotp(db, operator.id, sealed, clock.now());
      return { secret, uri };
    },
  );

  app.put(
    TOTP,
    {
      config: { auth: "operator" },
      schema: {
        operationId: "enableOperatorTotp",
        summary: "Have sign-ins ask for a code of the authenticator app, by a code of it",
        tags,
        body: CodeBody,
        response: { 200: Message, 429: tooMany },
      },
    },
    async (request, reply) => {
      const operator = await ownRow(request);
      await checkCode(request, reply, operator, request.body.code);
      await switchTotpOn(db, operator.id, clock.now());
      return { message: "Sign-ins with the password ask for a code now" };
    },
  );

  app.delete(
    TOTP,
    {
      config: { auth: "operator" },
      schema: {
        operationId: "disableOperatorTotp",
        summary: "Have sign-ins ask for no code any more, by a code of the authenticator app",
        tags,
        body: CodeBody,
        response: { 200: Message, 429: tooMany },
      },
    },
    async (request, reply) => {
      const operator = await ownRow(request);
      await checkCode(request, reply, operator, request.body.code);
      await setTotp(db, operator.id, null, clock.now());
      return { message: "Sign-ins ask for no code any more" };
    },
  );

  async function checkCode(
    request: FastifyRequest,
    reply: FastifyReply,
    operator: OperatorRow,
    code: string,
  ): Promise<void> {
    await limit.count(request, reply, operator.email);
    if (!(await useCode(deps, operator, code)))
      throw badField(
        "code",
        "code must be one that the authenticator app shows now and that was not used yet.",
      );
    await limit.succeeded(operator.email);
  }

  function ownRow(request: FastifyRequest): Promise<OperatorRow> {
    const { orgId, operatorId } = operatorSessionOf(request);
    return readOperator(db, orgId, operatorId);
  }
}
