import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { ApiError } from "../platform/errors.ts";
import { TenantQueue } from "../platform/tenant-queue.ts";

// OWASP's recommendation for argon2id: 19 MiB, two passes, one lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const LABEL = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`;
const HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

// Each takes 19 MiB and one of the four threads that file access and name resolution share; known visitors and
// strangers get one each (D275).
const MOST_AT_ONCE = 2;
const LONGEST_WAIT_MS = 10_000;

const hashWith = promisify(argon2);

/** Whether the caller has signed in before: floods of strangers must not keep such callers waiting. */
export type VisitorKind = "known" | "stranger";

export interface PasswordHasher {
  /** The hash of a password, with its salt and cost; for callers who have signed in or may do so. */
  hash(password: string): Promise<string>;
  /** Whether a password matches a hash; takes as long if there is no hash. */
  isSame(password: string, hash: string | null, asker: VisitorKind): Promise<boolean>;
}

/** Hashes with Node's own argon2id. Throws a 503 if too many are waiting. */
export function createPasswordHasher(): PasswordHasher {
  const turns = new TenantQueue(MOST_AT_ONCE);
  const inTurn = async <Result>(asker: VisitorKind, work: () => Promise<Result>): Promise<Result> => {
    const giveBack = await turns.take(asker, 1, AbortSignal.timeout(LONGEST_WAIT_MS)).catch(() => {
      throw new ApiError("unavailable", "UNAVAILABLE", "Too many sign-ins at the moment; please try again.");
    });
    try {
      return await work();
    } finally {
      giveBack();
    }
  };
  return {
    hash: (password) =>
      inTurn("known", async () => {
        const salt = randomBytes(SALT_BYTES);
        const hash = await derive(password, salt, COST);
        return `${LABEL}$${unpadded(salt)}$${unpadded(hash)}`;
      }),
    isSame: (password, stored, asker) =>
      inTurn(asker, async () => {
        const [, memory, passes, parallelism, salt = "", hash = ""] = HASH.exec(stored ?? "") ?? [];
        // The time that the reply takes must not reveal whether the operator exists.
        if (memory === undefined) {
          await derive(password, randomBytes(SALT_BYTES), COST);
          return false;
        }
        const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
        const expected = Buffer.from(hash, "base64");
        return timingSafeEqual(await derive(password, Buffer.from(salt, "base64"), cost), expected);
      }),
  };
}

function derive(password: string, nonce: Buffer, cost: typeof COST): Promise<Buffer> {
  // Keyboards encode some letters in two ways.
  const message = password.normalize("NFKC");
  return hashWith("argon2id", { message, nonce, tagLength: HASH_BYTES, ...cost });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
