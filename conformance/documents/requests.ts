import { request } from "node:http";
import {
  type Connector,
  ConnectorError,
  type Credential,
  type HttpRequest,
} from "../../server/src/apps/connector.ts";
import type { AuthType } from "../../server/src/apps/connector-auth.ts";
import { createManifestConnector } from "../../server/src/apps/providers/manifest/manifest-connector.ts";
import type { Manifest } from "../../server/src/apps/providers/manifest/schema/manifest-schema.ts";
import type { MockServer } from "./mock.ts";
import { sample } from "./sample.ts";

/** What a mock server made of the calls of one application's actions. */
export interface RequestTally {
  sent: number;
  valid: number;
  /** How often each kind of violation occurred. */
  kinds: Map<string, number>;
  /** One example of each kind. */
  examples: Map<string, string>;
}

const MOST_ACTIONS = 60;

/** Calls each action twice, with as little and with as much as its schema allows, and counts valid requests. */
export async function judgeRequests(imported: Manifest, mock: MockServer): Promise<RequestTally> {
  const tally: RequestTally = { sent: 0, valid: 0, kinds: new Map(), examples: new Map() };
  const actions = Object.entries(imported.actions).slice(0, MOST_ACTIONS);
  const local = Object.fromEntries(
    actions.map(([id, { request, ...rest }]) => [
      id,
      { ...rest, request: { ...request, base_url: mock.url } },
    ]),
  );
  const connector = createManifestConnector({ ...imported, base_url: mock.url, actions: local }, "");
  for (const action of connector.info.actions) {
    for (const isFull of [false, true]) {
      const input = sample(action.input, { root: action.input, isFull });
      const call = { connector, id: action.id, input };
      const violations = await listLeastViolations(call);
      tally.sent += 1;
      if (violations.length === 0) tally.valid += 1;
      for (const { kind, text } of violations) {
        tally.kinds.set(kind, (tally.kinds.get(kind) ?? 0) + 1);
        if (!tally.examples.has(kind)) tally.examples.set(kind, `${action.id}: ${text}`.slice(0, 300));
      }
    }
  }
  return tally;
}

interface Violation {
  kind: string;
  text: string;
}

interface SampleCall {
  connector: Connector;
  id: string;
  input: ReturnType<typeof sample>;
}

/** An API may take one way to connect for some of its operations only. */
async function listLeastViolations(call: SampleCall): Promise<Violation[]> {
  const { keybased, oauth2 } = call.connector.info.auth;
  const types = [...(keybased ? ["keybased" as const] : []), ...(oauth2 ? ["oauth2" as const] : [])];
  const results: Violation[][] = [];
  for (const type of types.length > 0 ? types : ["keybased" as const])
    results.push(await listViolations(call, type));
  return results.sort((a, b) => a.length - b.length)[0] ?? [];
}

async function listViolations({ connector, id, input }: SampleCall, type: AuthType): Promise<Violation[]> {
  let seen: Violation[] | undefined;
  const http = async (sent: HttpRequest) => {
    const reply = await ask(sent);
    seen = toViolations(reply);
    return { status: 200, headers: { "content-type": "application/json" }, body: Buffer.from("{}") };
  };
  try {
    await connector.run(id, { credential: credentialFor(connector, type), input, http, now: Date.now });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return [{ kind: "refused by our own schema", text: error.message }];
  }
  return seen ?? [{ kind: "nothing was sent", text: "" }];
}

function credentialFor({ info }: Connector, type: AuthType): Credential {
  const { settings, keybased } = info.auth;
  const fill = (fields: typeof settings) =>
    Object.fromEntries(fields.map(({ name, options }) => [name, options?.[0]?.value ?? "value1"]));
  const values = type === "oauth2" ? { access_token: "token1" } : fill(keybased?.fields ?? []);
  return { type, settings: fill(settings), values };
}

interface MockReply {
  status: number;
  violations: string | undefined;
  text: string;
}

/** Prism repeats the headers of a document's examples, which is not always HTTP. */
function ask({ method, url, headers, body }: HttpRequest): Promise<MockReply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, insecureHTTPParser: true }, (reply) => {
      const chunks: Buffer[] = [];
      const end = () => {
        const { "sl-violations": violations } = reply.headers;
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: reply.statusCode ?? 0, violations: violations?.toString(), text });
      };
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("end", end).on("error", end);
    });
    sent.on("error", reject).end(body);
  });
}

function toViolations({ status, violations, text }: MockReply): Violation[] {
  if (violations !== undefined) return readList(violations);
  if (status === 404 && text.includes("NO_PATH_MATCHED")) return [{ kind: "no such path", text }];
  if (/NO_METHOD_MATCHED|NO_SERVER_MATCHED|UNAUTHORIZED|INVALID_CONTENT_TYPE/.test(text))
    return [{ kind: /[A-Z_]{8,}/.exec(text)?.[0] ?? "other", text }];
  return [];
}

/** Prism cuts long lists off; only what it says of requests counts here. */
function readList(header: string): Violation[] {
  const text = header.slice(header.indexOf("["));
  const found = text.matchAll(
    /\{"location":\[([^\]]*)\],"severity":"Error"(?:,"code":("[^"]*"|\d+))?,"message":"((?:[^"\\]|\\.)*)"/g,
  );
  return [...found].flatMap(([, location = "", code = "", message = ""]) => {
    const [part = "", place = ""] = location.replaceAll('"', "").split(",");
    return part === "request"
      ? [{ kind: `${place}: ${code.replaceAll('"', "")}`, text: `${location} ${message}` }]
      : [];
  });
}
