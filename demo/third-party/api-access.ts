import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Faults } from "./faults.ts";
import type { Received, ReceivedRecords } from "./received-records.ts";
import { Refusal } from "./refusal.ts";

/** Finds the account that a request's credential belongs to, or throws a Refusal (401 or 403). */
export type FindOwner = (request: FastifyRequest) => Promise<string>;

/** Applies the planned faults to every request of `app`, then checks its credential, before its body is read. */
export function guardApi(app: FastifyInstance, faults: Faults, findOwner: FindOwner): void {
  app.decorateRequest("owner", "");
  app.addHook("onRequest", async (request) => {
    const failureStatus = faults.take();
    if (failureStatus !== undefined) {
      throw new Refusal(failureStatus, "unavailable", "The service is busy; try again.");
    }
    request.setDecorator("owner", await findOwner(request));
  });
}

/** The account that `guardApi` found for this request. */
export function ownerOf(request: FastifyRequest): string {
  return request.getDecorator<string>("owner");
}

/**
 * Records the body of a request and answers 201 with it; a repeated `Idempotency-Key` gets the first answer, or 422 if
 * its body is another one.
 */
export function answerWithRecord<Body extends { reference: string }>(
  records: ReceivedRecords<Body>,
  body: Body,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const outcome = records.receive(ownerOf(request), readIdempotencyKey(request), body);
  if (outcome.kind === "conflict") {
    throw new Refusal(422, "idempotency_key_reused", "This Idempotency-Key was used for another body.");
  }
  if (outcome.kind === "repeated") {
    reply.header("idempotent-replayed", "true");
  }
  return reply.code(201).send(present(outcome.record));
}

/** A record's JSON form: its id, the time of its arrival and what was sent. */
export function present<Body extends object>(record: Received<Body>): object {
  return { id: record.id, received_at: record.receivedAt, ...record.body };
}

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined) {
    return null;
  }
  if (typeof key !== "string" || key.length === 0 || key.length > 255) {
    throw new Refusal(400, "invalid_request", "The Idempotency-Key must have 1 to 255 characters.");
  }
  return key;
}
