import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { ApiError } from "../platform/errors.ts";
import { TenantQueue } from "../platform/taking-turns.ts";

// What OWASP recommends for argon2id: 19 MiB, two passes, one lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const LABEL = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`;
const HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

// Each takes 19 MiB and a thread of the four that files and names are read by; one of the two for each kind of asker
// (D275).
const MOST_AT_ONCE = 2;
const LONGEST_WAIT_MS = 10_000;

const hashWith = promisify(argon2);

/** Whether whoever asks has signed in before, whom floods of strangers must not keep waiting. */
export type VisitorKind = "known" | "stranger";

/** Hashes passwords and compares them with hashes, a few at a time. */
export interface PasswordHasher {
  /** The hash of a password, with its salt and cost; for those who have signed in, or may. */
  hash(password: string): Promise<string>;
  /** Whether a password is the one of a hash; takes as long where there is none. */
  isSame(password: string, hash: string | null, asker: VisitorKind): Promise<boolean>;
}

/** Opens the hashing of passwords with Node's own argon2id. Throws a 503 where too many wait. */
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
        // Whether there is such an operator must not show in the time that the answer takes.
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
  // Two spellings of one letter come from different keyboards.
  const message = password.normalize("NFKC");
  return hashWith("argon2id", { message, nonce, tagLength: HASH_BYTES, ...cost });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
