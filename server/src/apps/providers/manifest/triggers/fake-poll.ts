import type { Json } from "../../../../platform/json/json.ts";
import { parseJson } from "../../../../platform/json/parse-json.ts";
import { OutboundError } from "../../../../platform/outbound/outbound-error.ts";
import type { ConnectorCall } from "../../../connector.ts";
import type { PollResult } from "../../../connector-events.ts";
import { createManifestConnector } from "../manifest-connector.ts";
import { parseManifestJson } from "../schema/parse-manifest.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");

/** An item of the shop's list. */
export type Item = { id: number; at?: string | number; text?: string };

/** What a poll reported, and what it asked for. */
export interface PolledNews {
  ids: number[];
  asked: string[];
  more?: boolean;
  lost?: string;
}

type ShopAnswer = (url: URL) => Item[] | undefined;

/** A shop whose only trigger polls `/items`; each call of the result polls once. */
export function createPolledShop(source: object) {
  const request = { method: "GET", path: "/items", query: { since: "{{ cursor }}" } };
  const definition = {
    slug: "shop",
    name: "Shop",
    description: "A shop.",
    version: "1.0.0",
    base_url: "https://shop.example.com",
    auth: { keybased: { fields: [] } },
    actions: {
      read: {
        title: "R",
        description: "R.",
        hints: { read_only: true },
        input: { type: "object" },
        request: { method: "GET", path: "/" },
      },
    },
    triggers: {
      news: {
        title: "News",
        description: "News.",
        input: { type: "object", additionalProperties: false, properties: {} },
        poll: { request, items: "body", key: "{{ item.id }}", ...source },
      },
    },
  };
  const connector = createManifestConnector(
    parseManifestJson(JSON.parse(JSON.stringify(definition)), "test"),
    "",
  );
  const callOf = (answer: ShopAnswer, asked: string[]): ConnectorCall => ({
    credential: { type: "keybased", settings: {}, values: {} },
    input: {},
    now: () => NOW,
    http: async ({ url, maxResponseBytes = Number.POSITIVE_INFINITY }) => {
      asked.push(url.replace("https://shop.example.com", ""));
      const items = answer(new URL(url));
      const body = Buffer.from(JSON.stringify(items ?? { message: "There is no such page." }));
      if (body.byteLength > maxResponseBytes) throw new OutboundError("too_large", "Too large.");
      return {
        status: items === undefined ? 400 : 200,
        headers: { "content-type": "application/json" },
        body,
      };
    },
  });
  let cursor: Json = null;
  /** Polls once with the shop's answer to each request, or 400 for undefined; the cursor is stored as JSON. */
  const poll = async (answer: ShopAnswer): Promise<PolledNews> => {
    const asked: string[] = [];
    const polled = await connector.poll?.("news", { ...callOf(answer, asked), cursor });
    const found: PollResult = parseJson(JSON.stringify(polled));
    cursor = found.cursor;
    const { events, more, lost } = found;
    return { ids: events.map(({ data }) => (data as unknown as Item).id), asked, more, lost };
  };
  /** Reads examples in the same way. */
  const examples = async (answer: ShopAnswer): Promise<Pick<PolledNews, "ids" | "asked">> => {
    const asked: string[] = [];
    const found = (await connector.examples?.("news", callOf(answer, asked))) ?? [];
    return { ids: found.map((data) => (data as unknown as Item).id), asked };
  };
  /** Continues with the state of an earlier poll. */
  const resume = (state: Json) => {
    cursor = state;
  };
  return Object.assign(poll, { resume, examples });
}
