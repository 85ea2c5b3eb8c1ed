import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { approveConsent } from "../../../../demo/third-party/approve-consent.ts";
import { startThirdParty, type ThirdParty } from "../../../../demo/third-party/third-party.ts";
import { findFreeUrl } from "../../../test/free-port.ts";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { decryptConnectionSecrets } from "../../apps/connections/credential.ts";
import { StartError } from "../../platform/errors.ts";
import { runImportCommand } from "./import.ts";

let server: ListeningServer;
let thirdParty: ThirdParty;
let folder: string;

beforeAll(async () => {
  const publicUrl = await findFreeUrl();
  const redirectUris = [`${publicUrl}/api/v1/ledgerly/callback`];
  thirdParty = await startThirdParty({ client: { id: "shop", secret: "secret", redirectUris } });
  const variables: Record<string, string> = {
    LEDGERLY_URL: thirdParty.url,
    STOCKROOM_URL: thirdParty.url,
    LEDGERLY_CLIENT_ID: "shop",
    LEDGERLY_CLIENT_SECRET: "secret",
  };
  server = await startListeningServer({
    publicUrl,
    connectorsDir: fileURLToPath(new URL("../../../../demo/connectors", import.meta.url)),
    variable: (name) => variables[name],
  });
});
afterAll(async () => {
  await server?.close();
  await thirdParty?.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "junctor-import-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly printed: string;
  /** The sentence with which it fails. */
  readonly failed?: string;
}

/** Writes a file and runs `junctor import` on it. */
async function run(name: string, content: string, ...options: string[]): Promise<Ended> {
  writeFileSync(join(folder, name), content);
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  const { config } = server.deps;
  const own = { ...config, client: { url: server.baseUrl, apiKey: server.testKey, folder } };
  try {
    await runImportCommand(own, [name, ...options]);
    return { printed: lines.join("\n") };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { printed: lines.join("\n"), failed: error.message };
  }
}

const jsonLines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
const reportOf = (name: string) =>
  readFileSync(join(folder, `${name}.report.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

async function accountOf(id: string) {
  const url = `/api/v2/public/linked-account/${encodeURIComponent(id)}`;
  return (await server.request({ url, key: server.testKey })).body;
}

/** The connections of an account, with their secrets opened. */
async function connectionsOf(id: string) {
  const { db, vault } = server.deps;
  const rows = await db
    .selectFrom("connections")
    .innerJoin("linked_accounts", "linked_accounts.id", "connections.account_id")
    .selectAll("connections")
    .where("linked_accounts.account_id", "=", id)
    .orderBy("connections.id")
    .execute();
  return rows.map((row) => ({ ...row, ...decryptConnectionSecrets(vault, row) }));
}

test("CSV: accounts with their fields and connections are stored; a delimiter, quotes and a byte order mark are understood", async () => {
  const file = `\uFEFFlinked_account_id;name;udf.plan;application;credentials.key\n`;
  const rows = `csv-1;"Müller; Söhne";pro;stockroom;${thirdParty.stockroomKey}\ncsv-2;"Two\nlines";;;\n`;
  expect(await run("customers.csv", file + rows)).toEqual({
    printed: `Stored in test of ${server.baseUrl}: 1 connection (stockroom 1) and 1 account without one.`,
  });
  expect(await accountOf("csv-1")).toMatchObject({
    name: "Müller; Söhne",
    udf: [{ key_name: "plan", key_value: "pro" }],
  });
  expect(await accountOf("csv-2")).toMatchObject({ name: "Two\nlines", udf: [] });
  expect(await connectionsOf("csv-1")).toMatchObject([
    { slug: "stockroom", auth_type: "keybased", values: { key: thirdParty.stockroomKey } },
  ]);
});

test("a dry run names every line that would be refused, and stores nothing", async () => {
  const good = { linked_account_id: "dry-1", application: "stockroom", credentials: { key: "k" } };
  const content = [
    jsonLines(
      good,
      good,
      { ...good, application: "stokroom" },
      { ...good, linked_account_id: "dry-2", credentials: {} },
    ),
    "{",
    jsonLines(
      { linked_account: "dry-3", udf: { plan: [] } },
      {
        linked_account_id: "dry-4",
        application: "ledgerly",
        credentials: { key: "k" },
        auth_type: "keybased",
      },
    ),
    jsonLines(
      { linked_account_id: "dry-5", credentials: { key: "k" } },
      { linked_account_id: "dry-6", application: "stockroom" },
    ),
    jsonLines({ ...good, linked_account_id: "dry-7", credentials: { token: "secret-token" } }),
  ].join("\n");
  const { printed, failed } = await run("rows.jsonl", content, "--dry-run");
  expect(printed.split("\n")).toEqual([
    "rows.jsonl:2: The account's connection to stockroom is on line 1: with the connection_id new, this one is added beside it.",
    "rows.jsonl:3: dry-1: There is no application stokroom.",
    "rows.jsonl:4: credentials must not be empty.",
    "rows.jsonl:5: The line is not JSON.",
    expect.stringMatching(
      /^rows\.jsonl:6: linked_account_id is missing\. linked_account is unknown; did you mean linked_account_id\? udf\.plan must be /,
    ),
    "rows.jsonl:7: dry-4: Ledgerly is connected with OAuth2, not with a key.",
    "rows.jsonl:8: application is missing: it says whose credentials these are.",
    "rows.jsonl:9: credentials are missing: a connection has some.",
    "rows.jsonl:10: dry-7: credentials of Stockroom lack key.",
    `Would store in test of ${server.baseUrl}: 1 connection (stockroom 1) and 0 accounts without one. Nothing was stored.`,
  ]);
  expect(failed).toBe("9 lines would be refused.");
  expect(printed).not.toContain("secret-token");
  expect((await accountOf("dry-1")).error_code).toBe("RESOURCE_NOT_FOUND");
});

test("what a provider refuses is reported and tried again by the next run, which does not send the rest", async () => {
  const row = (id: string, key: string) => ({
    linked_account_id: id,
    application: "stockroom",
    credentials: { key },
  });
  const first = jsonLines(row("again-1", thirdParty.stockroomKey), row("again-2", "sr_wrong"));
  const { printed, failed } = await run("again.jsonl", first);
  expect(printed).toMatch(/^again\.jsonl:2: again-2: Stockroom does not accept/);
  expect(failed).toBe(
    "1 line refused: again.jsonl.report.jsonl says why. Run the command again to try them again.",
  );
  expect(
    reportOf("again.jsonl")
      .map(({ line, outcome }) => `${line} ${outcome}`)
      .sort(),
  ).toEqual(["1 imported", "1 sent", "2 refused", "2 sent"]);
  expect(JSON.stringify(reportOf("again.jsonl"))).not.toContain(thirdParty.stockroomKey);
  const [before] = await connectionsOf("again-1");

  const second = jsonLines(row("again-1", "is not sent"), row("again-2", thirdParty.stockroomKey));
  expect((await run("again.jsonl", second)).printed).toBe(
    `Stored in test of ${server.baseUrl}: 1 connection (stockroom 1) and 0 accounts without one.\n1 line had been imported before.`,
  );
  expect(await connectionsOf("again-1")).toEqual([before]);
  expect(await connectionsOf("again-2")).toMatchObject([{ status: "active" }]);
});

test("a connection under way when a run was killed is sent again only if it is not there", async () => {
  const row = (id: string) => ({
    linked_account_id: id,
    application: "stockroom",
    credentials: { key: thirdParty.stockroomKey },
  });
  await run("first.jsonl", jsonLines(row("killed-1")));
  const [before] = await connectionsOf("killed-1");
  const sent = [1, 2].map((line) => ({
    line,
    linked_account_id: `killed-${line}`,
    application: "stockroom",
    outcome: "sent",
  }));
  // What a run that was killed leaves, the last line cut off.
  writeFileSync(join(folder, "killed.jsonl.report.jsonl"), `${jsonLines(...sent)}\n{"line":3,"linked_`);
  const again = await run("killed.jsonl", jsonLines(row("killed-1"), row("killed-2"), row("killed-3")));
  expect(again.failed).toBeUndefined();
  const report = readFileSync(join(folder, "killed.jsonl.report.jsonl"), "utf8").split("\n");
  expect(
    report
      .filter((line) => line.includes('"imported"'))
      .map((line) => JSON.parse(line).line)
      .sort(),
  ).toEqual([1, 2, 3]);
  expect(await connectionsOf("killed-1")).toEqual([before]);
  expect(await connectionsOf("killed-2")).toHaveLength(1);
  expect(await connectionsOf("killed-3")).toHaveLength(1);
});

test("a further connection under way when a run was killed is sent only when that is asked for", async () => {
  const credentials = { key: thirdParty.stockroomKey };
  const row = { linked_account_id: "further", application: "stockroom", connection_id: "new", credentials };
  const { credentials: _secret, ...sent } = { ...row, line: 1, outcome: "sent" };
  writeFileSync(join(folder, "further.jsonl.report.jsonl"), `${jsonLines(sent)}\n`);
  const first = await run("further.jsonl", jsonLines(row));
  expect(first.printed).toContain("was under way: see whether it is there");
  expect(await connectionsOf("further")).toEqual([]);
  expect((await run("further.jsonl", jsonLines(row))).failed).toBeUndefined();
  expect(await connectionsOf("further")).toHaveLength(1);
});

test("a line that is no row is in the report, and the others are stored", async () => {
  const { failed } = await run("broken.jsonl", `{"linked\n${jsonLines({ linked_account_id: "whole" })}`);
  expect(failed).toContain("1 line refused");
  expect(reportOf("broken.jsonl")).toContainEqual({
    line: 1,
    outcome: "refused",
    message: "The line is not JSON.",
  });
  expect(await accountOf("whole")).toMatchObject({ account_id: "whole" });
});

test("without the server an import stops with one sentence, and continues later", async () => {
  const content = jsonLines({ linked_account_id: "stopped-1" }, { linked_account_id: "stopped-2" });
  const { config } = server.deps;
  writeFileSync(join(folder, "stop.jsonl"), content);
  const from = (url: string, apiKey: string) => ({ ...config, client: { url, apiKey, folder } });
  await expect(runImportCommand(from("http://127.0.0.1:9", server.testKey), ["stop.jsonl"])).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:9 could not be reached .*\nThe import has stopped; the same command continues it\.$/s,
  );
  await expect(runImportCommand(from(server.baseUrl, `${server.testKey}x`), ["stop.jsonl"])).rejects.toThrow(
    /does not accept the key in JUNCTOR_API_KEY/,
  );
  expect((await run("stop.jsonl", content)).printed).toContain("2 accounts without one");
});

test("Nango: customers, integrations, keys and further connections are mapped; what cannot be is refused", async () => {
  const key = (own: object) => ({
    id: 1,
    connection_id: "c-1",
    provider: "stockroom",
    provider_config_key: "stock-prod",
    connection_config: {},
    metadata: null,
    end_user: {
      id: "u-1",
      email: "u@example.com",
      display_name: "User",
      organization: { id: "nango-1", display_name: "Org" },
    },
    tags: {},
    credentials: { type: "API_KEY", apiKey: thirdParty.stockroomKey },
    ...own,
  });
  const content = jsonLines(
    key({}),
    key({ connection_id: "c-2" }),
    key({ end_user: null, tags: { organization_id: "nango-2" } }),
    key({ end_user: null }),
    key({ provider: "nothing", provider_config_key: "other" }),
    key({ credentials: { type: "APP" } }),
  );
  const { printed, failed } = await run(
    "nango.jsonl",
    content,
    "--format",
    "nango",
    "--customer",
    "organization",
    "--application",
    "stock-prod=stockroom",
  );
  expect(printed.split("\n").sort()).toEqual([
    `Stored in test of ${server.baseUrl}: 3 connections (stockroom 3) and 0 accounts without one.`,
    "nango.jsonl:4: The connection names no customer by organization; it does by connection: choose with --customer.",
    "nango.jsonl:5: There is no application other or nothing: name it with --application other=SLUG.",
    "nango.jsonl:6: Credentials of Nango's type APP cannot be imported.",
  ]);
  expect(failed).toContain("3 lines refused");
  expect(await accountOf("nango-1")).toMatchObject({ name: "Org" });
  expect(await connectionsOf("nango-1")).toHaveLength(2);
  expect(await connectionsOf("nango-2")).toMatchObject([{ values: { key: thirdParty.stockroomKey } }]);
});

test("Nango: OAuth2 tokens are stored with their end, other values of the provider and of the connection", async () => {
  const token = await server.account("consented");
  const { body } = await server.request({ url: "/api/v1/ledgerly/integrate", token });
  await approveConsent(body.auth_url);
  const [{ values, refreshToken } = {}] = await connectionsOf("consented");
  await server.deps.db.deleteFrom("linked_accounts").where("account_id", "=", "consented").execute();
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const { access_token } = values as { access_token: string };
  const connection = {
    connection_id: "nango-3",
    provider: "ledgerly",
    provider_config_key: "books",
    connection_config: { region: "eu" },
    end_user: null,
    tags: {},
    credentials: {
      type: "OAUTH2",
      access_token,
      refresh_token: refreshToken,
      expires_at,
      raw: { access_token: "older", expires_in: 1, scope: "books", nested: {} },
    },
  };
  const options = ["--format", "nango", "--customer", "connection"];
  expect((await run("oauth.jsonl", jsonLines(connection), ...options)).failed).toBeUndefined();
  const [stored] = await connectionsOf("nango-3");
  expect(stored).toMatchObject({ refreshToken, values: { access_token, scope: "books", region: "eu" } });
  expect(stored?.expires_at?.toISOString()).toBe(expires_at);
});

test("accounts as another server lists them are stored with their fields", async () => {
  const listed = {
    _id: "01a22e0559b66bddcb4e2dba",
    account_id: "listed-1",
    name: "Listed",
    udf: [{ key_name: "seats", key_value: 3, _id: "01a22e0559b66bddcb4e2dbb" }],
    createdAt: "2026-01-01T00:00:00.000Z",
  };
  await run("accounts.jsonl", jsonLines(listed), "--format", "accounts");
  expect(await accountOf("listed-1")).toMatchObject({
    name: "Listed",
    udf: [{ key_name: "seats", key_value: 3 }],
  });
});

test.each([
  [["none.csv"], /^none\.csv cannot be read \(ENOENT\)\.$/],
  [["rows.txt"], /^What form has rows\.txt\?/],
  [["rows.csv", "--format", "xml"], /^--format must be one of csv, jsonl, accounts, nango\.$/],
  [["rows.csv", "--customer", "end_user"], /^--customer, --application and --field are for --format nango\./],
  [
    ["rows.jsonl", "--format", "nango", "--field", "apiKey"],
    /^--field apiKey: it must have the form NAME=FIELD\.$/,
  ],
  [[], /^Usage: junctor import FILE/],
])("bad arguments %s are refused", async (argv, message) => {
  const { config } = server.deps;
  const own = { ...config, client: { url: server.baseUrl, apiKey: server.testKey, folder } };
  await expect(runImportCommand(own, argv)).rejects.toThrow(message);
});

test.each([
  ["linked_account_id,nmae\na,b\n", /the column "nmae" is unknown; did you mean name\?/],
  ["name\na\n", /has no column linked_account_id/],
  ["linked_account_id,name,name\na,b,c\n", /the column name is there twice/],
  ['linked_account_id,name\n"a,b\n', /is not CSV/],
])("a CSV file that is wrong as a whole is refused: %s", async (content, message) => {
  expect((await run("bad.csv", content)).failed).toMatch(message);
});
