import { OutboundError } from "../../../../platform/outbound/outbound-error.ts";
import type { Connector, HttpRequest, JsonObject } from "../../../connector.ts";
import { createManifestConnector } from "../manifest-connector.ts";
import { parseManifestJson } from "../schema/parse-manifest.ts";

/** One page as the provider sends it. */
export type PageAnswer = { body: unknown; headers?: Record<string, string> };

/** A connector with one paged action, `list`, and an option list from the same request. */
export function createPagedConnector(
  paging: object,
  request: object = { method: "GET", path: "/things" },
): Connector {
  const definition = {
    slug: "shop",
    name: "Shop",
    description: "A shop.",
    version: "1.0.0",
    base_url: "https://shop.example.com/v1",
    auth: {
      keybased: { fields: [{ name: "key", label: "Key" }], apply: { query: { k: "{{ credentials.key }}" } } },
    },
    options: {
      things: {
        request,
        paging: { ...paging, item: undefined, output: undefined },
        name: "{{ item }}",
        value: "{{ item }}",
      },
    },
    actions: {
      list: {
        title: "List",
        description: "Lists.",
        hints: { read_only: true },
        input: {
          type: "object",
          additionalProperties: false,
          properties: { size: { type: "integer" }, of: { "x-options": "things" } },
        },
        request,
        paging,
      },
    },
  };
  return createManifestConnector(parseManifestJson(JSON.parse(JSON.stringify(definition)), "test"), "");
}

/** Executes `list`; returns the requests and the result. */
export async function readPagedList(
  connector: Connector,
  answers: (request: URL, body: string) => PageAnswer,
  input: JsonObject = {},
) {
  const asked: string[] = [];
  const result = await connector.run("list", {
    credential: { type: "keybased", settings: {}, values: { key: "s" } },
    now: Date.now,
    input,
    http: async (request: HttpRequest) => {
      asked.push(request.url.replace("https://shop.example.com", "") + (request.body ?? ""));
      const { body, headers = {} } = answers(new URL(request.url), String(request.body ?? ""));
      const text = Buffer.from(JSON.stringify(body));
      if (text.byteLength > (request.maxResponseBytes ?? Number.POSITIVE_INFINITY))
        throw new OutboundError("too_large", "The response is too large.");
      return {
        status: 200,
        headers: { "content-type": "application/json", ...headers },
        body: text,
      };
    },
  });
  return { asked, ...(result as { items: unknown[]; next_cursor: string | null }) };
}
