import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../connector.ts";
import { createDeliveryReceiver, NOW, requireRefusal, URL_OF_OURS } from "./fake-hooks.ts";

const hex = (body: string | Buffer, key = "s3cret", algorithm = "sha256") =>
  createHmac(algorithm, key).update(body).digest("hex");
const ID = [{ key: "1", data: { id: 1 } }];

describe("a signature", () => {
  const HMAC = { header: "X-Sign", algorithm: "sha256", key: "{{ hook.secret }}" };

  test("must be right, over the body exactly as it came", async () => {
    const receive = createDeliveryReceiver({ verify: { hmac: { ...HMAC, prefix: "sha256=" } } });
    const body = '{"id": 1}';
    expect((await receive({ body, headers: { "x-sign": `sha256=${hex(body)}` } })).events).toEqual(ID);
    const wrong = [
      hex(body),
      `sha256=${hex('{"id":1}')}`,
      `sha256=${hex(body, "")}`,
      "sha256=",
      "",
      "sha256=zz",
    ];
    for (const text of wrong) await requireRefusal(receive({ body, headers: { "x-sign": text } }));
    await requireRefusal(receive({ body }));
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    const sent = receive({ body: bytes, headers: { "x-sign": `sha256=${hex(bytes)}` } });
    await expect(sent).rejects.toMatchObject({ code: "input" });
  });

  test("is missing in a header that is called like a member of every object", async () => {
    const receive = createDeliveryReceiver({ verify: { hmac: { ...HMAC, header: "Constructor" } } });
    await requireRefusal(receive({}));
    expect((await receive({ headers: { constructor: hex('{"id":1}') } })).events).toEqual(ID);
  });

  test("may be one of several in a structured header, with a moment that is not long ago", async () => {
    const timestamp = { header: "x-sign", part: "t", tolerance_seconds: 60 };
    const receive = createDeliveryReceiver({
      verify: { hmac: { ...HMAC, part: "v1", signed: "{{ parts.t }}.{{ raw }}", timestamp } },
    });
    const at = (seconds: number, more = "") => ({
      headers: { "x-sign": `t=${seconds},v1=00,v1=${hex(`${seconds}.{"id":1}`)}${more}` },
    });
    const now = NOW / 1000;
    expect((await receive(at(now))).events).toEqual(ID);
    expect((await receive(at(now - 60, ",v0=x"))).events).toEqual(ID);
    await requireRefusal(receive(at(now - 61)));
    await requireRefusal(receive(at(now + 61)));
    await requireRefusal(receive({ headers: { "x-sign": `t=,v1=${hex('.{"id":1}')}` } }));
  });

  test("may hold our address, as Trello and Twilio sign it", async () => {
    const trello = {
      header: "x-trello",
      algorithm: "sha1",
      encoding: "base64",
      key: "{{ credentials.secret }}",
      signed: "{{ raw }}{{ url }}",
    };
    const proof = createHmac("sha1", "k").update(`{"id":1}${URL_OF_OURS}`).digest("base64");
    const receive = createDeliveryReceiver({ verify: { hmac: trello } }, { values: { secret: "k" } });
    expect((await receive({ headers: { "x-trello": proof } })).events).toEqual(ID);

    const twilio = { ...trello, header: "x-twilio", signed: "{{ url }}{{ sorted_form }}" };
    const form = createDeliveryReceiver({ verify: { hmac: twilio } }, { values: { secret: "k" } });
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio": createHmac("sha1", "k").update(`${URL_OF_OURS}Body+aid1`).digest("base64"),
    };
    expect((await form({ body: "id=1&Body=%2Ba", headers })).events).toMatchObject([{ key: "1" }]);
    await requireRefusal(form({ body: "id=1&Body=%2Bb", headers }));
  });

  test.each([[""], [undefined]])("with the secret %j proves nothing", async (secret) => {
    const values: JsonObject = secret === undefined ? {} : { secret };
    const receive = createDeliveryReceiver(
      { verify: { hmac: { ...HMAC, key: "{{ credentials.secret }}" } } },
      { values },
    );
    await requireRefusal(receive({ headers: { "x-sign": hex('{"id":1}', "") } }));
    const token = createDeliveryReceiver(
      { verify: { token: { header: "x-token", equals: "{{ credentials.secret }}" } } },
      { values },
    );
    await requireRefusal(token({ headers: { "x-token": "" } }));
    await requireRefusal(token({}));
  });

  test("with a public key is checked by it", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
    const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
    const ed25519 = {
      header: "x-ed",
      public_key: "{{ settings.public_key }}",
      signed: "{{ headers.x-at }}{{ raw }}",
    };
    const proof = sign(null, Buffer.from('7{"id":1}'), privateKey).toString("hex");
    for (const key of [raw.toString("hex"), raw.toString("base64"), pem]) {
      const receive = createDeliveryReceiver({ verify: { ed25519 } }, { settings: { public_key: key } });
      expect((await receive({ headers: { "x-ed": proof, "x-at": "7" } })).events).toEqual(ID);
      await requireRefusal(receive({ headers: { "x-ed": proof, "x-at": "8" } }));
      await requireRefusal(receive({ headers: { "x-ed": "", "x-at": "7" } }));
    }
    const useless: JsonObject[] = [{}, { public_key: "" }, { public_key: "no key" }];
    for (const settings of useless) {
      const receive = createDeliveryReceiver({ verify: { ed25519 } }, { settings });
      await requireRefusal(receive({ headers: { "x-ed": proof, "x-at": "7" } }));
    }
  });
});

