import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { startLocalServer } from "../platform/outbound/local-server.ts";

/** One delivery as it came over the wire. */
export interface Receipt {
  method: string;
  headers: Record<string, string>;
  body: string;
}

/** A real endpoint on 127.0.0.1, for tests of deliveries. */
export interface TestReceiver {
  url: string;
  receipts: Receipt[];
  /** Answers from now on; 200 without a body until it is called. */
  answer(reply: (response: ServerResponse, receipt: Receipt) => unknown): void;
  close(): Promise<void>;
}

/** Starts the endpoint; close it at the end of the test. */
export async function startTestReceiver(): Promise<TestReceiver> {
  const receipts: Receipt[] = [];
  let reply: (response: ServerResponse, receipt: Receipt) => unknown = (response) => {
    response.end();
  };
  const server = await startLocalServer(async (request, response) => {
    const { method = "", headers } = request;
    const receipt = { method, headers: plain(headers), body: (await buffer(request)).toString() };
    receipts.push(receipt);
    await reply(response, receipt);
  });
  return {
    url: `${server.origin}/hook`,
    receipts,
    answer: (next) => {
      reply = next;
    },
    close: server.close,
  };
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
