// Imports GitHub's own OpenAPI document into a server and has its webhook `issues.opened` start a workflow that completes:
// signed by the libraries of GitHub, Stripe and Standard Webhooks, each as its vendor signs. `npm run check:webhooks`.
// Fails unless what they sign is accepted, and what they signed for another body refused.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { apiOf } from "../../bench/api-client.ts";
import { printTable, start, startOptions, stop, untilReady } from "../../bench/processes.ts";
import { findFreePort } from "../../server/test/free-port.ts";

/** How a vendor's library signs a body with the secret of an address. */
interface Vendor {
  readonly name: string;
  readonly webhooks: object;
  /** What the vendor makes; without it, Junctor's is entered there. */
  readonly secret?: string;
  sign(secret: string, body: string): Promise<Record<string, string>>;
}

const DOCUMENT = fileURLToPath(
  new URL("node_modules/@octokit/openapi/generated/api.github.com.json", import.meta.url),
);
const SLUG = "github-document";
const TRIGGER = "webhook_issues_opened";
const KEY = "tk-webhooks-key-of-the-test-environment";
const ACCOUNT = { linked_account_id: "acme" };
const DEADLINE_MS = 60_000;

// By a name in a variable, because the compiler does not find what is installed apart.
const load = (name: string) => import(name);
const { sign: signForGitHub } = await load("@octokit/webhooks-methods");
const { Webhook } = await load("standardwebhooks");
const { default: Stripe } = await load("stripe");
const stripe = new Stripe("sk_test_of_nobody");

const VENDORS: readonly Vendor[] = [
  {
    name: "@octokit/webhooks-methods",
    webhooks: { kind: "hmac", header: "X-Hub-Signature-256", prefix: "sha256=" },
    sign: async (secret, body) => ({ "x-hub-signature-256": await signForGitHub(secret, body) }),
  },
  {
    name: "stripe",
    webhooks: { kind: "stripe", header: "Stripe-Signature", secret: "entered" },
    secret: "whsec_of-one-endpoint-at-stripe",
    sign: async (secret, payload) => ({
      "stripe-signature": stripe.webhooks.generateTestHeaderString({ payload, secret }),
    }),
  },
  {
    name: "standardwebhooks",
    webhooks: { kind: "standard-webhooks", secret: "entered" },
    secret: `whsec_${Buffer.from("twenty-four-random-bytes").toString("base64")}`,
    sign: async (secret, body) => {
      const at = new Date();
      return {
        "webhook-id": "msg_1",
        "webhook-timestamp": `${Math.floor(at.getTime() / 1000)}`,
        "webhook-signature": new Webhook(secret).sign("msg_1", at, body),
      };
    },
  },
];

const dataDir = mkdtempSync(join(tmpdir(), "junctor-check-webhooks-"));
const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
const api = apiOf(url, KEY);
const server = start([...startOptions(), "server/junctor.mjs", "all"], {
  JUNCTOR_DATA_DIR: dataDir,
  JUNCTOR_TEST_API_KEY: KEY,
  JUNCTOR_PRODUCTION_API_KEY: "pk-webhooks-key-of-the-production-environment",
  JUNCTOR_RATE_LIMIT_PER_MINUTE: "0",
  JUNCTOR_LOG_LEVEL: "warn",
  JUNCTOR_PUBLIC_URL: url,
  PORT: String(port),
});
try {
  await untilReady(`${url}/health/ready`, server);
  const triggers = await importDocument();
  const workflow = await publishWorkflow();
  const rows = [];
  for (const vendor of VENDORS) rows.push(await check(vendor, workflow));
  printTable(`GitHub's document: ${triggers} triggers; signed by`, rows);
} finally {
  await stop(server);
  rmSync(dataDir, { recursive: true });
}

async function importDocument(): Promise<number> {
  await api("POST", "/api/v2/public/application/openapi", {
    slug: SLUG,
    document: JSON.parse(readFileSync(DOCUMENT, "utf8")),
    operations: ["meta/root"],
    security_scheme: { type: "none" },
  });
  const filter = [
    { field: "headers.x-github-event", value: "issues" },
    { field: "body.action", value: "opened" },
  ];
  const { triggers } = await api("PUT", `/api/v2/public/application/${SLUG}/setup`, {
    triggers: [{ id: TRIGGER, filter }],
  });
  return triggers.length;
}

async function publishWorkflow(): Promise<string> {
  await api("PUT", "/api/v2/public/linked-account", ACCOUNT);
  const { _id: id } = await api("POST", "/api/v2/public/workflow", {
    name: "New issues",
    slug: SLUG,
    nodes: [
      { id: "start", type: "start", triggers: [{ application: SLUG, event: TRIGGER }] },
      { id: "log", type: "log", data: { message: "{{ input.issue.title }}" } },
    ],
    edges: [{ source: "start", target: "log" }],
  });
  await api("PUT", `/api/v2/public/workflow/${id}/publish`, { published: true });
  await api("POST", "/api/v2/public/config", { slug: SLUG, config_id: "acme" }, ACCOUNT);
  const config = { slug: SLUG, config_id: "acme", workflows: [{ id, enabled: true, fields: {} }] };
  await api("PUT", "/api/v2/public/config", config, ACCOUNT);
  return id;
}

async function check({ name, webhooks, secret: own, sign }: Vendor, workflow: string) {
  await api("PUT", `/api/v2/public/application/${SLUG}/setup`, { webhooks });
  const list = () => api("GET", "/api/v2/public/trigger-subscriptions", undefined, ACCOUNT);
  const { _id: id, address, secret } = await until(async () => (await list())[0]);
  if (own !== undefined)
    await api("PUT", `/api/v2/public/trigger-subscriptions/${id}/secret`, { secret: own }, ACCOUNT);
  const body = JSON.stringify({ action: "opened", issue: { number: 7, title: `Signed by ${name}` } });
  const signed = await sign(own ?? secret, body);
  const send = async (text: string, headers: Record<string, string>) => {
    const about = { "x-github-event": "issues", "x-github-delivery": crypto.randomUUID() };
    const all = { "content-type": "application/json", ...about, ...headers };
    return (await fetch(address, { method: "POST", body: text, headers: all })).status;
  };
  const unsigned = await send(body, {});
  const other = await send(body.replace("7", "8"), signed);
  const right = await send(body, signed);
  if (unsigned !== 401 || other !== 401 || right !== 200)
    throw new Error(`${name}: ${unsigned}, ${other} and ${right} instead of 401, 401 and 200`);
  const path = `/api/v2/public/execution?workflow_id=${workflow}&limit=1`;
  const ended = await until(async () => {
    const { docs } = await api("GET", path);
    const isOwn = JSON.stringify(await readWhole(docs[0])).includes(`Signed by ${name}`);
    return isOwn && docs[0].status === "COMPLETED" ? docs[0] : undefined;
  });
  return { library: name, unsigned, "another body": other, signed: right, execution: `${ended.status}` };
}

async function readWhole(execution: { readonly _id: string } | undefined): Promise<unknown> {
  return execution && api("GET", `/api/v2/public/execution/${execution._id}`);
}

/** What `find` returns once that is something. */
// biome-ignore lint/suspicious/noExplicitAny: replies have many shapes
async function until(find: () => Promise<any>): Promise<any> {
  const startMs = performance.now();
  while (performance.now() - startMs < DEADLINE_MS) {
    const found = await find();
    if (found) return found;
    await sleep(100);
  }
  throw new Error(`Nothing after ${DEADLINE_MS / 1000} s: ${find}`);
}
