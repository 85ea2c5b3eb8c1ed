import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { buildStandardHeaders, createApiKeySigningKey, getSecretSigningKey, signBody } from "./sign.ts";

const first = `whsec_${Buffer.alloc(24, 1).toString("base64")}`;
const second = `whsec_${Buffer.alloc(24, 2).toString("base64")}`;
const body = JSON.stringify({ workflow_name: "Bücher → «Ledger» 😀" });

describe("the signature of a delivery", () => {
  test("is accepted by the standardwebhooks package with each of the secrets, and with no other", () => {
    const headers = buildStandardHeaders(
      { id: "msg", at: new Date(), body },
      [first, second].map(getSecretSigningKey),
    );
    expect(headers["webhook-id"]).toBe("msg");
    expect(headers["webhook-signature"]).toMatch(/^v1,\S{44} v1,\S{44}$/);
    for (const secret of [first, second])
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    const other = `whsec_${Buffer.alloc(24, 3).toString("base64")}`;
    expect(() => new Webhook(other).verify(body, headers)).toThrow("No matching signature");
    expect(() => new Webhook(first).verify(`${body} `, headers)).toThrow("No matching signature");
  });

  test("contains the time of the attempt in whole seconds", () => {
    const headers = buildStandardHeaders({ id: "msg", at: new Date("2026-03-01T12:00:00.999Z"), body }, [
      getSecretSigningKey(first),
    ]);
    expect(headers["webhook-timestamp"]).toBe("1772366400");
  });

  test("for x-cobalt-signature is the lower-case hex HMAC-SHA256 of the body (RFC 4231, case 2)", () => {
    expect(signBody("what do ya want for nothing?", createApiKeySigningKey("Jefe"))).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });
});
