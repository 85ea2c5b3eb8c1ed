import { forAccount } from "../../../../../sdk/src/http/http.ts";
import { parseDuration } from "../file/duration.ts";
import type { TestWhen } from "../file/schema.ts";
import { getWhenKind } from "../file/validate-steps.ts";
import { runHappening, runOutside, startFault } from "./at-applications.ts";
import { readExecutions, type SeenExecution } from "./observe.ts";
import { findWorkflow, getAccount, type RunningTest, TestBreak } from "./running-test.ts";
import { signWebhook } from "./sign-webhook.ts";

const API = "/api/v2/public";
const EXECUTE = `${API}/workflow/{id}/execute`;
const DECIDE = `${API}/execution/{id}/nodes/{node_id}/approval`;

/** Makes something happen, and waits until everything that follows from it has happened. Throws TestBreak. */
export async function runWhen(run: RunningTest, when: TestWhen): Promise<void> {
  await begin(run, when);
  await run.bench.waitUntilIdle();
}

async function begin(run: RunningTest, when: TestWhen): Promise<void> {
  const { bench } = run;
  switch (getWhenKind(when)) {
    case "event":
      return sendEvent(run, when);
    case "call":
      return callWorkflow(run, when);
    case "webhook":
      return sendWebhook(run, when);
    case "approve":
      return decide(run, when, { named: when.approve ?? "", approved: true });
    case "reject":
      return decide(run, when, { named: when.reject ?? "", approved: false });
    case "answer":
      return sendAnswer(run, when);
    case "happens":
      return runHappening(run, when);
    case "action":
      return runOutside(run, when);
    case "fault":
      return startFault(run, { ...when, fault: when.fault ?? "outage", application: when.application ?? "" });
    case "wait":
      return bench.runUntil(new Date(bench.clock.now().getTime() + (parseDuration(when.wait ?? "") ?? 0)));
    case "wait_until":
      return waitUntil(run, new Date(when.wait_until ?? ""));
  }
}

function optionsOf(run: RunningTest, { account, config }: TestWhen) {
  const headers = config === undefined ? {} : { config_id: config };
  return forAccount({ linkedAccountId: getAccount(run, account) }, headers);
}

async function sendEvent(run: RunningTest, when: TestWhen): Promise<void> {
  const { event = "", payload = {}, config } = when;
  await run.target.send("post", `${API}/event`, {
    ...optionsOf(run, { ...when, config: undefined }),
    body: { event, payload, ...(config !== undefined && { config_id: config }) },
  });
}

async function callWorkflow(run: RunningTest, when: TestWhen): Promise<void> {
  const { id } = findWorkflow(run, when.call ?? "", ["call"]);
  await run.target.send("post", EXECUTE, {
    ...optionsOf(run, when),
    path: { id },
    body: (when.payload ?? {}) as { [name: string]: unknown },
  });
}

async function sendWebhook(run: RunningTest, when: TestWhen): Promise<void> {
  const workflow = findWorkflow(run, when.webhook ?? "", ["webhook"]);
  const { id } = workflow;
  const { url } = await run.target.send("get", `${API}/workflow/{id}/webhook-url`, {
    ...forAccount({ linkedAccountId: getAccount(run, when.account) }),
    path: { id },
  });
  const address = new URL(url);
  if (when.config !== undefined) address.searchParams.set("config_id", when.config);
  const signed = await signWebhook(run, workflow, toBody(when));
  await post(run, address.href, { ...when, headers: { ...signed, ...when.headers } });
}

function toBody({ payload = {} }: TestWhen): string {
  return typeof payload === "string" ? payload : JSON.stringify(payload);
}

/** Posts the payload to an address of the server, as others do. */
async function post(run: RunningTest, url: string, when: TestWhen): Promise<void> {
  const type = typeof when.payload === "string" ? "text/plain" : "application/json";
  const reply = await run.bench.fetch(url, {
    method: "POST",
    headers: { "content-type": type, ...when.headers },
    body: toBody(when),
  });
  if (reply.status < 400) return;
  throw new TestBreak(`The webhook was refused (${reply.status}): ${await readMessage(reply)}`);
}

async function readMessage(reply: Response): Promise<string> {
  const text = await reply.text();
  try {
    const { message } = JSON.parse(text);
    return String(message ?? text);
  } catch {
    return text;
  }
}

interface Decision {
  readonly named: string;
  readonly approved: boolean;
}

async function decide(run: RunningTest, when: TestWhen, { named, approved }: Decision): Promise<void> {
  const { comment, by, fields } = when;
  const { execution, nodeId } = await findWait(run, when, { named, kind: "approval" });
  await run.target.send("put", DECIDE, {
    path: { id: execution.record._id, node_id: nodeId },
    body: {
      approved,
      ...(comment !== undefined && { comment }),
      ...(by !== undefined && { by }),
      ...(fields && { fields }),
    },
  });
}

async function sendAnswer(run: RunningTest, when: TestWhen): Promise<void> {
  const { url } = await findWait(run, when, { named: when.answer ?? "", kind: "webhook" });
  await post(run, url, when);
}

interface FoundWait {
  readonly execution: SeenExecution;
  readonly nodeId: string;
  readonly url: string;
}

/** The one step of this id or name that waits for an approval or a webhook; throws TestBreak. */
async function findWait(
  run: RunningTest,
  { account }: TestWhen,
  { named, kind }: { named: string; kind: "approval" | "webhook" },
): Promise<FoundWait> {
  const executions = await readExecutions(run, new Set());
  const waits = executions.flatMap((execution) =>
    execution.record.waiting_for.flatMap(({ kind: found, node_id, path, url }) => {
      const node = execution.record.nodes.find((one) => one.node_id === node_id);
      const isOther = account !== undefined && execution.record.linked_account_id !== account;
      if (found !== kind || !node || isOther) return [];
      return [
        { execution, nodeId: path ?? node.node_id, names: [node.node_id, node.node_name], url: url ?? "" },
      ];
    }),
  );
  const found = waits.filter(({ names }) => names.includes(named));
  const [only] = found;
  if (only && found.length === 1) return only;
  const what = kind === "approval" ? "an approval" : "a webhook";
  if (found.length > 1)
    throw new TestBreak(`${found.length} executions wait for ${what} at "${named}": name their account.`);
  const others = waits.map(({ names: [id] }) => `"${id}"`).join(", ");
  throw new TestBreak(
    `No execution waits for ${what} at "${named}". ${others ? `They wait at ${others}.` : describeRest(executions)}`,
  );
}

function describeRest(executions: readonly SeenExecution[]): string {
  if (executions.length === 0) return "None has started.";
  const states = executions.map(
    ({ record, workflow }) => `${workflow.alias ?? workflow.name} is ${record.status}`,
  );
  return `${states.join(", ")}.`;
}

async function waitUntil({ bench }: RunningTest, moment: Date): Promise<void> {
  const now = bench.clock.now();
  if (moment < now)
    throw new TestBreak(`It is ${now.toISOString()} already: time does not go back.`, ["wait_until"]);
  await bench.runUntil(moment);
}
