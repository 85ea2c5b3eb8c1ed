import { afterEach, expect, test, vi } from "vitest";
import { testConfig } from "../../test/test-config.ts";
import { startMailServer } from "../platform/mail/test-mail-server.ts";
import { runMailCommand } from "./mail.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("a test mail is sent, or the mail server's reason is shown", async () => {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  const { server, mails, close } = await startMailServer();
  const config = testConfig({ mail: server });
  await runMailCommand(config, ["test", "ada@example.org"]);
  expect(lines).toEqual(["127.0.0.1 has accepted a mail to ada@example.org."]);
  expect(mails[0]?.parsed.subject).toBe("Mail from Junctor works");
  await close();
  await expect(runMailCommand(config, ["test", "ada@example.org"])).rejects.toThrow(
    /^The mail was not sent \(ESOCKET\)\. .*ECONNREFUSED/,
  );
  for (const argv of [[], ["test"], ["test", "a@b", "c@d"], ["send", "a@b"]])
    await expect(runMailCommand(config, argv)).rejects.toThrow("Usage: junctor mail test ADDRESS");
  await expect(runMailCommand(config, ["test", "a@b,c@d"])).rejects.toThrow(
    "a@b,c@d is not an email address.",
  );
  await expect(runMailCommand(testConfig(), ["test", "a@b"])).rejects.toThrow("No mail is set up");
});
