import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import fastify, { type FastifyInstance } from "fastify";
import {
  type AuthorizationServer,
  createAuthorizationServer,
  type OauthClient,
} from "./authorization-server.ts";
import { createFaults, type Faults } from "./faults.ts";
import { type Invoice, serveLedgerlyApi } from "./ledgerly-api.ts";
import { createReceivedRecords, type Received, type ReceivedRecords } from "./received-records.ts";
import { answerRefusals } from "./refusal.ts";
import { type LedgerlyCustomer, serveSignInPages } from "./sign-in-pages.ts";
import { type Movement, type StockroomKey, serveStockroomApi } from "./stockroom-api.ts";

/** The customer who signs in to Ledgerly in the demo. */
export const LEDGERLY_CUSTOMER: LedgerlyCustomer = { login: "northwind-books", password: "ledgerly-demo" };

/** How the third-party services start: port 0 picks a free one, `accessTokenSeconds` defaults to 20. */
export type ThirdPartyOptions = {
  port?: number;
  client: OauthClient;
  customers?: LedgerlyCustomer[];
  stockroomKeys?: StockroomKey[];
  accessTokenSeconds?: number;
};

/** The running third-party services, Ledgerly (OAuth2) and Stockroom (key), with everything that they have received. */
export type ThirdParty = {
  url: string;
  stockroomKey: string;
  invoices(): Received<Invoice>[];
  movements(): Received<Movement>[];
  repeats(): number;
  refreshes(): number;
  refusedRefreshes(): number;
  tokenIssuedAt(): number | undefined;
  failNext(count: number, status?: number): void;
  failures(): number;
  /** Stockroom revokes its customer's key, as after a leak, and issues another one. */
  replaceStockroomKey(): string;
  close(): Promise<void>;
};

type Parts = {
  authorization: AuthorizationServer;
  customers: LedgerlyCustomer[];
  stockroomKeys: StockroomKey[];
  invoices: ReceivedRecords<Invoice>;
  movements: ReceivedRecords<Movement>;
  faults: Faults;
};

/** Starts Ledgerly and Stockroom on one port of 127.0.0.1; rejects when the port is taken. */
export async function startThirdParty(options: ThirdPartyOptions): Promise<ThirdParty> {
  const server = createServer();
  const url = await listen(server, options.port ?? 0);
  const parts = createParts(url, options);
  const app = await createApp(server, parts);
  const { authorization, invoices, movements, faults } = parts;
  return {
    url,
    stockroomKey: parts.stockroomKeys[0]?.key ?? "",
    invoices: invoices.all,
    movements: movements.all,
    repeats: () => invoices.repeats() + movements.repeats(),
    refreshes: authorization.refreshes,
    refusedRefreshes: authorization.refusedRefreshes,
    tokenIssuedAt: authorization.issuedAt,
    failNext: faults.failNext,
    failures: faults.taken,
    replaceStockroomKey() {
      const [first] = parts.stockroomKeys;
      if (first === undefined) throw new Error("Stockroom has no customer.");
      first.key = createStockroomKey();
      return first.key;
    },
    async close() {
      await app.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

// The authorization server must know its own address before it is built, so the server listens first.
async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("The third-party server has no port.");
  }
  return `http://127.0.0.1:${address.port}`;
}

function createParts(issuer: string, options: ThirdPartyOptions): Parts {
  const customers = options.customers ?? [LEDGERLY_CUSTOMER];
  return {
    authorization: createAuthorizationServer({
      issuer,
      client: options.client,
      customers: customers.map(({ login }) => login),
      accessTokenSeconds: options.accessTokenSeconds ?? 20,
    }),
    customers,
    stockroomKeys: options.stockroomKeys ?? [{ key: createStockroomKey(), owner: "harbor-tools" }],
    invoices: createReceivedRecords<Invoice>("inv"),
    movements: createReceivedRecords<Movement>("mov"),
    faults: createFaults(),
  };
}

function createStockroomKey(): string {
  return `sr_${randomBytes(24).toString("base64url")}`;
}

async function createApp(server: Server, parts: Parts): Promise<FastifyInstance> {
  const { authorization } = parts;
  const app = fastify({
    serverFactory: (answer) =>
      server.on("request", (request, response) => {
        const path = request.url?.split("?")[0] ?? "";
        return authorization.owns(path) ? authorization.answer(request, response) : answer(request, response);
      }),
    // Input must be valid as it is: nothing is converted, completed or removed.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  });
  app.removeContentTypeParser("text/plain");
  answerRefusals(app);
  await app.register(serveSignInPages, { provider: authorization.provider, customers: parts.customers });
  await app.register(serveLedgerlyApi, { authorization, invoices: parts.invoices, faults: parts.faults });
  await app.register(serveStockroomApi, {
    keys: parts.stockroomKeys,
    movements: parts.movements,
    faults: parts.faults,
  });
  await app.ready();
  return app;
}
