import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../test/test-server.ts";
import { createLog } from "../platform/log.ts";
import { startMailServer, type TestMailServer } from "../platform/mail/test-mail-server.ts";
import { enqueueMails, type QueuedMail } from "./send-queued-mail.ts";

const HOUR_MS = 3_600_000;
const MAIL = { subject: "Hello", text: "A link: sign-in#token", html: "<p>A link</p>" };

let server: TestServer;
let mailServer: TestMailServer;
let logged = "";
beforeAll(async () => {
  mailServer = await startMailServer({
    onRcptTo: ({ address }, _session, callback) =>
      callback(
        address.startsWith("nobody") ? Object.assign(new Error(`${address}?`), { responseCode: 550 }) : null,
      ),
  });
  const log = createLog("info", {
    write: (line) => {
      logged += line;
    },
  });
  // An hour slow, so that the pause before a repetition is already over.
  const clock = { now: () => new Date(Date.now() - HOUR_MS) };
  server = await startTestServer({ mail: mailServer.server }, { clock, log });
  server.work();
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});

const queue = (...mails: QueuedMail[]) =>
  server.deps.queue.transaction((tx) => enqueueMails(server.deps, tx, server.orgId, mails));
const waiting = () => server.deps.db.selectFrom("mails").select(["id", "tries", "sealed"]).execute();
const isEmpty = async () => (await waiting()).length === 0;
const sentTo = (to: string) => mailServer.mails.filter(({ recipients }) => recipients.includes(to));

test("mails of a transaction are sent once it commits, and only then", async () => {
  const undone = server.deps.queue.transaction(async (tx) => {
    await enqueueMails(server.deps, tx, server.orgId, [{ ...MAIL, to: "undone@example.org" }]);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await queue({ ...MAIL, to: "ada@example.org" }, { ...MAIL, to: "a@example.org,b@example.org" });
  await eventually(isEmpty);
  expect(mailServer.mails.map(({ recipients }) => recipients)).toEqual([["ada@example.org"]]);
  expect(mailServer.mails[0]?.parsed.text?.trim()).toBe(MAIL.text);
});

test("while the mail server is down a mail waits, sealed, and is delivered once when it is back", async () => {
  const { port } = mailServer.server;
  await mailServer.close();
  await queue({ ...MAIL, to: "late@example.org" });
  const [mail] = await eventually(async () => {
    const rows = await waiting();
    return rows[0] && rows[0].tries > 0 && rows;
  });
  expect(mail?.sealed.toString("latin1")).not.toMatch(/late@|token/);
  const { mails: before } = mailServer;
  expect(before.flatMap(({ recipients }) => recipients)).not.toContain("late@example.org");
  mailServer = await startMailServer({}, port);
  await eventually(isEmpty);
  expect(sentTo("late@example.org")).toHaveLength(1);
  expect(logged).toMatch(/"code":"ESOCKET".*mail\.not-sent-yet/);
});

test("what the mail server refuses for good is dropped, and the log does not say to whom", async () => {
  await mailServer.close();
  mailServer = await startMailServer(
    {
      onRcptTo: ({ address }, _session, callback) =>
        callback(Object.assign(new Error(`${address} is unknown`), { responseCode: 550 })),
    },
    mailServer.server.port,
  );
  await queue({ ...MAIL, to: "nobody@example.org" });
  await eventually(isEmpty);
  expect(logged).toMatch(/"code":"EENVELOPE","status":550.*mail\.refused/);
  expect(logged).not.toContain("example.org");
});

test("a mail whose time is over is not sent any more", async () => {
  const expiresAt = new Date(Date.now() - HOUR_MS - 1000);
  await queue({ ...MAIL, to: "expired@example.org", expiresAt });
  await eventually(isEmpty);
  expect(sentTo("expired@example.org")).toEqual([]);
  expect(logged).toContain("mail.expired");
});

test("without a mail server nothing is queued", async () => {
  const config = { ...server.deps.config, mail: undefined };
  await server.deps.queue.transaction((tx) =>
    enqueueMails({ ...server.deps, config }, tx, server.orgId, [{ ...MAIL, to: "ada@example.org" }]),
  );
  expect(await waiting()).toEqual([]);
});
