// A load driver in its own process: posts `{"id","ts","qty","price","name"}` and prints the result as one line of JSON.
// The order is passed as JSON in the environment variable ORDER (see `Order`).
import { Pool } from "undici";
import { summary } from "./summary.ts";

/**
 * What to send: `rate` per second for `seconds`, or as fast as `connections` allow for `seconds` or `count` requests.
 */
export interface Order {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly connections: number;
  readonly seconds?: number;
  readonly rate?: number;
  readonly count?: number;
  /** Added to each body to make it larger. */
  readonly padding?: string;
}

/** The result of an order. */
export interface Driven {
  readonly sent: number;
  readonly accepted: number;
  readonly codes: Record<string, number>;
  readonly seconds: number;
  readonly response: ReturnType<typeof summary>;
}

const order: Order = JSON.parse(process.env.ORDER ?? "{}");
const url = new URL(order.url);
const pool = new Pool(url.origin, {
  connections: order.rate ? Math.max(64, order.connections) : order.connections,
});
const durations: number[] = [];
const codes: Record<string, number> = {};
let sent = 0;
let accepted = 0;

const startMs = now();
if (order.rate) await openLoop(order.rate, order.seconds ?? 5);
else await closedLoop();
const seconds = (now() - startMs) / 1000;
await pool.close();
const driven: Driven = { sent, accepted, codes, seconds, response: summary(durations) };
console.log(JSON.stringify(driven));

function now(): number {
  return performance.timeOrigin + performance.now();
}

async function sendOne(dueMs: number): Promise<void> {
  const n = sent++;
  const padding = order.padding ? `,"padding":"${order.padding}"` : "";
  const body = `{"id":"${process.pid}-${n}","ts":${dueMs.toFixed(3)},"qty":${(n % 9) + 1},"price":12.5,"name":"order ${n}"${padding}}`;
  const headers = { "content-type": "application/json", ...order.headers };
  try {
    const reply = await pool.request({ path: url.pathname + url.search, method: "POST", headers, body });
    await reply.body.dump();
    codes[reply.statusCode] = (codes[reply.statusCode] ?? 0) + 1;
    if (reply.statusCode < 300) accepted += 1;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "ERROR";
    codes[code] = (codes[code] ?? 0) + 1;
  }
  durations.push(now() - dueMs);
}

async function closedLoop(): Promise<void> {
  const endMs = order.seconds ? startMs + order.seconds * 1000 : Number.POSITIVE_INFINITY;
  const most = order.count ?? Number.POSITIVE_INFINITY;
  const sendMany = async () => {
    while (sent < most && now() < endMs) await sendOne(now());
  };
  await Promise.all(Array.from({ length: order.connections }, sendMany));
}

/** Sends requests at a fixed rate; the latency of a late one counts from when it was due. */
async function openLoop(rate: number, forSeconds: number): Promise<void> {
  const total = rate * forSeconds;
  const open = new Set<Promise<void>>();
  for (let due = 0; due < total; ) {
    while (due < total && startMs + (due * 1000) / rate <= now()) {
      const one = sendOne(startMs + (due * 1000) / rate).finally(() => open.delete(one));
      open.add(one);
      due += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(open);
}
