import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ManifestError } from "../schema/manifest-error.ts";
import { createDeliveryReceiver, createHookConnector, requireRefusal, URL_OF_OURS } from "./fake-hooks.ts";

const TOKEN = { verify: { token: { header: "x-token", equals: "{{ credentials.secret }}" } } };
const headers = { "x-token": "Jefe" };
// The values are those of `openssl dgst -hmac Jefe`.
const VALUES = { values: { secret: "Jefe" } };

describe("a computed reply", () => {
  const ZOOM = {
    when: { path: "body.event", equals: ["endpoint.url_validation"] },
    reply: {
      json: {
        plainToken: "{{ body.payload.plainToken }}",
        encryptedToken: '{{ hmac("sha256", credentials.secret, body.payload.plainToken, "hex") }}',
      },
    },
  };
  const validation = (plainToken: unknown) =>
    JSON.stringify({ event: "endpoint.url_validation", payload: { plainToken } });

  test("signs the token of Zoom's challenge", async () => {
    const receive = createDeliveryReceiver({ ...TOKEN, challenge: ZOOM }, VALUES);
    const { reply, events } = await receive({ headers, body: validation("abc") });
    expect(events).toEqual([]);
    expect(JSON.parse(reply?.body ?? "")).toEqual({
      plainToken: "abc",
      encryptedToken: "7cf4ec4f741f51cb0d887013c46251d6f4175643c4f422906a1aaec688cc13e8",
    });
    await requireRefusal(receive({ body: validation("abc") }));
  });

  test("signs X's CRC, which comes by GET, in base64 after a prefix", async () => {
    const challenge = {
      when: { path: "query.crc_token" },
      unverified: true,
      reply: {
        json: {
          response_token: 'sha256={{ hmac("sha256", credentials.secret, query.crc_token, "base64") }}',
        },
      },
    };
    const receive = createDeliveryReceiver({ ...TOKEN, challenge }, VALUES);
    const { reply } = await receive({ method: "GET", query: { crc_token: "abc" }, body: "" });
    expect(reply).toEqual({
      status: 200,
      type: "application/json; charset=utf-8",
      body: '{"response_token":"sha256=fPTsT3QfUcsNiHATxGJR1vQXVkPE9CKQahquxojME+g="}',
    });
  });

  const EBAY = {
    when: [{ path: "method", equals: ["GET"] }, { path: "query.challenge_code" }],
    unverified: true,
    reply: { json: { challengeResponse: '{{ hash("sha256", query.challenge_code, hook.secret, url) }}' } },
  };

  test("hashes eBay's challenge with the endpoint's own token and address, which is no key of deliveries", async () => {
    const receive = createDeliveryReceiver({ ...TOKEN, challenge: EBAY }, { ...VALUES, secret: "Jefe" });
    const { reply } = await receive({ method: "GET", query: { challenge_code: "abc" }, body: "" });
    // As `printf abcJefehttps://… | openssl dgst -sha256` says.
    const digest = createHash("sha256").update(`abcJefe${URL_OF_OURS}`).digest("hex");
    expect(reply).toEqual({
      status: 200,
      type: "application/json; charset=utf-8",
      body: JSON.stringify({ challengeResponse: digest }),
    });
    for (const code of ['{"id":1}', "", "a b"])
      await requireRefusal(receive({ method: "GET", query: { challenge_code: code }, body: "" }));
  });

  test("may be text, in SHA-1 and in hex by default", async () => {
    const challenge = {
      when: { path: "body.t" },
      reply: { text: '{{ hmac("sha1", credentials.secret, body.t) }}.{{ body.t }}' },
    };
    const receive = createDeliveryReceiver({ ...TOKEN, challenge }, VALUES);
    expect((await receive({ headers, body: '{"t":"abc"}' })).reply?.body).toBe(
      "1f81e4c0f425d93623df95a0eb5672555612abbb.abc",
    );
  });

  test("signs tokens only, never what could be the body of a forged delivery", async () => {
    const receive = createDeliveryReceiver({ ...TOKEN, challenge: { ...ZOOM, unverified: true } }, VALUES);
    expect((await receive({ body: validation("abc") })).reply).toBeDefined();
    for (const text of ['{"id":1}', "id=1&a=2", "v0:1:x", "a b", "", 7, "x".repeat(513)])
      await requireRefusal(receive({ body: validation(text) }));
  });

  test("is none without its key", async () => {
    const receive = createDeliveryReceiver({ ...TOKEN, challenge: { ...ZOOM, unverified: true } });
    await requireRefusal(receive({ body: validation("abc") }));
  });

  test.each([
    ['{{ hmac("md5", credentials.secret, body.t) }}', "is not a plain path"],
    ['{{ hmac("sha256", body.t, body.t) }}', "refers to body"],
    ['{{ hmac("sha256", credentials.secret, credentials.secret) }}', "refers to credentials"],
    ['{{ hash("sha256", body.t, credentials.secret, url) }}', "refers to credentials"],
    ['{{ hash("sha256", body.t, url) }}', "a hash needs hook.secret once"],
    ['{{ hash("sha256", hook.secret) }}', "is not a plain path"],
    ["{{ credentials.secret }}", "refers to credentials"],
    ["{{ computed.0 }}", "refers to computed"],
  ])("%s is refused in a manifest", (text, problem) => {
    const challenge = { when: { path: "body.t" }, reply: { text } };
    const make = () => createHookConnector({ ...TOKEN, challenge });
    expect(make).toThrow(ManifestError);
    expect(make).toThrow(problem);
  });
});
