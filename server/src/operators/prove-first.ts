import { getOperatorSession } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import { ApiError } from "../platform/errors.ts";
import type { SignInTools } from "./prove-password.ts";
import type { SignInExchange } from "./sign-in-limit.ts";
import type { OperatorRow } from "./store.ts";
import { claimTotpCode, createWrongCodeError } from "./totp.ts";

const FRESH_MS = 15 * 60_000;

/**
 * Throws unless an operator without a password has just signed in or gives a code of the authenticator app:
 * somebody at an unlocked browser must not set a first password or an app. 403 if the sign-in is older, 400 for a
 * wrong code.
 */
export async function requireFreshProof(
  deps: Pick<Deps, "db" | "clock" | "vault">,
  { tools, trier }: { tools: SignInTools; trier: SignInExchange },
  operator: Pick<OperatorRow, "id" | "totp_on" | "totp_sealed">,
  code: string | undefined,
): Promise<void> {
  const { createdAt } = getOperatorSession(trier.request);
  if (deps.clock.now().getTime() - createdAt.getTime() <= FRESH_MS) return;
  if (!operator.totp_on || code === undefined)
    throw new ApiError("forbidden", "SIGN_IN_TOO_OLD", TOO_OLD + (operator.totp_on ? WITH_CODE : "."));
  const succeeded = await tools.limit.own(trier, "code", operator.id);
  if (!(await claimTotpCode(deps, operator, code))) throw createWrongCodeError();
  await succeeded();
}

const TOO_OLD =
  "Your sign-in is older than 15 minutes. Without a password, this requires a recent one: sign in again with your identity provider or a new sign-in link";
const WITH_CODE = ", or send a code from your authenticator app.";
