import { describe, expect, test } from "vitest";
import { OutboundError } from "../../../../platform/outbound/outbound-error.ts";
import { buildOAuthDefinition } from "../../../connections/fake-provider.ts";
import { ConnectorError, canRetry, type Http } from "../../../connector.ts";
import { createManifestConnector } from "../manifest-connector.ts";
import { parseManifestJson } from "../schema/parse-manifest.ts";

const connector = createManifestConnector(
  parseManifestJson(buildOAuthDefinition("shop", "https://shop.example.com"), "test"),
  "",
);

async function failure(actionId: string, http: Http): Promise<ConnectorError> {
  const credential = { type: "oauth2" as const, settings: {}, values: { access_token: "token-text" } };
  try {
    await connector.run(actionId, { credential, input: {}, http, now: Date.now });
  } catch (error) {
    if (error instanceof ConnectorError) return error;
    throw error;
  }
  throw new Error("It succeeded.");
}

const answers =
  (status: number, body: string): Http =>
  async () => ({ status, headers: { "content-type": "application/json" }, body: Buffer.from(body) });
const tooLarge: Http = async () => {
  throw new OutboundError("too_large", "The response is too large.");
};

describe("an answer that cannot be read", () => {
  test.each([
    ["read", "is broken JSON", answers(200, "{"), true],
    ["write", "is broken JSON", answers(201, "{"), false],
    ["read", "is too large", tooLarge, true],
    ["write", "is too large", tooLarge, false],
    ["write", "is a refusal", answers(503, "{"), true],
  ])(
    "by the action %s, as it %s, may be asked for again only where nothing is done twice",
    async (...row) => {
      const [actionId, , http, expected] = row;
      const error = await failure(actionId, http);
      expect(error.code).toBe("remote");
      expect(canRetry(error)).toBe(expected);
    },
  );
});
