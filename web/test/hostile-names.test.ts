import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { eventually } from "../../server/test/test-server.ts";
import { type Dashboard, signIn, startDashboard, type Visit } from "./dashboard.ts";

/** What sets a global, or opens a dialog, where a page takes it for more than text. */
const HOSTILE: readonly string[] = [
  `<img src=x onerror="window.hostile=1;alert(1)">`,
  `</script><script>window.hostile=1</script>`,
  `"><svg onload="window.hostile=1">`,
  `javascript:window.hostile=1`,
  `<a href="javascript:window.hostile=1">Click</a>`,
  // Turns what follows around; characters that are not seen; a bell, an escape and a backspace.
  "\u202Eexe.slaive\u202C \u2066\u200B\u2069 \u0007\u001B[31m\u0008",
  "👩‍👩‍👧‍👦🏳️‍🌈 Z̷̢͝ȧ̸l̵g̶o̸ مرحبا שלום",
  "{{ input.constructor.constructor('window.hostile=1')() }} ${7*7} <%= 7*7 %>",
  "__proto__",
  "W".repeat(10_000),
];
const shortened = (text: string, length = 200) => [...text].slice(0, length).join("");

let dashboard: Dashboard;
/** A third party that refuses everything, in words of its caller's. */
let refuser: Server;
let addresses: string[] = [];

beforeAll(async () => {
  refuser = createServer((request, reply) => {
    request.resume();
    reply.writeHead(422, { "content-type": "application/json" });
    reply.end(JSON.stringify({ error: HOSTILE.join(" "), message: HOSTILE[0] }));
  });
  refuser.listen(0, "127.0.0.1");
  await once(refuser, "listening");
  dashboard = await startDashboard();
  addresses = await fill();
});
afterAll(async () => {
  await dashboard?.close();
  refuser?.closeAllConnections();
  refuser?.close();
});

/** Puts each text wherever a customer or a third party may put one; the addresses of the pages that show them. */
async function fill(): Promise<string[]> {
  const { api } = dashboard;
  const { port } = refuser.address() as { port: number };
  const url = `http://127.0.0.1:${port}/`;
  const pages: string[] = [];
  await api("POST", "/api/v2/public/webhook", {
    webhook_url: url,
    webhook_events: ["Workflow Errored"],
    description: shortened(HOSTILE.slice(0, 8).join(" ")),
  });
  for (const [index, text] of HOSTILE.entries()) {
    const name = printable(shortened(text));
    const account = `account ${index} ${printable(shortened(text, 60))}`;
    await api("PUT", "/api/v2/public/linked-account", { linked_account_id: account, name });
    const triggers = [{ application: "Junctor", event: "API Call" }];
    const { _id: workflow } = await api("POST", "/api/v2/public/workflow", {
      name,
      nodes: [
        { id: "start", type: "start", name, triggers },
        { id: "send", type: "http", name, data: { method: "POST", url, body: "{{ input }}" } },
      ],
      edges: [{ source: "start", target: "send" }],
    });
    await api("PUT", `/api/v2/public/workflow/${workflow}/publish`, { published: true });
    // The API lets in neither of the keys "__proto__" and "constructor".
    const body = { toString: text, text, [`key ${name}`]: [text] };
    await api("POST", `/api/v2/public/workflow/${workflow}/execute`, body, {
      // Headers are bytes.
      account: Buffer.from(account).toString("latin1"),
    });
    pages.push(`workflows/${workflow}`, `customers/${encodeURIComponent(account)}`);
  }
  const failed = async () => (await api("GET", "/api/v2/public/execution?status=ERRORED")).docs;
  await eventually(async () => (await failed()).length === HOSTILE.length);
  pages.push(...(await failed()).map(({ _id }: { _id: string }) => `executions/${_id}`));
  const deliveries = (await api("GET", "/api/v2/public/webhook-deliveries?limit=3")).docs;
  expect(deliveries).not.toEqual([]);
  pages.push(...deliveries.map(({ _id }: { _id: string }) => `webhooks/deliveries/${_id}`));
  const lists = ["", "executions", "customers", "workflows", "webhooks", "webhooks/deliveries", "events"];
  return [...lists, ...pages];
}

/** Names may hold no control characters. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, "");
}

describeInChromium("hostile names and payloads", (browser) => {
  let seen: Visit;

  test("no page takes them for more than text", async () => {
    seen = await signIn(browser(), dashboard);
    const { page, complaints } = seen;
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(`${page.url()}: ${dialog.message()}`);
      void dialog.dismiss();
    });
    for (const address of addresses) {
      await page.goto(`${dashboard.url}/app/test/${address}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
      const facts = await page.evaluate(`({
        hostile: window.hostile,
        links: [...document.querySelectorAll("a[href]")].map((a) => a.protocol).filter((one) => !/^https?:$/.test(one)),
        foreign: document.querySelectorAll("main img[src='x'], main svg[onload], main script").length,
        over: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
      })`);
      expect(facts, address).toEqual({ hostile: undefined, links: [], foreign: 0, over: 0 });
    }
    expect(dialogs).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
