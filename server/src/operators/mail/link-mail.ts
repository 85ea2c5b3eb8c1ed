import { readOrganization } from "../../auth/organizations/organizations.ts";
import type { Deps } from "../../deps.ts";
import { renderMail } from "../../mail/render-mail.ts";
import { canMail, enqueueMails } from "../../mail/send-queued-mail.ts";
import type { Tx } from "../../platform/database/database.ts";
import { buildSignInUrl } from "../links.ts";
import type { OperatorRow } from "../store.ts";

/** What those who created a link get: the link, and whether the operator gets it as well. */
export interface MailedLink {
  readonly link: string;
  readonly is_mailed: boolean;
}

/**
 * Queues the mail with the link of an invitation, or of a reset by an owner, where the server sends mail. Call it in the
 * transaction that creates the link.
 */
export async function enqueueLinkMail(
  deps: Pick<Deps, "config" | "queue" | "vault" | "clock">,
  tx: Tx,
  operator: OperatorRow,
  token: string,
): Promise<MailedLink> {
  const { org_id: orgId, email } = operator;
  const link = buildSignInUrl(deps.config.publicUrl, token);
  if (!canMail(deps, email)) return { link, is_mailed: false };
  const organization = await readOrganization(tx, orgId);
  const { name } = organization;
  const isInvitation = operator.last_sign_in_at === null;
  const subject = isInvitation
    ? `You are invited to ${name} on Junctor`
    : `Your new sign-in link for ${name}`;
  const opening = isInvitation
    ? `${name} invites you to manage its integrations in Junctor.`
    : `An owner of ${name} has created a new sign-in link for you. Your old password no longer works.`;
  const mail = renderMail(organization, {
    subject,
    paragraphs: [opening, "The link works once, within 7 days, and lets you set a password."],
    action: { label: "Sign in", url: link },
    reason: `Sent to ${email}, because an owner of ${name} entered this address. If you did not expect it, ignore this mail.`,
  });
  await enqueueMails(deps, tx, orgId, [{ ...mail, to: email }]);
  return { link, is_mailed: true };
}
