import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LEDGERLY_CUSTOMER, startThirdParty, type ThirdParty } from "../../demo/third-party/third-party.ts";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { consent } from "../../server/test/browser/consent.ts";
import { findFreeUrl } from "../../server/test/free-port.ts";
import { type ListeningServer, startListeningServer } from "../../server/test/listening-server.ts";
import { echoWorkflow } from "../../server/test/spec/records.ts";
import { type Application, createApplication, packLibrary, ROOT } from "../test/application.ts";
import { readBlocks, readCalls } from "../test/readme.ts";
import { servePages } from "../test/serve-pages.ts";
import { createClient } from "./client.ts";
import { createServerClient, type ServerClient } from "./server-client.ts";

const SDK = join(ROOT, "sdk");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const VITE = join(ROOT, "node_modules/vite/bin/vite.js");
const CONNECTORS = join(ROOT, "demo/connectors");
const CLIENT = { id: "shop", secret: "secret-of-the-shop" };
const EVENT = { event: "Order Placed", payload: { number: "A-2" } };

const TYPED = `
import { createServerClient, JunctorError, type Reply, type ServerClient } from "@junctor/sdk";
const junctor: ServerClient = createServerClient({ baseUrl: "https://junctor.example.com", apiKey: "tk_secret" });
const account = await junctor.linkedAccounts.upsert({ linked_account_id: "acme", udf: { seats: 3 } });
export const environment: "test" | "production" = account.environment;
export const read: Reply<"get", "/api/v2/public/linked-account/{id}"> = await junctor.linkedAccounts.get("acme");
export const status = (error: unknown): number => (error instanceof JunctorError ? error.status : 0);
// @ts-expect-error: linked_account_id is required
await junctor.linkedAccounts.upsert({ name: "Acme" });
// @ts-expect-error: an account has no such field
account.nothing;
`;

const WRONG_ELEMENT = `
import "@junctor/sdk/react";
// @ts-expect-error: the element has no such attribute
export const attribute = <junctor-connect tokn="y7kb" />;
// @ts-expect-error: this event has no details
export const listener = <junctor-connect token="y7kb" ontoken-needed={(event) => console.log(event.detail.slug)} />;
`;

const STRICT = { target: "es2022", strict: true, noUnusedLocals: true, verbatimModuleSyntax: true };
const BUNDLED = { module: "esnext", moduleResolution: "bundler", noEmit: true };
const NODE_TYPES = { types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] };

let folder: string;
let nodeApplication: Application;
let viteApplication: Application;
let thirdParty: ThirdParty;
let pages: Awaited<ReturnType<typeof servePages>>;
let server: ListeningServer;
let junctor: ServerClient;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "junctor-sdk-"));
  await packLibrary(folder);
  nodeApplication = await createApplication(folder, "node-application");
  viteApplication = await createApplication(folder, "vite-application");
  pages = await servePages(join(viteApplication.folder, "dist"), async () => (await newToken()).token);
  const publicUrl = await findFreeUrl();
  const redirectUris = [`${publicUrl}/api/v1/ledgerly/callback`];
  thirdParty = await startThirdParty({ client: { ...CLIENT, redirectUris } });
  const variables: Record<string, string> = {
    LEDGERLY_URL: thirdParty.url,
    STOCKROOM_URL: thirdParty.url,
    LEDGERLY_CLIENT_ID: CLIENT.id,
    LEDGERLY_CLIENT_SECRET: CLIENT.secret,
  };
  server = await startListeningServer({
    publicUrl,
    connectorsDir: CONNECTORS,
    corsOrigins: [pages.origin],
    variable: (name) => variables[name],
  });
  server.work();
  junctor = createServerClient({ baseUrl: server.baseUrl, apiKey: server.testKey });
  await junctor.linkedAccounts.upsert({ linked_account_id: "acme" });
  await junctor.events.define({ name: EVENT.event });
  for (const more of [{ name: "Orders" }, { name: "Offered", slug: "stockroom" }]) {
    const { _id } = await junctor.workflows.create(echoWorkflow(EVENT.event, more));
    await junctor.workflows.publish(_id);
  }
});
afterAll(async () => {
  await server?.close();
  await thirdParty?.close();
  pages?.close();
  rmSync(folder, { recursive: true, force: true });
});

function newToken() {
  return junctor.sessionTokens.create("acme");
}

/** Fills this server's address, keys and applications into code of the README. */
function fillIn(code = "", token = ""): string {
  return code
    .replace(/"(http:\/\/127\.0\.0\.1:3000|https:\/\/junctor\.example\.com)"/, `"${server.baseUrl}"`)
    .replace("tk_…", server.testKey)
    .replace("eyJ…", token)
    .replaceAll("hubspot", "ledgerly")
    .replaceAll("stripe", "stockroom")
    .replace('secret_key: "sk_test_…"', `key: "${thirdParty.stockroomKey}"`);
}

describe("the package", () => {
  test("is packed with what `npm start` installs, which excludes the development tools", () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
    expect(packages["node_modules/typescript"].dev).toBeUndefined();
  });

  test("contains these sources as built, README and license, and has no dependencies", () => {
    const installed = join(nodeApplication.folder, "node_modules/@junctor/sdk");
    const sources = globSync("**/*.ts", { cwd: join(SDK, "src"), exclude: ["**/*.test.ts"] });
    const built = sources.flatMap((name) => [name.replace(/ts$/, "js"), name.replace(/ts$/, "d.ts")]);
    expect(globSync("**/*.*", { cwd: join(installed, "dist") }).sort()).toEqual(built.sort());
    expect(readdirSync(installed).sort()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
    const license = (of: string) => readFileSync(join(of, "LICENSE"), "utf8");
    expect(license(installed)).toBe(license(ROOT));
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect(manifest.dependencies).toBeUndefined();
  });

  test("has a README that lists every call", () => {
    const { baseUrl } = server;
    const browser = createClient({ baseUrl, token: "t" });
    expect(readCalls("In the browser").sort()).toEqual(callsOf(browser).sort());
    expect(readCalls("On your server").sort()).toEqual(callsOf(junctor).sort());
  });
});

