// An agent that works for a customer over MCP. `npm run example:agent`
//
// The shop runs Junctor and gives its customer an MCP server with two actions of Ledgerly, a bookkeeping service. The
// customer has not connected Ledgerly. An agent, built on the official client library, writes an invoice all the same: the
// call is answered with an address at which the customer connects (OAuth2), and after that the same call goes through.
// Ledgerly, the shop and its customer are those of `npm run demo`.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createCleanUp } from "../../demo/clean-up.ts";
import { createScreen, type Screen } from "../../demo/screen.ts";
import { completeSignIn } from "../../demo/third-party/approve-consent.ts";
import { LEDGERLY_CUSTOMER } from "../../demo/third-party/third-party.ts";
import { prepareWorld, type World } from "../../demo/world.ts";
import { createServerClient } from "../../sdk/src/index.ts";

const CUSTOMER = "northwind-books";
const INVOICE = {
  reference: "INV-2026-0042",
  issued_at: "2026-11-21T09:00:00.000Z",
  contact_email: "books@northwind.example",
  description: "Twelve notebooks",
  sku: "NB-12",
  quantity: 12,
  unit_price: "4.50",
  total: "54.00",
  currency: "EUR",
  ship_to: { city: "Bergen", country: "NO" },
  note: null,
};

const screen = createScreen();
const cleanUp = createCleanUp();
try {
  process.exitCode = (await run(screen)) ? 0 : 1;
} catch (error) {
  screen.verdict(`The example failed: ${error instanceof Error ? error.message : String(error)}`, false);
  process.exitCode = 1;
} finally {
  await cleanUp.run();
}

async function run(screen: Screen): Promise<boolean> {
  screen.title("An agent that works for a customer", [
    "It writes an invoice at a service that the customer has yet to connect.",
  ]);
  const world = await prepareWorld(screen, cleanUp);
  await screen.step("Junctor", world.platform.start, () => `Junctor at ${world.url}`);
  const { url, token } = await screen.step(
    "The shop gives its customer an MCP server with actions of Ledgerly",
    () => prepareServer(world),
  );

  screen.heading("The agent");
  const agent = await screen.step(
    "Connects",
    () => connectAgent(screen, { url, token }),
    () => "It connects, and can show its user an address when a tool asks for it",
  );
  const { tools } = await screen.step(
    "Lists",
    () => agent.listTools(),
    (listed) => `It finds ${listed.tools.length} tools: ${listed.tools.map(({ name }) => name).join(", ")}`,
  );
  const writes = tools.find(({ name }) => name === "ledgerly_create_invoice_action");
  if (!writes) throw new Error("The action is not among the tools.");
  const written = await screen.step(
    "Calls",
    () => agent.callTool({ name: writes.name, arguments: INVOICE }),
    () => "It calls create_invoice: after the customer has connected, the same call goes through",
  );
  const read = await screen.step(
    "Reads",
    () =>
      agent.callTool({ name: "ledgerly_get_invoice_action", arguments: { reference: INVOICE.reference } }),
    () => "It reads the invoice back",
  );
  const stored = world.thirdParty.invoices();
  const isGood =
    !written.isError && !read.isError && stored.length === 1 && stored[0]?.body.total === INVOICE.total;
  screen.verdict(
    isGood
      ? `Ledgerly has the invoice, once: ${INVOICE.reference} over ${INVOICE.total} ${INVOICE.currency}.`
      : `Ledgerly ought to have one invoice and has ${stored.length}: ${JSON.stringify([written, read])}`,
    isGood,
  );
  return isGood;
}

/** What the shop's backend does: a linked account, a server record, and a token for the customer's agent. */
async function prepareServer({ url, apiKey }: World): Promise<{ url: string; token: string }> {
  const server = createServerClient({ baseUrl: url, apiKey });
  await server.linkedAccounts.upsert({ linked_account_id: CUSTOMER });
  const api = async (path: string, body: object) => {
    const reply = await fetch(`${url}/api/v2/public/mcp-servers${path}`, {
      method: "POST",
      headers: { "x-api-key": apiKey, linked_account_id: CUSTOMER, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`The server could not be made: ${await reply.text()}`);
    return reply.json();
  };
  const { _id } = await api("", {
    name: "Bookkeeping",
    description: "Writes and reads invoices.",
    associated_apps: [{ slug: "ledgerly", actions: [{ id: "create_invoice" }, { id: "get_invoice" }] }],
  });
  return api(`/${_id}/token`, {});
}

/** An agent as one would build it on the official client. */
async function connectAgent(screen: Screen, { url, token }: { url: string; token: string }): Promise<Client> {
  const agent = new Client(
    { name: "example-agent", version: "1.0.0" },
    { capabilities: { elicitation: { url: {} } }, versionNegotiation: { mode: "auto" } },
  );
  // A tool asks for something that is for the user alone, such as signing in: the agent shows them the address.
  agent.setRequestHandler("elicitation/create", async ({ params }) => {
    if (params.mode !== "url") return { action: "decline" };
    await screen.step(
      "Asks",
      () => completeSignIn(params.url, { customer: LEDGERLY_CUSTOMER, decision: "allow" }),
      () =>
        `Its user is asked “${params.message}”, opens the address, signs in to Ledgerly and allows the access`,
    );
    return { action: "accept" };
  });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await agent.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  cleanUp.later(() => agent.close());
  return agent;
}
