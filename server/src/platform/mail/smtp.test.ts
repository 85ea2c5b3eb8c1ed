import { afterEach, expect, test } from "vitest";
import { cert, key } from "../../apps/providers/piece/fixture/self-signed.ts";
import { isMailAddress } from "./mail-address.ts";
import { MailError, type MailMessage, type MailServer, sendMail } from "./smtp.ts";
import { startMailServer, type TestMailServer } from "./test-mail-server.ts";

const opened: TestMailServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});
async function open(...options: Parameters<typeof startMailServer>): Promise<TestMailServer> {
  const started = await startMailServer(...options);
  opened.push(started);
  return started;
}

const MAIL: MailMessage = {
  id: "6a1f0c2e9b3d4f5a6b7c8d03",
  to: "ada@example.org",
  subject: "Hello",
  text: "Text",
  html: "<p>Text</p>",
};
const LOGIN = { user: "me", pass: "secret" };

async function fail(server: MailServer, message = MAIL): Promise<MailError> {
  const error = await sendMail(server, message).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MailError);
  return error as MailError;
}

test("a mail arrives as text and HTML, under the same Message-ID each time", async () => {
  const { server, mails } = await open();
  await sendMail(server, MAIL);
  await sendMail(server, MAIL);
  expect(mails).toHaveLength(2);
  for (const { parsed, recipients } of mails) {
    expect(recipients).toEqual([MAIL.to]);
    expect(parsed).toMatchObject({ subject: "Hello", text: "Text", html: "<p>Text</p>" });
    expect(parsed.messageId).toBe(`<${MAIL.id}@example.com>`);
    expect(parsed.from?.text).toBe('"Junctor" <junctor@example.com>');
    expect(parsed.headers.get("auto-submitted")).toBe("auto-generated");
  }
});

test("nothing in a mail becomes a header or another recipient", async () => {
  const { server, mails } = await open();
  const subject = "Hi\r\nBcc: eve@example.org\r\n\r\nBody";
  await sendMail({ ...server, from: { ...server.from, name: 'A "B" <x@y>, c@d' } }, { ...MAIL, subject });
  expect(mails[0]?.recipients).toEqual([MAIL.to]);
  expect(mails[0]?.parsed.headers.has("bcc")).toBe(false);
  expect(mails[0]?.parsed.from?.value).toEqual([
    { name: 'A "B" <x@y>, c@d', address: "junctor@example.com" },
  ]);
});

test.each([
  "a@b,c@d",
  "a@b c@d",
  "a@b\r\nRCPT TO:<c@d>",
  "<a@b>",
  '"a b"@c',
  "a@b@c",
  "a@[127.0.0.1]",
  "@a:b@c",
  "a@b\u200b",
  "a",
  "",
])("mail is never sent to %j", (address) => expect(isMailAddress(address)).toBe(false));
test.each(["a@b", "ada.o'hara+x@mail.example.org", "jürgen@müller.example"])(
  "mail is sent to %s",
  (address) => expect(isMailAddress(address)).toBe(true),
);

test("a certificate that nobody vouches for is refused, with TLS from the start and with STARTTLS", async () => {
  const secure = await open({ key, cert, secure: true });
  const upgraded = await open({ key, cert, disabledCommands: [] });
  for (const { server, mails } of [secure, upgraded]) {
    const error = await fail(server);
    expect(error.isPermanent).toBe(false);
    expect((error.cause as Error).message).toMatch(/self-signed certificate/);
    expect(mails).toEqual([]);
  }
});

test("a password is not sent to a server without TLS", async () => {
  const asked: string[] = [];
  const onAuth = ({ username = "" }, _session: unknown, callback: (error: null, reply: object) => void) => {
    asked.push(username);
    callback(null, { user: "me" });
  };
  const { server } = await open({ onAuth, allowInsecureAuth: true });
  expect(await fail({ ...server, login: LOGIN })).toMatchObject({ code: "ETLS", isPermanent: false });
  expect(asked).toEqual([]);
});

test("a refused sign-in can be mended, a refused recipient cannot", async () => {
  const { server } = await open({
    key,
    cert,
    secure: true,
    onAuth: (_auth, _session, callback) => callback(new Error("no")),
  });
  const { setDefaultCACertificates, getCACertificates } = await import("node:tls");
  const usual = getCACertificates("default");
  setDefaultCACertificates([...usual, cert]);
  try {
    expect(await fail({ ...server, login: LOGIN })).toMatchObject({ code: "EAUTH", isPermanent: false });
  } finally {
    setDefaultCACertificates(usual);
  }
  const refusing = (responseCode: number) =>
    open({
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error("<ada@example.org> is unknown"), { responseCode })),
    });
  const gone = await fail((await refusing(550)).server);
  expect(gone).toMatchObject({ code: "EENVELOPE", status: 550, isPermanent: true });
  expect(gone.message).toBe("The mail was not sent (EENVELOPE, 550).");
  expect(await fail((await refusing(451)).server)).toMatchObject({ status: 451, isPermanent: false });
});

test("a server that is not there is a passing failure", async () => {
  const { server, close } = await startMailServer();
  await close();
  expect(await fail(server)).toMatchObject({ isPermanent: false, status: undefined });
});
