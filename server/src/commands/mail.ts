import type { Config } from "../config.ts";
import { renderMail } from "../mail/render-mail.ts";
import { StartError } from "../platform/errors.ts";
import { createId } from "../platform/id.ts";
import { isMailAddress } from "../platform/mail/mail-address.ts";
import { MailError, sendMail } from "../platform/mail/smtp.ts";

/** `junctor mail test ADDRESS`: sends a mail at once and says what the mail server answered. */
export async function runMailCommand({ mail, publicUrl }: Config, argv: readonly string[]): Promise<void> {
  const [action, to, ...others] = argv;
  if (action !== "test" || !to || others.length > 0) throw new StartError("Usage: junctor mail test ADDRESS");
  if (!isMailAddress(to)) throw new StartError(`${to} is not an email address.`);
  if (!mail) throw new StartError("No mail is set up: set JUNCTOR_SMTP_URL and JUNCTOR_MAIL_FROM.");
  const content = renderMail(
    {},
    {
      subject: "Mail from Junctor works",
      paragraphs: [`Junctor at ${publicUrl} can send mail through ${mail.host}.`],
      reason: "Sent by the command `junctor mail test`.",
    },
  );
  try {
    await sendMail(mail, { id: createId(), to, ...content });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const { cause } = error;
    throw new StartError(`${error.message} ${cause instanceof Error ? cause.message : ""}`.trim());
  }
  console.log(`${mail.host} has accepted a mail to ${to}.`);
}
