import type { FastifyInstance } from "fastify";

/** A receipt that a workflow's `http` node posted; `receipts` counts how often its Idempotency-Key arrived. */
export type Receipt = { idempotencyKey: string; body: Record<string, unknown>; receipts: number };

/** The receipts of the shop, one per Idempotency-Key. */
export type Receipts = { serve(app: FastifyInstance): void; all(): Receipt[] };

/** Creates an empty list of receipts; `serve` adds `POST /receipts`, which requires an `Idempotency-Key`. */
export function createReceipts(): Receipts {
  const byKey = new Map<string, Receipt>();
  return {
    serve(app) {
      app.post<{ Body: Buffer }>("/receipts", async (request, reply) => {
        const key = request.headers["idempotency-key"];
        const body = readObject(request.body);
        if (typeof key !== "string" || body === undefined) {
          return reply.code(400).send({ message: "Send a JSON object with an Idempotency-Key." });
        }
        const receipt = byKey.get(key) ?? { idempotencyKey: key, body, receipts: 0 };
        byKey.set(key, { ...receipt, receipts: receipt.receipts + 1 });
        return reply.code(201).send({ message: "Noted." });
      });
    },
    all: () => [...byKey.values()],
  };
}

function readObject(bytes: unknown): Record<string, unknown> | undefined {
  try {
    const value: unknown = Buffer.isBuffer(bytes) ? JSON.parse(bytes.toString("utf8")) : undefined;
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
