// What could begin another address, a comment or a route is refused, although a quoted local part may have it: a list of
// recipients must never come of one address.
const PLAIN = '[^\\s\\p{C}@<>()\\[\\],;:\\\\"]';

/** An email address that mail is sent to. */
export const MAIL_ADDRESS_PATTERN = `^${PLAIN}{1,64}@${PLAIN}{1,189}$`;

const ADDRESS = new RegExp(MAIL_ADDRESS_PATTERN, "u");
const WITH_NAME = /^([^\p{C}<>]{1,200}?)\s*<([^<>]+)>$/u;

/** Whose mail it is: an address, and a name that mail programs show. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** Whether mail can be sent to an address. */
export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** Reads `junctor@example.com` or `Junctor <junctor@example.com>`; undefined if it is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = "", inner = ""] = WITH_NAME.exec(text.trim()) ?? [];
  const mailbox = inner
    ? { name: name.replace(/^"(.*)"$/, "$1"), address: inner }
    : { name: "", address: text.trim() };
  return isMailAddress(mailbox.address) ? mailbox : undefined;
}
