// The official conformance suite and the official inspector against servers that are defined through our own API, in both
// eras of the protocol. `npm run conformance`; what is run, and why the rest does not apply: docs/mcp.md.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printTable, start, stop, untilReady } from "../bench/processes.ts";
import { findFreePort } from "../server/test/free-port.ts";
import { type Ended, runAuthorization } from "./authorize.ts";
import { defineFixtures } from "./fixtures.ts";

const KEYS = {
  test: "tk-conformance-key-of-the-test-environment",
  production: "pk-conformance-key-of-production",
};
const TOOLS = join(import.meta.dirname, "node_modules/@modelcontextprotocol");
const SUITE = join(TOOLS, "conformance/dist/index.js");
const INSPECTOR = join(TOOLS, "inspector/clients/launcher/build/index.js");
// For one that hangs: a busy machine takes many times as long as a quiet one.
const SCENARIO_MS = 5 * 60_000;

type Scenarios = Readonly<Record<"2026-07-28" | "2025-11-25", readonly string[]>>;

/** Those that concern every server. */
const OF_ALL: Scenarios = {
  "2026-07-28": [
    "server-stateless",
    "tools-list",
    "resources-list",
    "prompts-list",
    "sep-2164-resource-not-found",
    "dns-rebinding-protection",
    "caching",
    "http-header-validation",
    "input-required-result-unsupported-methods",
  ],
  "2025-11-25": [
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
  ],
};

/** Those for which `fixtures.ts` defines something through the API. */
const OF_FIXTURES = [
  "tools-call-simple-text",
  "tools-call-error",
  "json-schema-2020-12",
  "resources-read-text",
  "prompts-get-simple",
  "prompts-get-with-args",
];
const OF_CUSTOMERS: Scenarios = {
  "2026-07-28": [...OF_ALL["2026-07-28"], ...OF_FIXTURES, "http-custom-header-server-validation"],
  "2025-11-25": [...OF_ALL["2025-11-25"], ...OF_FIXTURES],
};

/** Those of authorization servers, which are the same for all revisions. */
const AUTHORIZATION = ["authorization-server-metadata-endpoint", "authorization-code-grant"];

/** Checks that need tools made for them: of logging, sampling and streamed requests, none of which we offer. */
const NOT_TESTABLE = new Set([
  "sep-2575-server-rejects-undeclared-capability",
  "sep-2575-missing-capability-http-400",
  "sep-2575-http-server-no-independent-requests-on-stream",
  "sep-2575-server-no-log-without-loglevel",
]);

/** A server that is tested, with a token that it lets in. */
interface Server {
  readonly name: string;
  readonly token: string;
  readonly endpoint: string;
  readonly scenarios: Scenarios;
  /** Arguments of the inspector for a call that works, and for one that comes to an error. */
  readonly calls: { readonly works: readonly string[]; readonly fails: readonly string[] };
}

const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
const MANAGEMENT: Server = {
  name: "management",
  token: KEYS.test,
  endpoint: `${url}/mcp/v1/management`,
  scenarios: OF_ALL,
  calls: {
    works: ["--tool-name", "list_accounts", "--tool-args-json", "{}"],
    fails: ["--tool-name", "get_account", "--tool-args-json", '{"linked_account_id":"nobody"}'],
  },
};
const folder = mkdtempSync(join(tmpdir(), "junctor-conformance-"));
// The inspector keeps a catalog in the home folder. Each scenario is a process, which need not compile the tools anew.
const ENVIRONMENT = {
  ...process.env,
  HOME: folder,
  NO_COLOR: "1",
  NODE_COMPILE_CACHE: join(folder, "compiled"),
};
const junctor = start(["server/junctor.mjs", "all"], {
  PORT: String(port),
  JUNCTOR_DATA_DIR: join(folder, "data"),
  JUNCTOR_TEST_API_KEY: KEYS.test,
  JUNCTOR_PRODUCTION_API_KEY: KEYS.production,
  JUNCTOR_RATE_LIMIT_PER_MINUTE: "0",
  JUNCTOR_LOG_LEVEL: "error",
});
try {
  await untilReady(`${url}/health/ready`, junctor);
  const customers = [await customer("first", KEYS.test), await customer("second", KEYS.production)];
  const rows = (await Promise.all([...customers, MANAGEMENT].map(judge))).flat();
  printTable(
    "Conformance",
    rows.map(({ ok, ...row }) => ({ ...row, "": ok ? "ok" : "FAILED" })),
  );
  if (rows.some(({ ok }) => !ok)) process.exitCode = 1;
} finally {
  await stop(junctor);
  rmSync(folder, { recursive: true, force: true });
}

interface Row {
  readonly server: string;
  readonly what: string;
  readonly passed: number;
  readonly failed: number;
  readonly ok: boolean;
}

