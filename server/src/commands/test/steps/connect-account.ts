import { forAccount } from "../../../../../sdk/src/http/http.ts";
import type { ValuePath } from "../../../platform/json/located-yaml.ts";
import { type SimulatedApplication, toAccountKey } from "../../../simulator/application.ts";
import type { TestAccount } from "../file/schema.ts";
import { createRecord } from "./at-applications.ts";
import { type RunningTest, TestBreak } from "./running-test.ts";

const API = "/api/v2/public";
const SETTINGS = `${API}/application/{slug}/settings`;
const OAUTH_URL = `${API}/linked-account/integration/oauth-url/{slug}`;
const SAVE_KEY = `${API}/linked-account/integration/save-key-credentials/{slug}`;
const ANY_CLIENT = { client_id: "test", client_secret: "test" };

/** A test before anything else of it is there. */
type ConnectingTest = Pick<RunningTest, "bench" | "target">;

/** Connects an account's applications as its customer does, and creates its records there; throws TestBreak. */
export async function connectAccount(
  run: ConnectingTest,
  id: string,
  { connections = {}, records = [] }: TestAccount,
): Promise<void> {
  const path = ["given", "accounts", id];
  for (const [slug, way] of Object.entries(connections)) {
    const application = run.bench.applications.all.find((one) => one.slug === slug);
    if (application) await connect(run, id, { application, way, path: [...path, "connections", slug] });
  }
  for (const [index, { action, input }] of records.entries())
    await createRecord(run, { account: id, action, input, path: [...path, "records", index] });
}

interface Connecting {
  readonly application: SimulatedApplication;
  readonly way: "consent" | "key";
  readonly path: ValuePath;
}

async function connect(
  run: ConnectingTest,
  id: string,
  { application, way, path }: Connecting,
): Promise<void> {
  const { slug, name, credentials, hasConsent } = application;
  const ways = [...(hasConsent ? ["consent"] : []), ...(credentials ? ["key"] : [])];
  if (!ways.includes(way)) {
    const known = ways.length > 0 ? `by ${ways.join(" or ")}` : "by everybody without connecting it";
    throw new TestBreak(`${name} is used ${known}.`, path);
  }
  const account = toAccountKey(id) ?? "";
  const whose = forAccount({ linkedAccountId: id });
  try {
    if (way === "consent") return await giveConsent(run, id, application);
    await run.target.send("put", SAVE_KEY, {
      ...whose,
      path: { slug },
      body: { ...application.credentialsOf(account) },
    });
  } catch (error) {
    if (error instanceof TestBreak) throw new TestBreak(error.message, path);
    const reason = error instanceof Error ? error.message : "";
    throw new TestBreak(`${id} could not connect ${name}: ${reason}`, path);
  }
}

/** The page of the application, answered by the customer; then back to the server, as a browser is led. */
async function giveConsent(
  { bench, target: { send } }: ConnectingTest,
  id: string,
  { slug, settings }: SimulatedApplication,
): Promise<void> {
  const { client_id } = await send("get", SETTINGS, { path: { slug } });
  if (client_id === undefined) await send("put", SETTINGS, { path: { slug }, body: ANY_CLIENT });
  const { auth_url: url = "" } = await send("get", OAUTH_URL, {
    ...forAccount({ linkedAccountId: id }),
    path: { slug },
    query: { ...settings },
  });
  const page = await bench.applications.send({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ account: id, decision: "allow" }).toString(),
  });
  const { location } = page.headers;
  if (location === undefined)
    throw new TestBreak(`The consent page answered ${page.status}: ${readPage(page.body.toString())}`);
  await comeBack(bench, location);
}

async function comeBack(bench: ConnectingTest["bench"], location: string): Promise<void> {
  const reply = await bench.fetch(location);
  const choice = reply.headers.get("location");
  const end =
    choice === null ? reply : await chooseAccount(bench, choice, reply.headers.get("set-cookie") ?? "");
  if (end.status !== 200) throw new TestBreak(readPage(await end.text()));
}

/** A consent may give access to several accounts of the customer, such as companies: the first is chosen. */
async function chooseAccount(
  { fetch }: ConnectingTest["bench"],
  url: string,
  cookies: string,
): Promise<Response> {
  const headers = { cookie: cookies.split(";")[0] ?? "" };
  const page = await (await fetch(url, { headers })).text();
  const form = /name="form" value="([^"]*)"/.exec(page)?.[1] ?? "";
  return fetch(url, {
    method: "POST",
    headers: {
      ...headers,
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
    },
    body: new URLSearchParams({ form, account: "0" }).toString(),
  });
}

/** The text of a page for people. */
function readPage(html: string): string {
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? html;
  return main
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
