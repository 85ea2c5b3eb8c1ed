import { afterEach, expect, test, vi } from "vitest";
import { copyDatabase } from "../../test/open-server.ts";
import type { Config } from "../config.ts";
import { StartError } from "../platform/errors.ts";
import { buildDeps } from "../start/build-deps.ts";
import { runOrganizationsCommand } from "./access.ts";
import { runOperatorsCommand } from "./operators.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** The output of a command, or the sentence with which it fails. */
async function junctor(config: Config, ...argv: string[]): Promise<string> {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  try {
    await runOperatorsCommand(config, argv);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return lines.join("\n");
}

test("operators are invited, listed, reset and removed from the command line", async () => {
  const { config, remove } = await copyDatabase();
  expect(await junctor(config, "list")).toBe("There is no organization yet: start the server once.");
  vi.spyOn(console, "log").mockImplementation(() => {});
  await runOrganizationsCommand(config, ["create", "Acme"]);

  const invited = await junctor(config, "invite", "Ada@example.com");
  expect(invited).toMatch(
    /^Ada@example.com was invited as owner in both environments.\nhttp:\/\/127.0.0.1:3000\/app\/sign-in#[\w-]{43}\n/,
  );
  const more = await junctor(
    config,
    "invite",
    "bob@example.com",
    "--role",
    "support",
    "--environment",
    "test",
  );
  expect(more).toContain("was invited as support in test.");
  expect(await junctor(config, "invite", "ada@example.com")).toBe(
    "An operator with this email address already exists.",
  );
  const [ada = "", bob = ""] = (await junctor(config, "list")).split("\n");
  expect(ada).toMatch(/test owner +production owner +by link +ada@example.com$/);
  expect(bob).toMatch(/test support +production none +by link +bob@example.com$/);

  expect(await junctor(config, "reset", "ADA@example.com")).toMatch(/was signed out.*\n.*sign-in#[\w-]{43}/);
  expect(await junctor(config, "remove", "ada@example.com")).toBe(
    "This is the last owner of production: make another operator owner first.",
  );
  expect(await junctor(config, "remove", "bob@example.com")).toBe(
    "bob@example.com was removed and signed out.",
  );
  expect(await junctor(config, "remove", "bob@example.com")).toBe("There is no operator bob@example.com.");
  expect(await junctor(config, "invite", "bob")).toBe("bob is not an email address.");
  expect(await junctor(config, "invite", "c@example.com", "--role", "admin")).toMatch(
    /^--role must be one of/,
  );
  for (const wrong of [[], ["invite"], ["list", "x"], ["reset", "a", "b"], ["list", "--what"]])
    expect(await junctor(config, ...wrong), wrong.join(" ")).toMatch(
      /^Usage: junctor operators|Unknown option/,
    );

  const deps = await buildDeps(config, { queueNames: [], works: false });
  expect(await deps.db.selectFrom("operators").select("email").execute()).toEqual([
    { email: "ada@example.com" },
  ]);
  await deps.close();
  await remove();
});
