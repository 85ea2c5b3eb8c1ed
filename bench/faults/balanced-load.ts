import { setTimeout as sleep } from "node:timers/promises";

const GIVE_UP_MS = 15_000;
const PAUSE_MS = 25;
/** The unit in which unavailability is counted. */
const SLOT_MS = 100;

/** One event that a client sent until it was accepted, or gave up. */
interface SentEvent {
  readonly n: number;
  /** The id of the stored event; undefined if the client gave up. */
  id?: string;
  latencyMs: number;
}

/** What clients saw of several servers behind a load balancer. */
export interface BalancedLoad {
  readonly events: SentEvent[];
  /** Stops sending, and resolves when every event is accepted or given up. */
  stop(): Promise<void>;
  /** Seconds, in units of 0.1 s, in which a client was answered with 503 before it was sent on to another server. */
  secondsOf503(): number;
  /** Answers by status; 0 for connections that were refused or broke. */
  readonly answers: Map<number, number>;
  /** The longest time in which no event was accepted. */
  longestGapMs(): number;
}

/**
 * Sends `perSecond` events, whatever becomes of the ones before, to the servers in turn. As a load balancer does, it
 * sends what was refused, broken or answered with 503 to the next one; events have idempotency keys.
 */
export function startBalancedLoad(urls: readonly string[], key: string, perSecond: number): BalancedLoad {
  const events: SentEvent[] = [];
  const answers = new Map<number, number>();
  const slots = new Set<number>();
  const acceptedMs: number[] = [];
  const open = new Set<Promise<void>>();
  let turn = 0;

  const attempt = async (n: number): Promise<string | undefined> => {
    const url = urls[turn++ % urls.length];
    let status = 0;
    try {
      const reply = await fetch(`${url}/api/v2/public/event`, {
        method: "POST",
        headers: {
          "x-api-key": key,
          "content-type": "application/json",
          linked_account_id: `acc-${n % 4}`,
          "idempotency-key": `event-${n}`,
        },
        body: JSON.stringify({ event: "order.created", payload: { n } }),
      });
      status = reply.status;
      const body = await reply.json();
      if (reply.ok) return body.event_id;
    } catch {
      // The process has ended: the next one is asked.
    } finally {
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status === 503) slots.add(Math.floor(performance.now() / SLOT_MS));
    }
    return undefined;
  };
  const send = async (event: SentEvent) => {
    const startedAt = performance.now();
    while (performance.now() - startedAt < GIVE_UP_MS) {
      const id = await attempt(event.n);
      event.latencyMs = performance.now() - startedAt;
      if (id !== undefined) {
        event.id = id;
        acceptedMs.push(performance.now());
        return;
      }
      await sleep(PAUSE_MS);
    }
  };
  const startedAt = performance.now();
  const timer = setInterval(() => {
    while (events.length < ((performance.now() - startedAt) * perSecond) / 1000) {
      const event = { n: events.length, latencyMs: 0 };
      events.push(event);
      const sending = send(event).finally(() => open.delete(sending));
      open.add(sending);
    }
  }, 10);
  return {
    events,
    answers,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
    },
    secondsOf503: () => (slots.size * SLOT_MS) / 1000,
    longestGapMs: () => Math.round(Math.max(...acceptedMs.map((at, n) => at - (acceptedMs[n - 1] ?? at)))),
  };
}
