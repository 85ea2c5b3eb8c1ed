import type { Deps } from "../deps.ts";
import { type ApiError, badField } from "../platform/errors.ts";
import { describeSealed } from "../platform/root-key/sealed-column.ts";
import type { OperatorRow } from "./store.ts";
import { claimTotpStep } from "./totp-store.ts";

export const TOTP_COLUMN = describeSealed("operators", "totp_sealed", "totp");

const ISSUER = "Junctor";
const PERIOD_S = 30;
// Clocks differ: the previous and the next code are accepted as well.
const WINDOW = 1;
const SECRET_BYTES = 20;

type TotpDeps = Pick<Deps, "db" | "clock" | "vault">;

// Loaded when somebody uses codes: most installations have none.
const load = () => import("otpauth");

/**
 * Creates a secret for an authenticator app: in base32, as an address for a QR code, and encrypted for the
 * operator's row.
 */
export async function createTotp(
  { vault }: Pick<Deps, "vault">,
  { id, email }: Pick<OperatorRow, "id" | "email">,
): Promise<{ secret: string; uri: string; sealed: Buffer }> {
  const { Secret, TOTP } = await load();
  const secret = new Secret({ size: SECRET_BYTES });
  const uri = new TOTP({ issuer: ISSUER, label: email, secret, period: PERIOD_S }).toString();
  return { secret: secret.base32, uri, sealed: vault.seal(secret.base32, TOTP_COLUMN.identityOf(id)) };
}

/** Whether a code is valid now; it is accepted once, and no older code after it. */
export async function claimTotpCode(
  { db, clock, vault }: TotpDeps,
  { id, totp_sealed: sealed }: Pick<OperatorRow, "id" | "totp_sealed">,
  code: string,
): Promise<boolean> {
  const token = code.replace(/\s/g, "");
  if (sealed === null || !/^\d{6}$/.test(token)) return false;
  const { Secret, TOTP } = await load();
  const timestamp = clock.now().getTime();
  const secret = Secret.fromBase32(vault.open(sealed, TOTP_COLUMN.identityOf(id)));
  const delta = new TOTP({ secret, period: PERIOD_S }).validate({ token, timestamp, window: WINDOW });
  if (delta === null) return false;
  return claimTotpStep(db, id, Math.floor(timestamp / 1000 / PERIOD_S) + delta);
}

/** The error for a code that is not accepted. */
export function createWrongCodeError(): ApiError {
  return badField("code", "code must be a current, unused code from your authenticator app.");
}
