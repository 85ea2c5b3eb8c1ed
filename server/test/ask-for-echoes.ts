import { expect } from "vitest";
import type { TestReply, TestRequest } from "./test-server.ts";

const PUBLIC = "/api/v2/public";

/** Sends a request with an API key on behalf of an account. */
type Send = (request: TestRequest) => Promise<TestReply>;

/** A definition from `buildOAuthDefinition` with actions and an option list that return what the provider received. */
export function echoing(definition: Record<string, unknown>): Record<string, unknown> {
  const action = (path: string) => ({
    title: "Echo",
    description: "Shows what was sent.",
    hints: { read_only: true },
    input: { type: "object", properties: { one: { type: "string", "x-options": "sent" } } },
    request: { method: "GET", path },
  });
  const request = { method: "GET", path: "/echo" };
  const sent = { request, items: "body", name: "{{ item.name }}", value: "{{ item.value }}" };
  const more = { echo: action("/echo"), refused: action("/echo/refused") };
  return { ...definition, options: { sent }, actions: { ...(definition.actions as object), ...more } }; // an object
}

/**
 * Makes the provider of each application echo its requests, through every address that returns its answers; each reply
 * must have something redacted.
 */
export async function askForEchoes(byKey: Send, slugs: readonly string[]): Promise<void> {
  const ok = async (request: TestRequest) => {
    const reply = await byKey(request);
    expect(reply.status, reply.text).toBe(200);
    return reply;
  };
  for (const slug of slugs) {
    const actions = `/api/v2/integration-schema/${slug}/actions`;
    const echoes = [
      await ok({ method: "POST", url: `${actions}/echo/execute`, body: {} }),
      await ok({ method: "POST", url: `${actions}/refused/execute`, body: {} }),
      await ok({ url: `${actions}/echo/options/sent` }),
      await ok({ method: "POST", url: `${actions}/echo/options/sent`, body: {} }),
      await ok({ url: `${PUBLIC}/proxy/${slug}/echo?a=b` }),
      await byKey({ url: `${PUBLIC}/proxy/${slug}/echo/refused` }),
    ];
    expect(echoes[1]?.body).toMatchObject({ node_status: "Errored", http_status: 422 });
    expect(echoes[4]?.headers["x-sent"]).toContain("[redacted]");
    expect(echoes[5]?.status).toBe(422);
    for (const [index, { text }] of echoes.entries()) {
      expect(text, `${slug} ${index}`).toContain("[redacted]");
      expect(text, `${slug} ${index}`).toContain("/api/echo");
    }
  }
}
