import { createHash } from "node:crypto";
import type pg from "pg";
import { isStalePlan } from "./database.ts";

const MAX_PREPARED = 1000;

interface PreparedQuery {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly actor?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: what the driver calls back with
type Callback = (error: unknown, result?: any) => void;

/**
 * A client that prepares every statement with parameters, named by a hash of its text. After a migration a prepared
 * `select *` no longer fits its table: outside a transaction it is prepared anew and sent again at once, so that nobody
 * notices; within one, the transaction fails, which a retry mends (D551).
 */
export function createPreparingClient(Client: typeof pg.Client): typeof pg.Client {
  const names = new Map<string, string>();
  let generation = 0;
  const findName = ({ name, text }: PreparedQuery) => {
    const known = names.get(text);
    if (known !== undefined || (name === undefined && names.size >= MAX_PREPARED)) return known ?? name;
    const own = generation === 0 && name !== undefined ? name : hashName(`${generation}:${text}`);
    names.set(text, own);
    return own;
  };
  // Whatever made one statement stale concerns others too: none is prepared under its old name again.
  const renewAll = (staleName: string | undefined, { text }: PreparedQuery) => {
    if (names.get(text) !== staleName) return;
    generation += 1;
    names.clear();
  };
  return class PreparingClient extends Client {
    // The driver overloads query() in six ways; only those that have values are changed.
    // biome-ignore lint/suspicious/noExplicitAny: passes the overloads of the driver through
    override query(...args: any[]): any {
      const query = readQuery(args);
      if (!query) return Reflect.apply(super.query, this, args);
      const send = (settled: Callback) => {
        const name = findName(query);
        Reflect.apply(super.query, this, [
          name === undefined ? query : { ...query, name },
          (error: unknown, result: unknown) => {
            if (isStalePlan(error)) renewAll(name, query);
            settled(error, result);
          },
        ]);
      };
      // The status is that from before the statement: the server has not told the next one yet.
      const sendAgainIfStale = (settled: Callback) =>
        send((error, result) => {
          if (isStalePlan(error) && this.getTransactionStatus() === "I") send(settled);
          else settled(error, result);
        });
      const callback = args.findLast((one) => typeof one === "function");
      if (callback) return sendAgainIfStale(callback);
      return new Promise((resolve, reject) => {
        sendAgainIfStale((error, result) => (error ? reject(error) : resolve(result)));
      });
    }
  };
}

/** A statement that is prepared: a text with values, or an object with a name. */
function readQuery([first, second]: readonly unknown[]): PreparedQuery | undefined {
  if (typeof first === "string")
    return Array.isArray(second) && second.length > 0 ? { text: first, values: second } : undefined;
  if (typeof first !== "object" || first === null || "submit" in first || !("text" in first))
    return undefined;
  const query = first as PreparedQuery;
  return query.name === undefined ? undefined : query;
}

function hashName(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 24);
}
