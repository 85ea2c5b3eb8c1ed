// What a call of an MCP tool that does nothing costs with all features on (token, Host check, argument validation, call
// log), and what a list of 200 tools costs. Driver, server and database share the machine; each figure is the median of
// three after a warm-up. Run it with `npm run bench:mcp`; it needs PostgreSQL and wrk.
import { type Bench, startBench } from "./engine-set-up.ts";
import { drive, type Load, median, printTable } from "./processes.ts";
import { measureYardstick } from "./yardstick.ts";

const ROUNDS = 3;
const SECONDS = 5;
const TARGETS = { callsPerS: 9200, p50Ms: 0.24, listMs: 20 };
const LISTED = 200;
// Enough long descriptions to exceed the token budget of a list, so that the server offers `describe_tool` instead.
const MANY = 400;

const WORKFLOW = {
  name: "Tool",
  nodes: [
    { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
    { id: "log", type: "log", data: { message: "called" } },
  ],
  edges: [{ source: "start", target: "log" }],
};

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error("Run it by `npm run bench:mcp`.");
const yardstick = await measureYardstick(serverUrl, "rpc");
const bench = await startBench({ serverUrl });
try {
  if (!(await measure(bench))) process.exitCode = 1;
} finally {
  await bench.close();
}

async function measure({ api, url }: Bench): Promise<boolean> {
  await api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acc-0" });
  const { token } = await api("POST", "/api/v2/public/session-token", { linked_account_id: "acc-0" });
  const serverOf = async (count: number, description: string) => {
    const { _id: id } = await api("POST", "/api/v2/public/workflow", WORKFLOW);
    await api("PUT", `/api/v2/public/workflow/${id}/publish`, { published: true });
    // The description that is looked up is short, so that the call is measured and not its size.
    const workflows = Array.from({ length: count }, (_, n) => ({
      id,
      tool_name: `tool_${n}`,
      description: n === 7 ? "Does it." : description,
    }));
    const body = { name: "Bench", description: "", associated_apps: [{ slug: "bench", workflows }] };
    const made = await api("POST", "/api/v2/public/mcp-servers", body, { linked_account_id: "acc-0" });
    return `${url}/mcp/v1/${made._id}`;
  };
  const many = await serverOf(MANY, "What it does, told at length. ".repeat(20));
  const call = { name: "describe_tool", arguments: { name: "tool_7" } };
  const calling = requestOf(token, "tools/call", call, { "mcp-name": call.name });
  const isDescribed: Check = ({ result }) => result?.structuredContent?.name === "tool_7" && !result.isError;
  const busy = await repeat(many, calling, 16, isDescribed);
  const alone = await repeat(many, calling, 1, isDescribed);
  const list = requestOf(token, "tools/list", {});
  // Plus the tool that reads executions.
  const isWhole: Check = ({ result }) => result?.tools?.length === LISTED + 1;
  const listing = await repeat(await serverOf(LISTED, "Does it."), list, 1, isWhole);
  const rows = [
    row(
      "calls/s, 16 connections",
      busy.rps,
      TARGETS.callsPerS,
      yardstick.of(TARGETS.callsPerS),
      (is, must) => is >= must,
    ),
    row("call, p50 ms, 1 connection", alone.p50Ms, TARGETS.p50Ms, TARGETS.p50Ms, (is, must) => is <= must),
    row(
      `list of ${LISTED} tools, p99 ms, 1 connection`,
      listing.p99Ms,
      TARGETS.listMs,
      TARGETS.listMs,
      (is, must) => is <= must,
    ),
    row("errors", busy.errors + alone.errors + listing.errors, 0, 0, (is, must) => is === must),
  ];
  printTable(
    "MCP",
    rows.map(({ ok, ...rest }) => ({ ...rest, "": ok ? "ok" : "MISSED" })),
  );
  return rows.every(({ ok }) => ok);
}

function requestOf(
  token: string,
  method: string,
  params: object,
  headers: Record<string, string> = {},
): Call {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } });
  const all = {
    authorization: `Bearer ${token}`,
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`);
  return {
    headers: all,
    body,
    script: ['wrk.method = "POST"', ...lines, `wrk.body = [==[${body}]==]`].join("\n"),
  };
}

/** A request, also in the form of a wrk script. */
interface Call {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly script: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a response has any shape until it is checked
type Check = (answer: any) => boolean;

/** The median of each figure over the rounds. */
async function repeat(url: string, call: Call, connections: number, isRight: Check): Promise<Load> {
  // wrk sees only the status, and a failed tool call is answered with 200, too.
  const { headers, body, script } = call;
  const answer = await (await fetch(url, { method: "POST", headers, body })).json();
  if (!isRight(answer))
    throw new Error(`Not what is to be measured: ${JSON.stringify(answer).slice(0, 500)}`);
  const loads: Load[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const load = await drive(url, script, { seconds: SECONDS, connections });
    // The first round warms up.
    if (round > 0) loads.push(load);
  }
  return {
    rps: median(loads.map(({ rps }) => rps)),
    p50Ms: median(loads.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
    errors: loads.reduce((sum, { errors }) => sum + errors, 0),
  };
}

function row(
  what: string,
  is: number,
  target: number,
  here: number,
  fits: (is: number, must: number) => boolean,
) {
  return { what, is, target, here, ok: fits(is, here) };
}