describe("a signature of ECDSA P-256", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const der = publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
  // As SendGrid signs its events.
  const ecdsa = {
    header: "X-Twilio-Email-Event-Webhook-Signature",
    public_key: "{{ settings.public_key }}",
    signed: "{{ headers.x-twilio-email-event-webhook-timestamp }}{{ raw }}",
  };
  const signed = (text: string, dsaEncoding: "der" | "ieee-p1363" = "der") =>
    sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding }).toString("base64");
  const headers = (signature: string) => ({
    "x-twilio-email-event-webhook-signature": signature,
    "x-twilio-email-event-webhook-timestamp": "7",
  });

  test("is checked with the public key", async () => {
    for (const key of [der, pem]) {
      const receive = createDeliveryReceiver({ verify: { ecdsa } }, { settings: { public_key: key } });
      expect((await receive({ headers: headers(signed('7{"id":1}')) })).events).toEqual(ID);
      expect((await receive({ headers: headers(signed('7{"id":1}', "ieee-p1363")) })).events).toEqual(ID);
      for (const wrong of [signed('8{"id":1}'), signed('{"id":1}'), "", "AAAA"])
        await requireRefusal(receive({ headers: headers(wrong) }));
    }
  });

  test("takes no key of another kind", async () => {
    const other = generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey;
    const ed = generateKeyPairSync("ed25519").publicKey;
    for (const key of [other, ed]) {
      const text = key.export({ format: "der", type: "spki" }).toString("base64");
      const receive = createDeliveryReceiver({ verify: { ecdsa } }, { settings: { public_key: text } });
      await requireRefusal(receive({ headers: headers(signed('7{"id":1}')) }));
    }
  });
});

describe("a token", () => {
  test.each([
    ["header", { header: "x-token" }, { headers: { "x-token": "s3cret" } }],
    ["query", { query: "token" }, { query: { token: "s3cret" } }],
    ["body", { body: "auth.token" }, { body: '{"id":1,"auth":{"token":"s3cret"}}' }],
  ])("in the %s must be ours", async (_, place, request) => {
    const receive = createDeliveryReceiver({ verify: { token: { ...place, equals: "{{ hook.secret }}" } } });
    expect((await receive(request)).events).toMatchObject([{ key: "1" }]);
    await requireRefusal(receive({}));
    await requireRefusal(receive(JSON.parse(JSON.stringify(request).replace("s3cret", "s3creT"))));
    await requireRefusal(receive(JSON.parse(JSON.stringify(request).replace("s3cret", "s3cre"))));
  });
});
