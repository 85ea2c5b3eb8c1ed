import { expect } from "vitest";
import type { Json } from "../../../../platform/json/json.ts";
import { ConnectorError, type JsonObject } from "../../../connector.ts";
import type { IncomingRequest } from "../../../connector-events.ts";
import { createManifestConnector } from "../manifest-connector.ts";
import { parseManifestJson } from "../schema/parse-manifest.ts";

/** The time at which deliveries arrive. */
export const NOW = 1_800_000_000_000;
/** Our address. */
export const URL_OF_OURS = "https://junctor.example.com/api/v1/hooks/abc";
const INPUT = { type: "object", additionalProperties: false, properties: { repo: { type: "string" } } };

/** A shop whose only trigger is of kind `webhook`. */
export function createHookConnector(webhook: object) {
  const request = { method: "GET", path: "/" };
  const definition = {
    slug: "shop",
    name: "Shop",
    description: "A shop.",
    version: "1.0.0",
    base_url: "https://shop.example.com",
    settings: [{ name: "public_key", label: "Key", required: false }],
    auth: { keybased: { fields: [{ name: "secret", label: "S", required: false }], apply: {} } },
    actions: {
      read: { title: "R", description: "R.", hints: { read_only: true }, input: { type: "object" }, request },
    },
    triggers: {
      news: { title: "N", description: "N.", input: INPUT, webhook: { key: "{{ body.id }}", ...webhook } },
    },
  };
  return createManifestConnector(parseManifestJson(JSON.parse(JSON.stringify(definition)), "test"), "");
}

interface HookOptions {
  secret?: string;
  values?: JsonObject;
  settings?: JsonObject;
  state?: Json;
}

/** Sends deliveries to a shop's trigger: by default a POST of `{"id":1}` without any proof. */
export function createDeliveryReceiver(
  webhook: object,
  { secret = "s3cret", values = {}, settings = {}, state = null }: HookOptions = {},
) {
  const connector = createHookConnector(webhook);
  return async (request: Partial<Omit<IncomingRequest, "body">> & { body?: string | Buffer }) => {
    const { method = "POST", query = {}, headers = {}, body = '{"id":1}' } = request;
    const received = connector.receive?.(
      "news",
      { method, query, headers, body: Buffer.from(body) },
      {
        credential: { type: "keybased", settings, values },
        input: {},
        http: () => Promise.reject(new Error("nothing is asked")),
        now: () => NOW,
        url: URL_OF_OURS,
        secret,
        state,
      },
    );
    return (await received) ?? { events: [] };
  };
}

/** Requires that a delivery is refused as unproven. */
export async function requireRefusal(answer: Promise<unknown>): Promise<void> {
  const error = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConnectorError);
  expect(error).toMatchObject({ code: "auth" });
}
