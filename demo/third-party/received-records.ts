import { isDeepStrictEqual } from "node:util";

/** A record that a third-party service received, with the account whose credential sent it. */
export type Received<Body> = {
  id: string;
  owner: string;
  idempotencyKey: string | null;
  receivedAt: string;
  body: Body;
};

/**
 * The outcome of a request: newly recorded, answered like the first one with its key, or its key was used for another
 * body.
 */
export type Outcome<Body> = { kind: "recorded" | "repeated"; record: Received<Body> } | { kind: "conflict" };

/** The records of one service, kept in memory, in order of arrival. */
export type ReceivedRecords<Body> = {
  receive(owner: string, idempotencyKey: string | null, body: Body): Outcome<Body>;
  find(owner: string, reference: string): Received<Body> | undefined;
  all(): Received<Body>[];
  repeats(): number;
};

/**
 * Creates an empty set of records whose ids begin with `prefix`; an idempotency key is unique per owner and never
 * expires.
 */
export function createReceivedRecords<Body extends { reference: string }>(
  prefix: string,
): ReceivedRecords<Body> {
  const records: Received<Body>[] = [];
  const byKey = new Map<string, Received<Body>>();
  let repeats = 0;

  function receive(owner: string, idempotencyKey: string | null, body: Body): Outcome<Body> {
    const key = JSON.stringify([owner, idempotencyKey]);
    const first = idempotencyKey === null ? undefined : byKey.get(key);
    if (first !== undefined) {
      if (!isDeepStrictEqual(first.body, body)) {
        return { kind: "conflict" };
      }
      repeats += 1;
      return { kind: "repeated", record: first };
    }
    const id = `${prefix}_${String(records.length + 1).padStart(6, "0")}`;
    const record = { id, owner, idempotencyKey, receivedAt: new Date().toISOString(), body };
    records.push(record);
    if (idempotencyKey !== null) {
      byKey.set(key, record);
    }
    return { kind: "recorded", record };
  }

  return {
    receive,
    find: (owner, reference) =>
      records.find((record) => record.owner === owner && record.body.reference === reference),
    all: () => [...records],
    repeats: () => repeats,
  };
}
