import { createHash } from "node:crypto";
import { SimulatorError } from "./application.ts";

/** What can go wrong at a third party. */
export const FAULT_KINDS = ["limit", "outage", "slow", "cut", "garbage", "revoked"] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault on demand. */
export interface Fault {
  /** The application's slug. */
  application: string;
  kind: FaultKind;
  /** How many requests it meets (1). */
  times?: number;
  /** Only requests whose `METHOD /path` contains this text. */
  match?: string;
  /** With `revoked`: the account whose access ends; all by default. */
  account?: string;
  /** With `slow`: milliseconds before the answer (5,000). */
  delayMs?: number;
}

/** A fault that meets a request. */
export interface MetFault {
  readonly kind: FaultKind;
  readonly delayMs: number;
}

/** The faults of a simulator. */
export interface Faults {
  add(fault: Fault): void;
  /** The fault that meets a request, `endpoint` being `METHOD /path`. */
  take(application: string, endpoint: string): MetFault | undefined;
  reset(): void;
}

const SLOW_MS = 5000;
/** The faults that a share of all requests meets. */
const BY_SEED: readonly FaultKind[] = ["limit", "outage", "slow", "cut"];
const SEEDED_SLOW_MS = 1000;

/**
 * Faults on demand, and those that a share of the requests (0 to 1) meets: which these are depends on the seed, the
 * endpoint and how often it was called before, not on the clock or on requests to others.
 */
export function createFaults({ seed, share }: { seed: number; share: number }): Faults {
  const waiting: (Fault & { left: number })[] = [];
  const calls = new Map<string, number>();
  return {
    add: (fault) => {
      waiting.push({ ...fault, left: fault.times ?? 1 });
    },
    take: (application, endpoint) => {
      const key = `${application} ${endpoint}`;
      const count = (calls.get(key) ?? 0) + 1;
      calls.set(key, count);
      const found = waiting.find(
        (fault) =>
          fault.left > 0 && fault.application === application && endpoint.includes(fault.match ?? ""),
      );
      if (found === undefined) return drawFault(`${seed} ${key} ${count}`, share);
      found.left -= 1;
      return { kind: found.kind, delayMs: found.delayMs ?? SLOW_MS };
    },
    reset: () => {
      waiting.length = 0;
      calls.clear();
    },
  };
}

function drawFault(text: string, share: number): MetFault | undefined {
  if (share === 0) return undefined;
  const digest = createHash("sha256").update(text).digest();
  if (digest.readUInt32BE(0) / 2 ** 32 >= share) return undefined;
  const kind = BY_SEED[digest.readUInt32BE(4) % BY_SEED.length] ?? "outage";
  return { kind, delayMs: SEEDED_SLOW_MS };
}

/** Reads a fault from JSON; throws `SimulatorError`. */
export function parseFault(value: Record<string, unknown>): Fault {
  const { application, kind, times = 1, match, account, delayMs = SLOW_MS } = value;
  if (typeof application !== "string") throw new SimulatorError("application must be the slug of one.");
  const known = FAULT_KINDS.find((one) => one === kind);
  if (known === undefined) throw new SimulatorError(`kind must be one of ${FAULT_KINDS.join(", ")}.`);
  if (!isWhole(times, 1, 1_000_000))
    throw new SimulatorError("times must be a whole number from 1 to 1000000.");
  if (!isWhole(delayMs, 0, 600_000))
    throw new SimulatorError("delayMs must be a whole number from 0 to 600000.");
  for (const [name, text] of Object.entries({ match, account }))
    if (text !== undefined && typeof text !== "string") throw new SimulatorError(`${name} must be a text.`);
  return { ...(value as Partial<Fault>), application, kind: known, times, delayMs };
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}
