import type { Mailbox } from "./mail-address.ts";

/** The mail server of the installation. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps); otherwise STARTTLS where the server offers it. */
  readonly isSecure: boolean;
  /** Undefined: the server takes mail without a sign-in. */
  readonly login: { readonly user: string; readonly pass: string } | undefined;
  readonly from: Mailbox;
}

/** A mail to one address. */
export interface MailMessage {
  /** The same whenever it is sent again, so that mail servers and programs recognize the repetition. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail that was not sent; the message names no address. */
export class MailError extends Error {
  override readonly name = "MailError";
  /** Nodemailer's, such as `EAUTH`. */
  readonly code: string;
  /** The reply of the mail server, such as 550. */
  readonly status: number | undefined;
  constructor(code: string, status: number | undefined, cause: unknown) {
    super(`The mail was not sent (${[code, status].filter(Boolean).join(", ")}).`, { cause });
    this.code = code;
    this.status = status;
  }

  /** Whether sending it again cannot help: the server refuses this recipient or this mail for good. */
  get isPermanent(): boolean {
    return ["EENVELOPE", "EMESSAGE"].includes(this.code) && (this.status ?? 0) >= 500;
  }
}

const CONNECT_MS = 10_000;
const IDLE_MS = 30_000;

/**
 * Sends a mail and resolves when the server has accepted it; throws MailError. With a sign-in, STARTTLS is required, so
 * that a password is never sent in the clear (D533).
 */
export async function sendMail(server: MailServer, { id, to, ...content }: MailMessage): Promise<void> {
  // Loaded with the first mail: most installations send none.
  const { createTransport } = await import("nodemailer");
  const { host, port, isSecure, login, from } = server;
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: login !== undefined,
    ...(login && { auth: login }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      ...content,
      from,
      to: { name: "", address: to },
      envelope: { from: from.address, to: [to] },
      messageId: `<${id}@${from.address.split("@").at(-1)}>`,
      headers: { "auto-submitted": "auto-generated" },
    });
  } catch (error) {
    const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
    throw new MailError(
      typeof code === "string" ? code : "EUNKNOWN",
      typeof responseCode === "number" ? responseCode : undefined,
      error,
    );
  } finally {
    transport.close();
  }
}
