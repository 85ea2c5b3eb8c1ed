import { parseMailbox } from "./mail-address.ts";
import type { MailServer } from "./smtp.ts";

const PORTS = { "smtp:": 587, "smtps:": 465 };
const BAD_URL =
  "JUNCTOR_SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465, with special characters of the password percent-encoded.";

/**
 * Reads the settings of the mail server, undefined if both are empty. Throws an Error with a sentence, which never
 * repeats the address, because it may contain a password.
 */
export function parseMailServer(url: string, from: string): MailServer | undefined {
  if (!url && !from) return undefined;
  if (!url || !from)
    throw new Error("JUNCTOR_SMTP_URL and JUNCTOR_MAIL_FROM belong together: set both or neither.");
  const mailbox = parseMailbox(from);
  if (!mailbox)
    throw new Error(
      `JUNCTOR_MAIL_FROM must look like junctor@example.com or Junctor <junctor@example.com>, not "${from}".`,
    );
  return { ...parseServer(url), from: mailbox };
}

function parseServer(text: string): Omit<MailServer, "from"> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const port = url && PORTS[url.protocol as keyof typeof PORTS];
  if (!url || port === undefined || !url.hostname || !/^\/?$/.test(url.pathname) || url.search || url.hash)
    throw new Error(BAD_URL);
  const [user, pass] = [decode(url.username), decode(url.password)];
  if ((user === "") !== (pass === "")) throw new Error(BAD_URL);
  return {
    // An IPv6 address is without its brackets here.
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port ? Number(url.port) : port,
    isSecure: url.protocol === "smtps:",
    login: user ? { user, pass } : undefined,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(BAD_URL);
  }
}