function callsOf(client: object): string[] {
  return Object.entries(client).flatMap(([name, part]) =>
    typeof part === "function" ? name : Object.keys(part).map((call) => `${name}.${call}`),
  );
}

describe("an application in Node", () => {
  beforeAll(async () => {
    const [tryIt] = readBlocks("Install", "js");
    nodeApplication.write("try.mjs", fillIn(tryIt));
    const { token } = await newToken();
    const programs = {
      server: fillIn(readBlocks("On your server", "ts")[0]),
      receive: fillIn(readBlocks("Receive webhooks", "ts")[0]),
      watch: fillIn(readBlocks("Statistics and changes", "ts")[0]),
      customer: fillIn(readBlocks("In the browser", "ts")[1], token),
      typed: TYPED,
    };
    for (const [name, code] of Object.entries(programs)) nodeApplication.write(`${name}.ts`, code);
  });

  test.each([
    ["nodenext", { module: "nodenext", outDir: "dist" }],
    ["bundler", BUNDLED],
  ])("is type-checked, as are the README's examples, with moduleResolution %s", async (name, options) => {
    const compilerOptions = { ...STRICT, ...options, ...NODE_TYPES, lib: ["es2023"] };
    nodeApplication.write(`tsconfig.${name}.json`, { compilerOptions, include: ["*.ts"] });
    expect(await nodeApplication.node(TSC, "-p", `tsconfig.${name}.json`)).toBe("");
  });

  test("runs the README's examples against a server", async () => {
    expect(await nodeApplication.node("try.mjs")).toContain("first-customer First customer\n");
    const printed = await nodeApplication.node("dist/server.js");
    expect(printed).toMatch(/^eyJ\S+\nCOMPLETED {.*number: 'A-1'.*}\n/s);
    expect(printed).toMatch(/^acme$/m);
    expect(await nodeApplication.node("dist/customer.js")).toMatch(/^\[ 'key: .+' \]$/m);
    const [stockroom] = await junctor.connections.applications(
      { slug: "stockroom" },
      { linkedAccountId: "acme" },
    );
    expect(stockroom?.connected).toBe(false);
  });

  test("receives changes", async () => {
    let isHeard = false;
    const listening = nodeApplication
      .nodeUntil(/^execution \w{24} COMPLETED$/m, "dist/watch.js")
      .finally(() => {
        isHeard = true;
      });
    // Changes before it listens are not reported.
    while (!isHeard) {
      await junctor.events.trigger(EVENT, { linkedAccountId: "acme" });
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(await listening).toMatch(/^\d+ broken connections, \d+ executions running$/m);
  });
});

describe("a React application", () => {
  // The types of React are of the application, and a package beside it would not be found by the library's.
  test.each([
    ["19", "@types/react"],
    ["18", "react-18-types"],
  ])("of version %s is type-checked in strict mode with the README's element", async (version, types) => {
    const application = await createApplication(folder, `react-${version}`);
    const installed = join(application.folder, "node_modules");
    cpSync(join(ROOT, "node_modules", types), join(installed, "@types/react"), { recursive: true });
    for (const needed of ["csstype", "@types/prop-types"])
      cpSync(join(ROOT, "node_modules", needed), join(installed, needed), { recursive: true });
    const [element = ""] = readBlocks("The portal on your page", "tsx");
    application.write("integrations.tsx", element);
    application.write("wrong.tsx", WRONG_ELEMENT);
    const compilerOptions = { ...STRICT, ...BUNDLED, jsx: "react-jsx", types: [], lib: ["es2022", "dom"] };
    application.write("tsconfig.json", { compilerOptions, include: ["*.tsx"] });
    expect(await application.node(TSC, "-p", ".")).toBe("");
  });
});

describeInChromium("an application built by Vite", (browser) => {
  beforeAll(async () => {
    const [page] = readBlocks("In the browser", "ts");
    const compilerOptions = { ...STRICT, ...BUNDLED, types: [], lib: ["es2022", "dom", "dom.iterable"] };
    viteApplication.write("tsconfig.json", { compilerOptions, files: ["main.ts"] });
    viteApplication.write("main.ts", fillIn(page));
    viteApplication.write(
      "index.html",
      '<!doctype html><title>Shop</title><button id="connect">Connect</button><script type="module" src="/main.ts"></script>',
    );
    expect(await viteApplication.node(TSC, "-p", ".")).toBe("");
    await viteApplication.node(VITE, "build", "--logLevel", "warn");
  });

  test("connects a customer's application as in the README's example", async () => {
    const context = await browser().newContext();
    const page = await context.newPage();
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(error.message));
    await page.goto(pages.origin);
    await expect.poll(() => said).toContain("Ledgerly not connected");
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Connect" }).click();
    const popup = await opened;
    await popup.getByRole("button", { name: "Continue to Ledgerly" }).click();
    await consent(popup);
    await expect.poll(() => said).toContain(LEDGERLY_CUSTOMER.login);
  });

  test("contains nothing of the library that its page does not use", () => {
    const assets = join(viteApplication.folder, "dist/assets");
    const [script = "", ...others] = readdirSync(assets).map((name) =>
      readFileSync(join(assets, name), "utf8"),
    );
    expect(others).toEqual([]);
    expect(script).toContain("/api/v2/f-sdk/application");
    expect(script).not.toMatch(/x-api-key|x-junctor-environment/);
  });
});
