import { Agent } from "undici";
import { expect, test, vi } from "vitest";
import { sendExchange } from "./exchange.ts";

test("a dispatcher that throws immediately causes an OutboundError, and no timer remains", async () => {
  vi.useFakeTimers();
  const agent = new Agent();
  try {
    const hop = { url: new URL("http://127.0.0.1:1/"), method: "BAD METHOD", headers: {}, body: undefined };
    const limits = {
      endsAt: performance.now() + 60_000,
      maxBytes: () => 10,
      truncate: false,
      signal: undefined,
      untilSure: undefined,
      streams: undefined,
    };
    // undici reports what is wrong with a request by throwing only where the handler cannot be told.
    agent.dispatch = () => {
      throw Object.assign(new TypeError("invalid method"), { code: "UND_ERR_INVALID_ARG" });
    };
    await expect(sendExchange(agent, hop, limits)).rejects.toMatchObject({
      name: "OutboundError",
      code: "invalid_url",
    });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
    await agent.close();
  }
});
