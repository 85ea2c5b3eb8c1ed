import { request as open } from "node:http";
import { fileURLToPath } from "node:url";
import { startThirdParty, type ThirdParty } from "../../../demo/third-party/third-party.ts";
import { findFreeUrl } from "../free-port.ts";
import { type ListeningServer, startListeningServer } from "../listening-server.ts";
import { echoWorkflow } from "../spec/records.ts";

const CONNECTORS = fileURLToPath(new URL("../../../demo/connectors", import.meta.url));
const CLIENT = { id: "shop", secret: "client-secret-of-the-shop" };

/** The demo's application with a key, and its application with OAuth2. */
export const KEYED = "stockroom";
export const OAUTH = "ledgerly";

/** A request exactly as it is sent: only `host` and a body's length are added. */
export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The reply; `reason` is the HTTP/1.1 phrase that old clients throw. */
export interface Got {
  readonly status: number;
  readonly reason: string;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  // Replies have any shape; each row states what it expects.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
}

/** A server with one of everything that the published clients request, and its third parties. */
export interface ContractServer extends ListeningServer {
  readonly thirdParty: ThirdParty;
  /** A published workflow of `KEYED` that configs offer, with the fields `region` and `rules`. */
  readonly workflow: string;
  send(sent: Sent): Promise<Got>;
  /** Sends a request with what a published browser client adds. */
  asBrowser(token: string, sent: Sent): Promise<Got>;
  /**
   * Sends a request with what the published server library adds: the account, if any, both as header and in the query.
   */
  asBackend(account: string | undefined, sent: Sent): Promise<Got>;
}

/** One method of a published library; rows are in order, as later ones use what earlier ones created. */
export interface Row {
  /** The method, with its versions or an unusual form of its request. */
  readonly name: string;
  /** The account that the library names beside the request; absent for calls that name none. */
  readonly account?: string;
  readonly sent: (world: World) => Sent;
  /** What the library, or a page that uses it, reads from the reply. */
  readonly reads: (world: World) => unknown;
}

/** What rows refer to: the server, and the ids of records that earlier rows created. */
export interface World {
  readonly server: ContractServer;
  readonly made: { [record: string]: string };
}

/** Starts everything for one test file; `close` it in `afterAll`. */
export async function startContractServer(): Promise<ContractServer> {
  const publicUrl = await findFreeUrl();
  const redirectUris = [`${publicUrl}/api/v1/${OAUTH}/callback`];
  const thirdParty = await startThirdParty({ client: { ...CLIENT, redirectUris } });
  const variables: Record<string, string> = {
    LEDGERLY_URL: thirdParty.url,
    STOCKROOM_URL: thirdParty.url,
    LEDGERLY_CLIENT_ID: CLIENT.id,
    LEDGERLY_CLIENT_SECRET: CLIENT.secret,
  };
  const server = await startListeningServer({
    publicUrl,
    connectorsDir: CONNECTORS,
    variable: (name) => variables[name],
  });
  const send = (sent: Sent) => sendTo(server.baseUrl, sent);
  const json = { "content-type": "application/json" };
  return {
    ...server,
    thirdParty,
    workflow: await publishOffered(server),
    send,
    asBrowser: (token, { headers, ...sent }) =>
      send({
        ...sent,
        headers: { authorization: `Bearer ${token}`, ...(sent.body !== undefined && json), ...headers },
      }),
    asBackend: (account, { path, headers, ...sent }) => {
      const named = account === undefined ? path : withQuery(path, `linked_account_id=${account}`);
      const own = { ...json, "x-api-key": server.testKey, ...headers };
      const header = account === undefined ? own : { ...own, linked_account_id: account };
      return send({ ...sent, path: named, headers: header });
    },
    close: async () => {
      await server.close();
      await thirdParty.close();
    },
  };
}

function withQuery(path: string, text: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${text}`;
}

async function publishOffered(server: ListeningServer): Promise<string> {
  const url = "/api/v2/public/workflow";
  const key = server.testKey;
  const data_slots = [
    { id: "region", name: "Region", field_type: "text", required: false },
    { id: "rules", name: "Rules", field_type: "rule_engine", required: false },
  ];
  const body = echoWorkflow("order.placed", {
    name: "Offered",
    slug: KEYED,
    workflow_alias: "offered",
    data_slots,
  });
  const event = { name: "order.placed", response: { number: 7 } };
  await server.request({ method: "POST", url: "/api/v2/public/application/event", key, body: event });
  const { _id } = (await server.request({ method: "POST", url, key, body })).body;
  await server.request({ method: "PUT", url: `${url}/${_id}/publish`, key, body: { published: true } });
  return _id;
}

/** Not with fetch, which refuses a body with GET and normalizes addresses. */
function sendTo(baseUrl: string, { method = "GET", path, headers = {}, body }: Sent): Promise<Got> {
  const { hostname, port } = new URL(baseUrl);
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const length = payload === undefined ? {} : { "content-length": Buffer.byteLength(payload) };
  return new Promise((resolve, reject) => {
    const outgoing = open(
      { hostname, port, path, method, headers: { ...headers, ...length } },
      async (incoming) => {
        const chunks: Buffer[] = [];
        for await (const chunk of incoming) chunks.push(chunk);
        const text = Buffer.concat(chunks).toString("utf8");
        const isJson = String(incoming.headers["content-type"]).startsWith("application/json");
        resolve({
          status: incoming.statusCode ?? 0,
          reason: incoming.statusMessage ?? "",
          headers: incoming.headers,
          text,
          body: isJson ? JSON.parse(text) : undefined,
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(payload);
  });
}
