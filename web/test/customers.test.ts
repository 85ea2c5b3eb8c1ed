import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startThirdParty, type ThirdParty } from "../../demo/third-party/third-party.ts";
import {
  buildOAuthDefinition,
  type FakeProvider,
  startFakeProvider,
} from "../../server/src/apps/connections/fake-provider.ts";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  expectFits,
  openPage,
  signIn,
  startDashboard,
  type Visit,
} from "./dashboard.ts";

const CONNECTORS = fileURLToPath(new URL("../../demo/connectors", import.meta.url));
const CLIENT = { id: "shop", secret: "client-secret-of-the-shop", redirectUris: ["http://127.0.0.1/none"] };
const API = {
  openapi: "3.1.0",
  info: { title: "Parcel desk", version: "1" },
  servers: [{ url: "https://parcels.example.com" }],
  paths: {
    "/parcels": { get: { operationId: "listParcels", summary: "List parcels", responses: {} } },
    "/labels": { post: { operationId: "printLabel", summary: "Print a label", responses: {} } },
  },
};

let provider: FakeProvider;
let thirdParty: ThirdParty;
let dashboard: Dashboard;
let owner: Visit;

beforeAll(async () => {
  provider = await startFakeProvider();
  thirdParty = await startThirdParty({ client: CLIENT });
  const variables: Record<string, string> = {
    LEDGERLY_URL: thirdParty.url,
    STOCKROOM_URL: thirdParty.url,
    LEDGERLY_CLIENT_ID: CLIENT.id,
    LEDGERLY_CLIENT_SECRET: CLIENT.secret,
  };
  dashboard = await startDashboard({ connectorsDir: CONNECTORS, variable: (name) => variables[name] });
  await addCustomer("harbor-tools", "Harbor Tools");
  const credentials = { key: thirdParty.stockroomKey };
  const url = "/api/v2/public/linked-account/integration/save-key-credentials/stockroom";
  await dashboard.api("PUT", url, credentials, { account: "harbor-tools" });
});
afterAll(async () => {
  await dashboard?.close();
  await thirdParty?.close();
  await provider?.close();
});

const addCustomer = (id: string, name: string) =>
  dashboard.api("PUT", "/api/v2/public/linked-account", {
    linked_account_id: id,
    name,
    udf: { plan: "pro" },
  });

/** Adds an application whose callback keeps `realmId`, and offers it to customers. */
async function addBooks(): Promise<void> {
  const callback = [{ name: "realmId" }];
  const url = "/api/v2/public/application";
  await dashboard.api("POST", url, buildOAuthDefinition("books", provider.url, { callback }));
  const client = { client_id: "id", client_secret: "client-secret-text" };
  await dashboard.api("PUT", `${url}/books/settings`, client);
  const offered = { applications: ["books"], others: "with_workflows" };
  await dashboard.api("PUT", "/api/v2/public/portal-applications", offered);
  provider.script.splice(0, 9, { body: { access_token: "t1", expires_in: 3600 } });
  provider.accepted.add("t1");
}

/** Makes the third party refuse all previous keys and accept another one. */
async function replaceKeys(): Promise<void> {
  const port = Number(new URL(thirdParty.url).port);
  await thirdParty.close();
  thirdParty = await startThirdParty({ client: CLIENT, port });
}

const open = (page: Page, path: string) => page.goto(`${dashboard.url}/app/test${path}`);