/** Makes a linked account with a server of its own environment. */
async function customer(name: string, key: string): Promise<Server> {
  const api = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(url + path, {
      method,
      headers: { "x-api-key": key, linked_account_id: name, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`);
    return reply.json();
  };
  await api("PUT", "/api/v2/public/linked-account", { linked_account_id: name });
  const { token } = await api("POST", "/api/v2/public/session-token", { linked_account_id: name });
  const endpoint = `${url}/mcp/v1/${await defineFixtures(api)}`;
  const calls = {
    works: ["--tool-name", "test_simple_text", "--tool-args-json", "{}"],
    fails: ["--tool-name", "test_error_handling", "--tool-args-json", "{}"],
  };
  return { name, token, endpoint, scenarios: OF_CUSTOMERS, calls };
}

async function judge(server: Server): Promise<Row[]> {
  const signIn = server === MANAGEMENT ? [] : [await authorization(server)];
  return [...(await suite(server)), ...signIn, ...(await inspect(server))];
}

/** The suite has no option for headers: a proxy in front adds the token, and leaves everything else as it came. */
async function suite({ name, token, endpoint, scenarios }: Server): Promise<Row[]> {
  const { pathname } = new URL(endpoint);
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const { method } = incoming;
    const onward = request({ host: "127.0.0.1", port, path: pathname, method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const proxyPort = await findFreePort();
  proxy.listen(proxyPort, "127.0.0.1");
  await once(proxy, "listening");
  const rows: Row[] = [];
  for (const [revision, names] of Object.entries(scenarios))
    for (const scenario of names)
      rows.push({ server: name, ...(await play(`http://127.0.0.1:${proxyPort}/mcp`, revision, scenario)) });
  proxy.close();
  proxy.closeAllConnections();
  return rows;
}

async function play(target: string, revision: string, scenario: string): Promise<Omit<Row, "server">> {
  const out = mkdtempSync(join(folder, "result-"));
  const args = [
    SUITE,
    "server",
    "--url",
    target,
    "--scenario",
    scenario,
    "--spec-version",
    revision,
    "-o",
    out,
  ];
  return resultOf(`${revision} ${scenario}`, out, await run(args), [scenario]);
}

/** The customer signs in and allows a client of the suite. */
async function authorization({ name, token, endpoint }: Server): Promise<Row> {
  const out = mkdtempSync(join(folder, "result-"));
  const about = { out, env: ENVIRONMENT, timeout: SCENARIO_MS };
  const ended = await runAuthorization(SUITE, { url, token, endpoint }, about);
  return { server: name, ...resultOf("authorization", out, ended, AUTHORIZATION) };
}

/** What was found in `scenarios`, each of which must have been played to its end. */
function resultOf(
  what: string,
  out: string,
  { code, text }: Ended,
  scenarios: readonly string[],
): Omit<Row, "server"> {
  const files = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith("checks.json"),
  );
  const checksOf = (file: string): { id: string; status: string; errorMessage?: string }[] =>
    JSON.parse(readFileSync(join(out, file), "utf8"));
  const checks = files.flatMap(checksOf);
  const failures = checks.filter(({ status }) => status === "FAILURE");
  const counted = failures.filter(({ id }) => !NOT_TESTABLE.has(id));
  for (const { id, errorMessage } of counted) console.log(`${what} ${id}: ${errorMessage}`);
  const played = scenarios.filter((scenario) =>
    files.some(
      (file) => file.includes(scenario) && checksOf(file).some(({ status }) => status === "SUCCESS"),
    ),
  );
  // The suite ends with 1 for the failures that do not count, too.
  const isWhole = played.length === scenarios.length && (code === 0 || (code === 1 && failures.length > 0));
  if (!isWhole) console.log(`${what} was not played to its end (${code}):\n${text}`);
  const passed = checks.filter(({ status }) => status === "SUCCESS").length;
  return { what, passed, failed: counted.length, ok: isWhole && counted.length === 0 };
}

/** The inspector's command line: lists and a call in both eras, and a call with nobody's token. */
async function inspect({ name, token, endpoint, calls }: Server): Promise<Row[]> {
  const rows: Row[] = [];
  const ask = async (what: string, args: string[], expected: number) => {
    const { code, text } = await run([INSPECTOR, "--cli", endpoint, "--transport", "http", ...args]);
    const ok = code === expected;
    if (!ok) console.log(`inspector ${what}: ended with ${code} in place of ${expected}\n${text}`);
    rows.push({ server: name, what: `inspector ${what}`, passed: Number(ok), failed: Number(!ok), ok });
  };
  const quiet = ["-q", "--format", "json"];
  const own = [...quiet, "--header", `Authorization: Bearer ${token}`, "--stored-auth-only"];
  for (const era of ["modern", "legacy"]) {
    const of = ["--protocol-era", era, ...own];
    await ask(`${era} tools/list --strict`, [...of, "--method", "tools/list", "--strict"], 0);
    for (const list of ["prompts", "resources"])
      await ask(`${era} ${list}/list`, [...of, "--method", `${list}/list`], 0);
    const call = [...of, "--method", "tools/call"];
    await ask(`${era} tools/call`, [...call, ...calls.works], 0);
    await ask(`${era} tools/call of a tool that fails`, [...call, ...calls.fails], 5);
    const stranger = [
      "--protocol-era",
      era,
      ...quiet,
      "--header",
      "Authorization: Bearer nobody",
      "--stored-auth-only",
    ];
    await ask(`${era} with a wrong token`, [...stranger, "--method", "tools/list"], 3);
  }
  return rows;
}

async function run(args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    env: ENVIRONMENT,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: SCENARIO_MS,
  });
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  child.stderr.on("data", (chunk) => (text += chunk));
  const [code] = await once(child, "close");
  return { code, text };
}
