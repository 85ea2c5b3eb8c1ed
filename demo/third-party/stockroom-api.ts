import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { answerWithRecord, guardApi, ownerOf } from "./api-access.ts";
import type { Faults } from "./faults.ts";
import type { ReceivedRecords } from "./received-records.ts";
import { Refusal } from "./refusal.ts";

/** The body of `POST /api/movements`: goods that leave or enter stock. */
export const MovementBody = Type.Object(
  {
    reference: Type.String({ minLength: 1, maxLength: 40 }),
    direction: Type.Union([Type.Literal("in"), Type.Literal("out")]),
    occurred_at: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{3})?Z$" }),
    sku: Type.String({ minLength: 1, maxLength: 40 }),
    product: Type.String({ minLength: 1, maxLength: 500 }),
    quantity: Type.Integer({ minimum: 1 }),
    destination: Type.Object(
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

/** A stock movement as Stockroom accepts it. */
export type Movement = Static<typeof MovementBody>;

/** A customer's key to Stockroom, with the account it belongs to. */
export type StockroomKey = { key: string; owner: string };

/** Serves Stockroom's JSON API; each request carries the customer's key in the header `x-stockroom-key`. */
export async function serveStockroomApi(
  app: FastifyInstance,
  options: { keys: StockroomKey[]; movements: ReceivedRecords<Movement>; faults: Faults },
): Promise<void> {
  const { keys, movements, faults } = options;
  guardApi(app, faults, async (request) => findKeyOwner(keys, request));

  app.post<{ Body: Movement }>("/api/movements", { schema: { body: MovementBody } }, async (request, reply) =>
    answerWithRecord(movements, request.body, request, reply),
  );

  app.get("/api/ping", async (request) => ({ service: "Stockroom", account: ownerOf(request) }));
}

function findKeyOwner(keys: StockroomKey[], request: FastifyRequest): string {
  const sent = request.headers["x-stockroom-key"];
  if (sent === undefined) {
    throw new Refusal(401, "missing_key", "Send the key in the header x-stockroom-key.");
  }
  const known = keys.find(({ key }) => key === sent);
  if (known === undefined) {
    throw new Refusal(401, "invalid_key", "The key in x-stockroom-key is unknown.");
  }
  return known.owner;
}
