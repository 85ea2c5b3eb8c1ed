import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { MailServer } from "./smtp.ts";

/** A mail that a test's server has accepted. */
export interface ReceivedMail {
  readonly parsed: ParsedMail;
  readonly source: string;
  readonly recipients: readonly string[];
}

/** A real mail server on this machine. */
export interface TestMailServer {
  readonly server: MailServer;
  /** What it has accepted, oldest first. */
  readonly mails: readonly ReceivedMail[];
  close(): Promise<void>;
}

/** Starts a mail server; without TLS and sign-in unless `options` say otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    onData: async (stream, { envelope }, callback) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const source = Buffer.concat(chunks).toString();
      const recipients = envelope.rcptTo.map(({ address }) => address);
      mails.push({ parsed: await simpleParser(source), source, recipients });
      callback();
    },
    ...options,
  });
  smtp.on("error", () => {});
  await new Promise<void>((resolve) => smtp.listen(port, "127.0.0.1", resolve));
  const { port: chosen } = smtp.server.address() as AddressInfo;
  return {
    server: {
      host: "127.0.0.1",
      port: chosen,
      isSecure: options.secure === true,
      login: undefined,
      from: { name: "Junctor", address: "junctor@example.com" },
    },
    mails,
    close: () => new Promise((resolve) => smtp.close(resolve)),
  };
}
