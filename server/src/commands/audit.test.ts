import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { copyDatabase } from "../../test/open-server.ts";
import type { Config } from "../config.ts";
import { StartError } from "../platform/errors.ts";
import { runOrganizationsCommand, withDeps } from "./access.ts";
import { runAuditCommand } from "./audit.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** The output of a command, and the sentence with which it fails. */
async function audit(config: Config, ...argv: string[]): Promise<string> {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  try {
    await runAuditCommand(config, argv);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    lines.push(error.message);
  }
  return lines.join("\n");
}

test("the command verifies the chains and names what is broken", async () => {
  const { config, remove } = await copyDatabase();
  expect(await audit(config, "verify")).toBe("The audit log is empty.");
  expect(await audit(config)).toMatch(/^Usage: junctor audit verify/);
  vi.spyOn(console, "log").mockImplementation(() => {});
  await runOrganizationsCommand(config, ["create", "Acme"]);

  const whole = await audit(config, "verify");
  expect(whole.split("\n")).toHaveLength(3);
  expect(whole).toMatch(/^[0-9a-f]{24} {2}both {2}1 records {2}1:[0-9a-f]{64}$/m);

  await withDeps(config, async ({ db }) => {
    await sql`update audit_log set address = '192.0.2.1' where environment = 'test'`.execute(db);
  });
  const broken = await audit(config, "verify");
  expect(broken).toMatch(/ {2}test {2}BROKEN {2}Record 1 \(.*api_key\.created.*\) was changed\./);
  expect(broken).toContain("1 of 3 chains of the audit log are broken.");
  expect(await audit(config, "verify", "--organization", "nobody")).toBe("The audit log is empty.");
  await remove();
});
