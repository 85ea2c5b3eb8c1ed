import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { findFreeUrl } from "../../../test/free-port.ts";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { anyAddress, openBrowser, type Shown } from "../../../test/test-browser.ts";
import type { Config } from "../../config.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";

/** A server under an address of its own, with a customer and an MCP server. */
export interface TestOauth {
  readonly server: ListeningServer;
  readonly issuer: string;
  /** The customer's session token. */
  readonly token: string;
  readonly serverId: string;
  /** The address of the customer's MCP server. */
  readonly resource: string;
  /** Moves the server's clock. */
  pass(ms: number): void;
  /** Makes an MCP server; by default in the test environment of the first organization. */
  makeServer(body?: object, key?: string): Promise<string>;
  /** Puts a document at `https://<host><path>`, as strangers have them; undefined takes it away. */
  publish(address: string, document: object | string | undefined): void;
  /** How often each document was asked for. */
  readonly asked: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

const ACCOUNT = "acme";

/** Starts everything for one test file; `close` it in `afterAll`. */
export async function startTestOauth(changes: Partial<Config> = {}): Promise<TestOauth> {
  let nowMs = Date.now();
  const web = await startWeb();
  const publicUrl = await findFreeUrl();
  const server = await startListeningServer(
    { publicUrl, ...changes },
    { clock: { now: () => new Date(nowMs) } },
  );
  asIfBehindTls(server.deps.outbound, (address) =>
    address.hostname.endsWith(".test") || web.serves(address)
      ? `http://127.0.0.1:${web.port}/${address.host}${address.pathname}`
      : address.href,
  );
  const token = await server.account(ACCOUNT);
  const makeServer: TestOauth["makeServer"] = async (body = {}, key = server.testKey) => {
    await server.account(ACCOUNT, key);
    const reply = await server.request({
      method: "POST",
      url: "/api/v2/public/mcp-servers",
      key,
      account: ACCOUNT,
      body: { name: "Support", description: "Answers tickets", ...body },
    });
    return reply.body._id;
  };
  const serverId = await makeServer();
  return {
    server,
    issuer: `${publicUrl}/mcp/oauth`,
    token,
    serverId,
    resource: `${publicUrl}/mcp/v1/${serverId}`,
    pass: (ms) => {
      nowMs += ms;
    },
    makeServer,
    publish: web.publish,
    asked: web.asked,
    close: async () => {
      await server.close();
      await web.close();
    },
  };
}

/** The documents of strangers, by their addresses. */
async function startWeb() {
  const documents = new Map<string, string>();
  const asked = new Map<string, number>();
  const server = createServer((request, response) => {
    const address = `https:/${request.url}`;
    asked.set(address, (asked.get(address) ?? 0) + 1);
    const document = documents.get(address);
    response.statusCode = document === undefined ? 404 : 200;
    response.end(document ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const publish: TestOauth["publish"] = (address, document) => {
    if (document === undefined) documents.delete(address);
    else documents.set(address, typeof document === "string" ? document : JSON.stringify(document));
  };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const serves = ({ host, pathname }: URL) => documents.has(`https://${host}${pathname}`);
  return { port: (server.address() as AddressInfo).port, publish, serves, asked, close };
}

/** Names of tests and documents that were published are served without TLS by this process; everything else goes its way through the guard. */
function asIfBehindTls(outbound: Outbound, place: (address: URL) => string): void {
  const { request } = outbound;
  outbound.request = (options) => request({ ...options, url: place(new URL(options.url)) });
}

export const REDIRECT = "https://assistant.test/callback";

/** Registers a client; its id. */
export async function registerClient(
  oauth: TestOauth,
  metadata: object = { redirect_uris: [REDIRECT], client_name: "Assistant" },
): Promise<string> {
  const response = await fetch(`${oauth.issuer}/register`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": anyAddress() },
    body: JSON.stringify(metadata),
  });
  const body = (await response.json()) as { client_id: string };
  if (response.status !== 201) throw new Error(JSON.stringify(body));
  return body.client_id;
}

/** The address at which an authorization begins, and the verifier of its code; `undefined` leaves a parameter out. */
export function buildAuthorizeUrl(
  oauth: TestOauth,
  clientId: string,
  changes: Record<string, string | undefined> = {},
): { url: string; verifier: string } {
  const verifier = randomBytes(32).toString("base64url");
  const params = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    state: "a state",
    resource: oauth.resource,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...changes,
  };
  const query = Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return { url: `${oauth.issuer}/authorize?${new URLSearchParams(query)}`, verifier };
}

/** A one-time code for a customer; of the first MCP server by default. */
export async function createSignInCode(
  oauth: TestOauth,
  { token = oauth.token, serverId = oauth.serverId } = {},
) {
  const url = `/api/v2/public/mcp-servers/${serverId}/code`;
  const reply = await oauth.server.request({ method: "POST", url, token });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.code as string;
}

/** The page that asks a customer who went to `url` and signed in with a one-time code. */
export async function openConsentPage(
  oauth: TestOauth,
  url: string,
  { browser = openBrowser(oauth), code = "" } = {},
): Promise<Shown> {
  const page = await browser.go(url);
  return browser.submit(page, `${page.url.pathname}/code`, { code: code || (await createSignInCode(oauth)) });
}

/** A customer signs in with a code and decides; where the browser is sent with the answer. */
export async function postDecision(
  oauth: TestOauth,
  url: string,
  { decision = "allow", code = "" } = {},
): Promise<URL> {
  const browser = openBrowser(oauth);
  const asked = await browser.go(url);
  if (!asked.url.pathname.includes("/interaction/")) return asked.url;
  const signedIn = await browser.submit(asked, `${asked.url.pathname}/code`, {
    code: code || (await createSignInCode(oauth)),
  });
  return (await browser.submit(signedIn, signedIn.url.pathname, { decision })).url;
}

export interface TestTokenReply {
  readonly status: number;
  readonly body: {
    access_token: string;
    refresh_token: string;
    expires_in: number;
    scope: string;
    token_type: string;
    error?: string;
    error_description?: string;
  };
}

/** Asks the token endpoint. */
export async function requestToken(
  oauth: TestOauth,
  fields: Record<string, string>,
): Promise<TestTokenReply> {
  const response = await fetch(`${oauth.issuer}/token`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  return { status: response.status, body: (await response.json()) as TestTokenReply["body"] };
}

/** A code that the customer has just given a client, and what redeems it. */
export async function requestAuthorizationCode(
  oauth: TestOauth,
  clientId: string,
  changes: Record<string, string | undefined> = {},
): Promise<{ returned: URL; fields: Record<string, string> }> {
  const { url, verifier } = buildAuthorizeUrl(oauth, clientId, changes);
  const returned = await postDecision(oauth, url);
  const fields = {
    grant_type: "authorization_code",
    client_id: clientId,
    code: returned.searchParams.get("code") ?? "",
    code_verifier: verifier,
    redirect_uri: REDIRECT,
    resource: oauth.resource,
  };
  return { returned, fields };
}

/** A client that a customer has just allowed. */
export async function connectTestClient(oauth: TestOauth, clientId: string): Promise<TestTokenReply["body"]> {
  const { status, body } = await requestToken(
    oauth,
    (await requestAuthorizationCode(oauth, clientId)).fields,
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
