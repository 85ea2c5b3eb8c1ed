import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { ApiError } from "../platform/errors.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { setEmptyBody } from "../platform/http/json-body.ts";
import { Message } from "../platform/http/route.ts";
import { requireFreshProof } from "./prove-first.ts";
import { requirePassword, type SignInTools } from "./prove-password.ts";
import { readOwnOperator } from "./read-own-operator.ts";
import { CodeBody, TotpBody, TotpSecret } from "./schema.ts";
import type { SignInExchange } from "./sign-in-limit.ts";
import type { OperatorRow } from "./store.ts";
import { claimTotpCode, createTotp, createWrongCodeError } from "./totp.ts";
import { deleteTotp, enableTotp, setTotp } from "./totp-store.ts";

const TOTP = "/api/v2/public/operator-session/totp";
const tooMany = { ...ErrorReply, description: "Too many attempts; `Retry-After` says when to retry." };

const operation = defineOperations<Deps & SignInTools>("Operators");

/** The operator's own authenticator app: once a code has proven it, password sign-ins require one. */
export const TOTP_OPERATIONS = [
  operation({
    id: "createOperatorTotp",
    method: "post",
    path: TOTP,
    credentials: "operator",
    hasSecret: true,
    preValidation: setEmptyBody,
    summary: "Create an authenticator secret",
    description:
      "Returns a secret for an authenticator app, as text and as an `otpauth://` URL for a QR code. Sign-ins require no code until you confirm one with `PUT` at the same path. Requires `current_password` or, if you have no password, a sign-in within the last 15 minutes (403 `SIGN_IN_TOO_OLD` otherwise). Returns 409 if codes are already on.",
    schema: {
      body: TotpBody,
      response: {
        200: TotpSecret,
        403: { ...ErrorReply, description: "`SIGN_IN_TOO_OLD`: without a password, sign in again first." },
        409: { ...ErrorReply, description: "Sign-in codes are already on." },
        429: tooMany,
      },
    },
    run: async (deps, request, reply) => {
      const operator = await readOwnOperator(deps.db, request);
      const trier = { request, reply };
      // Somebody at an unlocked browser must not lock the operator out with an app of their own.
      if (operator.password_hash === null)
        await requireFreshProof(deps, { tools: deps, trier }, operator, undefined);
      else await requirePassword(deps, trier, operator, request.body.current_password);
      const { secret, uri, sealed } = await createTotp(deps, operator);
      if (!(await setTotp(deps.db, operator.id, sealed, deps.clock.now())))
        throw new ApiError("conflict", "CONFLICT", "Codes are already on: turn them off first.");
      return { secret, uri };
    },
  }),
  operation({
    id: "enableOperatorTotp",
    method: "put",
    path: TOTP,
    credentials: "operator",
    summary: "Turn on sign-in codes",
    description:
      "Confirms the authenticator app with one of its codes. From then on, password sign-ins require a code; one-time links do not. Returns 400 if the code is wrong or was already used.",
    schema: { body: CodeBody, response: { 200: Message, 429: tooMany } },
    run: async (deps, request, reply) => {
      const operator = await readOwnOperator(deps.db, request);
      await checkCode(deps, { request, reply }, operator, request.body.code);
      if (!(await enableTotp(deps.db, operator, deps.clock.now()))) throw createWrongCodeError();
      return { message: "Sign-ins with the password ask for a code now" };
    },
  }),
  operation({
    id: "disableOperatorTotp",
    method: "delete",
    path: TOTP,
    credentials: "operator",
    summary: "Turn off sign-in codes",
    description:
      "Checks a code from the authenticator app and removes the app from your sign-ins. Returns 400 if the code is wrong or was already used.",
    schema: { body: CodeBody, response: { 200: Message, 429: tooMany } },
    run: async (deps, request, reply) => {
      const operator = await readOwnOperator(deps.db, request);
      await checkCode(deps, { request, reply }, operator, request.body.code);
      await deleteTotp(deps.db, operator.id, deps.clock.now());
      return { message: "Sign-ins no longer ask for a code" };
    },
  }),
];

async function checkCode(
  deps: Deps & SignInTools,
  trier: SignInExchange,
  operator: OperatorRow,
  code: string,
): Promise<void> {
  const succeeded = await deps.limit.own(trier, "code", operator.id);
  if (!(await claimTotpCode(deps, operator, code))) throw createWrongCodeError();
  await succeeded();
}
