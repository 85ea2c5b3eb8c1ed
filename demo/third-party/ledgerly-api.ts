import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { answerWithRecord, guardApi, ownerOf, present } from "./api-access.ts";
import type { AuthorizationServer } from "./authorization-server.ts";
import type { Faults } from "./faults.ts";
import type { ReceivedRecords } from "./received-records.ts";
import { Refusal } from "./refusal.ts";

const AMOUNT = "^\\d{1,12}\\.\\d{2}$";

/** The body of `POST /api/invoices`: money as decimal strings with two digits, `total` = quantity × unit price. */
export const InvoiceBody = Type.Object(
  {
    reference: Type.String({ minLength: 1, maxLength: 40 }),
    issued_at: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{3})?Z$" }),
    contact_email: Type.Union([Type.String({ pattern: "^[^@\\s]+@[^@\\s]+$" }), Type.Null()]),
    description: Type.String({ minLength: 1, maxLength: 500 }),
    sku: Type.String({ minLength: 1, maxLength: 40 }),
    quantity: Type.Integer({ minimum: 1 }),
    unit_price: Type.String({ pattern: AMOUNT }),
    total: Type.String({ pattern: AMOUNT }),
    currency: Type.String({ pattern: "^[A-Z]{3}$" }),
    ship_to: Type.Object(
      {
        city: Type.Union([Type.String({ minLength: 1 }), Type.Null()]),
        country: Type.String({ pattern: "^[A-Z]{2}$" }),
      },
      { additionalProperties: false },
    ),
    note: Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()]),
  },
  { additionalProperties: false },
);

/** An invoice as Ledgerly accepts it. */
export type Invoice = Static<typeof InvoiceBody>;

/** Serves Ledgerly's JSON API; each request needs an OAuth2 access token as its bearer. */
export async function serveLedgerlyApi(
  app: FastifyInstance,
  options: { authorization: AuthorizationServer; invoices: ReceivedRecords<Invoice>; faults: Faults },
): Promise<void> {
  const { authorization, invoices, faults } = options;
  guardApi(app, faults, (request) => findTokenOwner(authorization, request));

  app.post<{ Body: Invoice }>("/api/invoices", { schema: { body: InvoiceBody } }, async (request, reply) => {
    const { quantity, unit_price, total } = request.body;
    if (toCents(total) !== BigInt(quantity) * toCents(unit_price)) {
      throw new Refusal(422, "wrong_total", "The total is not the quantity times the unit price.");
    }
    return answerWithRecord(invoices, request.body, request, reply);
  });

  app.get<{ Params: { reference: string } }>("/api/invoices/:reference", async (request) => {
    const { reference } = request.params;
    const invoice = invoices.find(ownerOf(request), reference);
    if (invoice === undefined) {
      throw new Refusal(404, "not_found", `There is no invoice ${reference}.`);
    }
    return present(invoice);
  });

  app.get("/api/me", async (request) => ({ service: "Ledgerly", account: ownerOf(request) }));
}

async function findTokenOwner(authorization: AuthorizationServer, request: FastifyRequest): Promise<string> {
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined) {
    throw new Refusal(401, "missing_token", "Send an access token as Authorization: Bearer.");
  }
  const access = await authorization.findAccess(token);
  if (access === undefined) {
    throw new Refusal(401, "invalid_token", "The access token is unknown, revoked or has expired.");
  }
  if (!access.mayKeepBooks) {
    throw new Refusal(403, "insufficient_scope", "The access token does not allow bookkeeping.");
  }
  return access.owner;
}

function toCents(amount: string): bigint {
  return BigInt(amount.replace(".", ""));
}
