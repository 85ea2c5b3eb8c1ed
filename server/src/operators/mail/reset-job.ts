import { readOrganization } from "../../auth/organizations/organizations.ts";
import type { Deps } from "../../deps.ts";
import { type MailContent, renderMail } from "../../mail/render-mail.ts";
import { enqueueMails } from "../../mail/send-queued-mail.ts";
import type { Tx } from "../../platform/database/database.ts";
import { defineJob } from "../../platform/queue/job.ts";
import { buildSignInUrl, createResetLink } from "../links.ts";
import { lockOperator, type OperatorRow } from "../store.ts";

type ResetDeps = Pick<Deps, "config" | "queue" | "vault" | "clock">;

/** The operators, none if the address is nobody's, who asked for a link to set a new password. */
interface ResetRequest {
  readonly operatorIds: readonly string[];
}

/** Mails operators a link with which they set a new password. */
export const resetPassword = defineJob<ResetRequest, ResetDeps>({
  name: "operators.reset-password",
  concurrency: 1,
  run: async (deps, { operatorIds }, context) => {
    await deps.queue.transaction(async (tx) => {
      await context.settle(tx);
      for (const id of operatorIds) {
        const operator = await lockOperator(tx, id);
        if (operator) await enqueueResetMail(deps, tx, operator);
      }
    });
  },
});

async function enqueueResetMail(deps: ResetDeps, tx: Tx, operator: OperatorRow): Promise<void> {
  const { id, org_id: orgId, email } = operator;
  const organization = await readOrganization(tx, orgId);
  const isOfCompany = operator.password_hash === null && operator.oidc_subject !== null;
  if (isOfCompany) {
    const mail = renderCompanyMail(deps, organization, email);
    return enqueueMails(deps, tx, orgId, [{ ...mail, to: email }]);
  }
  const { token, expiresAt } = await createResetLink(tx, { orgId, operatorId: id }, deps.clock.now());
  const mail = renderMail(organization, {
    subject: "Set a new password for Junctor",
    paragraphs: [
      `Somebody asked for a new password for ${email} at ${organization.name}.`,
      "The link works once, within an hour. If it was not you, ignore this mail: your password stays as it is.",
    ],
    action: { label: "Set a new password", url: buildSignInUrl(deps.config.publicUrl, token) },
    reason: `Sent to ${email}, the address of an operator of ${organization.name}.`,
  });
  return enqueueMails(deps, tx, orgId, [{ ...mail, to: email, expiresAt }]);
}

/** For operators whom the identity provider signs in: a password would be a second way past it. */
function renderCompanyMail(
  { config }: Pick<Deps, "config">,
  organization: Parameters<typeof renderMail>[0] & { name: string },
  email: string,
): MailContent {
  return renderMail(organization, {
    subject: "How you sign in to Junctor",
    paragraphs: [
      `Somebody asked for a new password for ${email} at ${organization.name}. You have no password: you sign in with your company account.`,
    ],
    action: { label: "Sign in", url: `${config.publicUrl}/app/sign-in` },
    reason: `Sent to ${email}, the address of an operator of ${organization.name}.`,
  });
}
