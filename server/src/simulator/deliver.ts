import { parseAllowList } from "../platform/outbound/address-guard.ts";
import { createOutbound } from "../platform/outbound/outbound.ts";
import type { AddressedDelivery } from "./application.ts";

/** Sends a request for a webhook; rejects with a sentence if there is no answer. */
export type Deliver = (request: {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}) => Promise<{ status: number; body: string }>;

/** What was sent to an address, and what it answered. */
export interface DeliveryResult {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Absent if there was no answer. */
  readonly status?: number;
  /** Why it did not arrive, in a sentence. */
  readonly error?: string;
}

const ANYWHERE = "0.0.0.0/0,::/0";
const TIMEOUT_MS = 30_000;

/** How webhooks leave: over HTTP, unless something replaces that. */
export function openDeliveries(replaced: Deliver | undefined): { deliver: Deliver; close(): Promise<void> } {
  if (replaced !== undefined) return { deliver: replaced, close: async () => undefined };
  // Whoever runs a simulator says to which addresses it delivers, and those are usually of this machine.
  const outbound = createOutbound({ allow: parseAllowList(ANYWHERE), userAgent: "Junctor-Simulator" });
  return {
    deliver: async (request) => {
      const { status, body } = await outbound.request({ ...request, timeoutMs: TIMEOUT_MS });
      return { status, body: body.toString("utf8") };
    },
    close: () => outbound.close(),
  };
}

/** Sends deliveries in their order; one that follows a challenge is not sent if that was not answered. */
export async function sendDeliveries(
  deliver: Deliver,
  deliveries: readonly AddressedDelivery[],
): Promise<DeliveryResult[]> {
  const results: DeliveryResult[] = [];
  for (const delivery of deliveries) {
    const result = await deliverOne(deliver, delivery);
    results.push(result);
    if (result.error !== undefined && delivery.reply !== undefined) break;
  }
  return results;
}

async function deliverOne(
  deliver: Deliver,
  { url, delivery, reply }: AddressedDelivery,
): Promise<DeliveryResult> {
  const address = new URL(url);
  for (const [name, value] of Object.entries(delivery.query ?? {})) address.searchParams.set(name, value);
  const { method, headers, body } = delivery;
  const request = { method, url: address.href, headers, body };
  try {
    const answer = await deliver(request);
    const { status } = answer;
    if (reply === undefined || isAnswered(answer, reply)) return { ...request, status };
    return { ...request, status, error: "The challenge was not answered, so nothing is delivered there." };
  } catch (error) {
    return { ...request, error: error instanceof Error ? error.message : "It was not sent." };
  }
}

function isAnswered(
  answer: { status: number; body: string },
  reply: { status: number; body: unknown },
): boolean {
  if (answer.status !== reply.status) return false;
  if (typeof reply.body === "string") return answer.body === reply.body;
  try {
    return JSON.stringify(JSON.parse(answer.body)) === JSON.stringify(reply.body);
  } catch {
    return false; // not JSON
  }
}