describeInChromium("customers and applications", (browser) => {
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
  });
  afterAll(() => owner?.page.context().close());

  test("from a broken connection to the link with which the customer repairs it", async () => {
    const { page } = owner;
    await replaceKeys();
    await open(page, "/customers");
    await page.getByRole("searchbox", { name: "Find by name or ID" }).fill("harb");
    await page.getByRole("link", { name: "Harbor Tools" }).click();
    const connection = page.getByRole("region", { name: "Stockroom" });
    await connection.getByRole("button", { name: "Check now" }).click();
    await connection.getByText("Stockroom no longer accepts this connection").waitFor();
    await connection.getByText("Check failed").waitFor();

    await connection.getByRole("button", { name: "Reconnect link" }).click();
    const dialog = page.getByRole("dialog");
    const link = await dialog.getByLabel("Link", { exact: true }).inputValue();
    const mail = await dialog.getByRole("link", { name: "Write an email" }).getAttribute("href");
    expect(decodeURIComponent(mail ?? "")).toContain(link);
    await dialog.getByRole("button", { name: "Copy link" }).click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(link);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).click();

    const customer = await browser().newPage();
    await customer.goto(link);
    await customer.getByLabel("Stockroom key").fill(thirdParty.stockroomKey);
    await customer.getByRole("button", { name: /^Connect/ }).click();
    await customer.getByRole("heading", { name: "Stockroom is connected" }).waitFor();
    await customer.close();
    await connection.getByRole("button", { name: "Check now" }).click();
    await connection.getByText("Healthy", { exact: true }).waitFor();
  });

  test("applications are listed by whether customers find them, with their connections and what they lack", async () => {
    const { page } = owner;
    const offer = (body: object) => dashboard.api("PUT", "/api/v2/public/portal-applications", body);
    const region = (name: string) => page.getByRole("region", { name, exact: true });
    await offer({ applications: ["stockroom"], others: "with_workflows" });
    await open(page, "/applications");
    const stockroom = region("In your portal").getByRole("listitem").filter({ hasText: "Stockroom" });
    await stockroom.getByText(/^\d+ connections?$/).waitFor();
    const stripe = region("Ready").getByRole("listitem").filter({ hasText: "Stripe" });
    await stripe.getByText("No workflow").waitFor();
    await region("Not set up").getByRole("listitem").filter({ hasText: "Gmail" }).waitFor();
    await open(page, "/applications?state=used");
    await stockroom.waitFor();
    expect(await page.getByText("Gmail").count()).toBe(0);
    await open(page, "/applications/stripe");
    await page.getByText("Customers do not find it in your portal yet.").waitFor();
    await page.getByRole("link", { name: "Publish a workflow for it" }).click();
    await page.waitForURL(/\/workflows\?slug=stripe/);
    await offer({ applications: [], others: "none" });
    await open(page, "/applications/stripe");
    await page.getByRole("link", { name: "Choose it among the portal's applications" }).click();
    await page.getByRole("form", { name: "Offered applications" }).waitFor();
    await expectAccessible(page);
    await offer({ applications: [], others: "with_workflows" });
  });

  test("an application is enabled with its own client, then promoted to production", async () => {
    const { page } = owner;
    await open(page, "/applications?search=gmail");
    await page.getByRole("listitem").getByText("Needs a client").waitFor();
    await page.getByRole("link", { name: "Gmail" }).click();
    const guide = page.getByRole("form").getByRole("link", { name: "Gmail's documentation" });
    expect(await guide.getAttribute("href")).toMatch(
      /^https:\/\/developers\.google\.com\/workspace\/gmail\//,
    );
    const promote = page.getByRole("button", { name: "Promote to production" });
    expect(await promote.isDisabled()).toBe(true);
    await page.getByLabel("Client id").fill("client-of-the-shop");
    await page.getByRole("textbox", { name: "Client secret" }).fill("a-secret-that-ends-in-x9q2");
    await page.getByRole("button", { name: "Save client and scopes" }).click();
    await page.getByText("Stored, ending in x9q2").waitFor();
    await expectAccessible(page);
    await expectFits(page);
    expect(await page.getByRole("switch", { name: "Enabled" }).isChecked()).toBe(true);
    await promote.click();
    const question = page.getByRole("dialog");
    await question
      .getByText("It gets the OAuth client of test. Customers in production can then connect it.")
      .waitFor();
    await question.getByRole("button", { name: "Promote to production" }).click();
    await page.getByText("Gmail was promoted to production.").waitFor();
    const url = "/api/v2/public/application/gmail/settings";
    expect(await dashboard.api("GET", url, undefined, { environment: "production" })).toMatchObject({
      enabled: true,
      client_id: "client-of-the-shop",
      has_client_secret: true,
    });
  });

  test("callback parameters that a connection keeps are on the customer's page", async () => {
    const { page } = owner;
    await addCustomer("mill-and-sons", "Mill & Sons");
    await addBooks();
    const made = await dashboard.api("POST", "/api/v2/public/connect-url", {}, { account: "mill-and-sons" });
    const customer = await browser().newPage();
    await customer.goto(`${made.hosted_url}/apps/books`);
    await customer.getByRole("button", { name: "Continue to App books" }).click();
    await customer.waitForURL((url) => url.origin === provider.url);
    const asked = new URL(customer.url()).searchParams;
    const given = new URLSearchParams({ code: "c", state: asked.get("state") ?? "", realmId: "4620816365" });
    await customer.goto(`${asked.get("redirect_uri")}?${given}`);
    await customer.getByText("App books is connected").first().waitFor();
    await customer.close();
    await open(page, "/customers/mill-and-sons");
    const connection = page.getByRole("region", { name: "App books" });
    const fact = connection.getByRole("term").filter({ hasText: /^realmId$/ });
    await fact.waitFor();
    expect(await fact.locator("+ dd").textContent()).toBe("4620816365");
  });

  test("a test customer is connected from the application's page", async () => {
    const { page } = owner;
    await addCustomer("trial-run", "Trial Run");
    await open(page, "/applications/stockroom?tab=connections");
    await page.getByRole("button", { name: "Connect a customer" }).click();
    const dialog = page.getByRole("dialog", { name: "Connect a customer to Stockroom" });
    const make = dialog.getByRole("button", { name: "Create the link" });
    expect(await make.isDisabled()).toBe(true);
    await dialog.getByRole("combobox", { name: "Customer" }).fill("trial");
    await page.getByRole("option", { name: "Trial Run" }).click();
    await make.click();
    const visit = dialog.getByRole("link", { name: "Open the page" });
    await visit.waitFor();
    await expectAccessible(page);
    const customer = await browser().newPage();
    await customer.goto((await visit.getAttribute("href")) ?? "");
    await customer.getByText("Trial Run").first().waitFor();
    await customer.getByRole("heading", { name: "Connect Stockroom", exact: true }).waitFor();
    await customer.close();
    await dialog.getByRole("button", { name: "Close" }).click();
  });

  test("an action is tested with a customer's connection", async () => {
    const { page } = owner;
    await open(page, "/applications/stockroom?tab=actions");
    await page.getByRole("button", { name: "Ping" }).click();
    await page.getByRole("combobox", { name: "Customer" }).click();
    await page.getByRole("option", { name: "Harbor Tools" }).click();
    await page.getByRole("button", { name: "Run action" }).click();
    await page.getByText("Succeeded · HTTP 200").waitFor();
    await page.getByRole("tree", { name: "Result" }).getByText('"harbor-tools"').waitFor();

    await page.getByRole("button", { name: "Record a movement" }).click();
    await page.getByRole("button", { name: "Run action" }).click();
    expect(await page.getByText("Required", { exact: true }).count()).toBeGreaterThan(3);
    expect(thirdParty.movements()).toEqual([]);
    await expectAccessible(page);
  });

  test("a slow application leads from the overview to its calls", async () => {
    const { page, complaints } = owner;
    complaints.length = 0;
    // An application counts as slow after twenty calls: the overview gets these from here, while the earlier calls are
    // real.
    await page.route("**/statistics/overview?*", async (route) => {
      const reply = await route.fetch();
      const took = { mean: 900, p50: 400, p95: 4200, p99: 6000 };
      const slow = { value: "stockroom", count: 21, failed: 1, duration_ms: took, duration_ms_before: null };
      await route.fulfill({ json: { ...(await reply.json()), slow_applications: [slow] } });
    });
    await openPage(page, `${dashboard.url}/app/test`);
    const slow = page.getByRole("region", { name: "Slow third parties" });
    await slow.getByText("p95 4.2 s").waitFor();
    await slow.getByText("21 calls, 1 failed · p50 400 ms · too few earlier calls to compare").waitFor();
    await expectAccessible(page);
    await page.unroute("**/statistics/overview?*");
    await slow.getByRole("link", { name: "stockroom" }).click();
    await page.getByRole("tab", { name: "Calls", selected: true }).waitFor();
    // Calls are recorded some seconds after they were made.
    const counted = `/api/v2/public/statistics?subject=calls&by=application&value=stockroom&every=hour`;
    await expect
      .poll(async () => (await dashboard.api("GET", counted)).series[0].total.count)
      .toBeGreaterThan(0);
    await page.reload();
    await page.getByRole("region", { name: "Calls by outcome" }).waitFor();
    await page.getByText("p99").waitFor();
    await expectAccessible(page);
    await expectFits(page);
    expect(complaints).toEqual([]);
  });

  test("operations of an OpenAPI document are reviewed, selected and added", async () => {
    const { page } = owner;
    await open(page, "/applications/add/openapi");
    await page.getByText("Text", { exact: true }).click();
    await page.getByRole("textbox", { name: "Document" }).fill(JSON.stringify(API));
    await page.getByRole("button", { name: "Show operations" }).click();
    await page.getByLabel("Choose POST /labels").uncheck();
    await expectAccessible(page);
    // Its document names no credential.
    await page.getByText("They cannot connect until you choose.").waitFor();
    await page.getByRole("combobox", { name: "How customers sign in" }).click();
    await page.getByRole("option", { name: "Key in a header" }).click();
    await page.getByRole("textbox", { name: "Header" }).fill("x api key");
    await page.getByRole("textbox", { name: "Label of the key" }).fill("Parcel key");
    await page.getByRole("button", { name: "Add with 1 operation" }).click();
    await page.getByText("x api key is no name of a header").waitFor();
    await page.getByRole("textbox", { name: "Header" }).fill("x-api-key");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add with 1 operation" }).click();
    await page.getByRole("link", { name: "Open Parcel desk" }).click();
    await page.getByRole("button", { name: "List parcels" }).waitFor();
    expect(await page.getByRole("button", { name: "Print a label" }).count()).toBe(0);
    await page.getByRole("tab", { name: "Setup" }).click();
    const form = page.getByRole("form", { name: "Application" });
    await form.getByRole("textbox", { name: "Name" }).fill("Parcel counter");
    await form.getByRole("textbox", { name: "Text before the key" }).fill("Parcel");
    await form.getByRole("combobox", { name: "Test request" }).click();
    await page.getByRole("option", { name: "GET /parcels" }).click();
    await expectAccessible(page);
    await form.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { name: "Parcel counter" }).waitFor();
    const setup = await dashboard.api("GET", "/api/v2/public/application/parcel-desk/setup");
    expect(setup).toMatchObject({
      name: "Parcel counter",
      sign_in: { kind: "header", name: "x-api-key", prefix: "Parcel", label: "Parcel key" },
      check: { path: "/parcels" },
    });
  });

  test("an API that a document says nothing of gets OAuth2 under Setup, with its addresses and a client", async () => {
    const { page } = owner;
    await open(page, "/applications/add/openapi");
    await page.getByText("Text", { exact: true }).click();
    const document = JSON.stringify({ ...API, info: { title: "Parcel ledger", version: "1.0.0" } });
    await page.getByRole("textbox", { name: "Document" }).fill(document);
    await page.getByRole("button", { name: "Show operations" }).click();
    // What the document does not say can also be said later.
    await page.getByRole("button", { name: "Add with 2 operations" }).click();
    await page.getByRole("link", { name: "Open Parcel ledger" }).click();
    const form = page.getByRole("form", { name: "Application" });
    await form.getByRole("combobox", { name: "How customers sign in" }).click();
    await page.getByRole("option", { name: "OAuth2", exact: true }).click();
    await form.getByRole("button", { name: "Save changes" }).click();
    await form.getByText("Enter the whole address").waitFor();
    await form.getByLabel("Authorization URL").fill("https://auth.example.com/authorize");
    await form.getByLabel("Token URL").fill("https://auth.example.com/token");
    const scopes = form.getByRole("combobox", { name: "Scopes" });
    await scopes.fill("parcels.read");
    await scopes.press("Enter");
    await expectAccessible(page);
    await form.getByRole("button", { name: "Save changes" }).click();
    const client = page.getByRole("form", { name: "OAuth client" });
    await client.getByLabel("Client ID").fill("client-of-parcels");
    await client.getByRole("textbox", { name: "Client secret" }).fill("a-secret-that-ends-in-z7k1");
    await client.getByRole("button", { name: "Save client and scopes" }).click();
    const path = "/api/v2/public/application/parcel-ledger/settings";
    await expect
      .poll(() => dashboard.api("GET", path))
      .toMatchObject({
        auth_types: ["oauth2"],
        client_id: "client-of-parcels",
        client_secret_last_four: "z7k1",
        enabled: true,
        portal: { ready: true },
        scopes: ["parcels.read"],
      });
  });

  test("a definition is entered as YAML, and its problems are listed by line", async () => {
    const { page } = owner;
    await open(page, "/applications/add/definition");
    await page.getByRole("button", { name: "Start with an example" }).click();
    const field = page.getByRole("textbox", { name: "Definition" });
    const example = await field.inputValue();
    await field.fill(example.replace("method: POST", "method: FETCH"));
    await page.getByRole("button", { name: "Add application" }).click();
    const line = example.split("\n").findIndex((text) => text.includes("method: POST")) + 1;
    await page
      .getByRole("listitem")
      .filter({ hasText: `Line ${line}: actions.create_contact` })
      .waitFor();
    await expectAccessible(page);
    await field.fill(example);
    await page.getByRole("button", { name: "Add application" }).click();
    await page.getByRole("link", { name: "Open Acme CRM" }).waitFor();
  });

  test("a customer is added, viewed in the portal, and deleted by typing the id", async () => {
    const { page } = owner;
    await open(page, "/customers");
    await page.getByRole("button", { name: "Add customer" }).click();
    await page.getByRole("dialog").getByLabel("Id").fill("blue/fern 1");
    await page.getByRole("dialog").getByLabel("Name").fill("Blue Fern");
    await page.getByRole("dialog").getByRole("button", { name: "Add customer" }).click();
    await page.getByRole("heading", { name: "Blue Fern" }).waitFor();
    await page.getByRole("tab", { name: "Portal" }).click();
    await page.getByRole("button", { name: "Show the portal" }).click();
    const portal = page.frameLocator("iframe");
    await portal.getByRole("heading", { name: "Connect your applications" }).waitFor();
    await page.getByRole("tab", { name: "Details" }).click();
    await page.getByRole("button", { name: "Delete customer" }).click();
    const remove = page.getByRole("dialog").getByRole("button", { name: "Delete customer" });
    expect(await remove.isDisabled()).toBe(true);
    await page.getByLabel("Type blue/fern 1 to confirm").fill("blue/fern 1");
    await remove.click();
    await page.getByText("Blue Fern is deleted.").waitFor();
    await page.getByRole("link", { name: "Blue Fern" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Harbor Tools" }).waitFor();
  });
});
