import type { Config } from "../../src/config.ts";
import type { Deps } from "../../src/deps.ts";
import type { BuildOptions } from "../../src/start/build-deps.ts";
import { listen } from "../listening-server.ts";
import { startTestServer, type TestOrganization } from "../test-server.ts";
import { type Contract, readContract } from "./contract.ts";
import { type Call, createHttpClient, type Reply } from "./http-client.ts";

/** API keys of one organization. */
export type Keys = Pick<TestOrganization, "orgId" | "testKey" | "productionKey">;

/** A server on a real port; every reply to `call` is checked against `/openapi.json`. */
export interface SpecServer extends Keys {
  readonly url: string;
  readonly contract: Contract;
  /** For what no request can create. */
  readonly deps: Deps;
  call(call: Call): Promise<Reply>;
  /** Does not check the reply, for addresses outside of the document. */
  callUnchecked(call: Call): Promise<Reply>;
  /** Creates another organization, which HTTP cannot. */
  organization(): Promise<Keys>;
  /** Creates or updates a linked account; returns a session token for it. */
  account(accountId: string, key?: string): Promise<string>;
  /** Starts running jobs. */
  work(): void;
  close(): Promise<void>;
}

/** Starts a server for one test file; `close` it in `afterAll`. */
export async function startSpecServer(
  changes: Partial<Config> = {},
  options: Partial<BuildOptions> = {},
): Promise<SpecServer> {
  const server = await startTestServer(changes, options);
  const url = await listen(server);
  const client = createHttpClient(url);
  const contract = await readContract(client);
  const call = async (request: Call) => {
    const reply = await client.send(request);
    contract.check(request.method ?? "GET", request.path, reply);
    return reply;
  };
  const { orgId, testKey, productionKey } = server;
  return {
    orgId,
    testKey,
    productionKey,
    url,
    contract,
    deps: server.deps,
    call,
    callUnchecked: client.send,
    organization: () => server.organization(),
    account: async (accountId, key = testKey) => {
      const body = { linked_account_id: accountId };
      await expectOk(call({ method: "PUT", path: "/api/v2/public/linked-account", key, body }));
      return (await expectOk(call({ method: "POST", path: "/api/v2/public/session-token", key, body })))
        .token;
    },
    work: () => server.work(),
    close: async () => {
      client.close();
      await server.close();
    },
  };
}

/** The body of a reply that must be a success. */
export async function expectOk(promise: Promise<Reply>): Promise<Reply["body"]> {
  const { status, body, text } = await promise;
  if (status >= 300) throw new Error(`A success was expected, but the answer was ${status}: ${text}`);
  return body;
}
