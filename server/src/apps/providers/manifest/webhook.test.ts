import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Json } from "../../../platform/json.ts";
import { ConnectorError, type IncomingRequest, type JsonObject } from "../../connector.ts";
import { createManifestConnector } from "./manifest-connector.ts";
import { parseManifestJson } from "./parse-manifest.ts";

const NOW = 1_800_000_000_000;
const URL_OF_OURS = "https://junctor.example.com/api/v1/hooks/abc";
const INPUT = { type: "object", additionalProperties: false, properties: { repo: { type: "string" } } };

function shop(webhook: object) {
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

interface Given {
  secret?: string;
  values?: JsonObject;
  settings?: JsonObject;
  state?: Json;
}

function receiver(
  webhook: object,
  { secret = "s3cret", values = {}, settings = {}, state = null }: Given = {},
) {
  const connector = shop(webhook);
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

async function refused(answer: Promise<unknown>): Promise<void> {
  const error = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConnectorError);
  expect(error).toMatchObject({ code: "auth" });
}

const hex = (body: string | Buffer, key = "s3cret", algorithm = "sha256") =>
  createHmac(algorithm, key).update(body).digest("hex");
const ID = [{ key: "1", data: { id: 1 } }];

describe("a signature", () => {
  const HMAC = { header: "X-Sign", algorithm: "sha256", key: "{{ hook.secret }}" };

  test("must be right, over the body exactly as it came", async () => {
    const receive = receiver({ verify: { hmac: { ...HMAC, prefix: "sha256=" } } });
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
    for (const text of wrong) await refused(receive({ body, headers: { "x-sign": text } }));
    await refused(receive({ body }));
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    const sent = receive({ body: bytes, headers: { "x-sign": `sha256=${hex(bytes)}` } });
    await expect(sent).rejects.toMatchObject({ code: "input" });
  });

  test("may be one of several in a structured header, with a moment that is not long ago", async () => {
    const timestamp = { header: "x-sign", part: "t", tolerance_seconds: 60 };
    const receive = receiver({
      verify: { hmac: { ...HMAC, part: "v1", signed: "{{ parts.t }}.{{ raw }}", timestamp } },
    });
    const at = (seconds: number, more = "") => ({
      headers: { "x-sign": `t=${seconds},v1=00,v1=${hex(`${seconds}.{"id":1}`)}${more}` },
    });
    const now = NOW / 1000;
    expect((await receive(at(now))).events).toEqual(ID);
    expect((await receive(at(now - 60, ",v0=x"))).events).toEqual(ID);
    await refused(receive(at(now - 61)));
    await refused(receive(at(now + 61)));
    await refused(receive({ headers: { "x-sign": `t=,v1=${hex('.{"id":1}')}` } }));
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
    const receive = receiver({ verify: { hmac: trello } }, { values: { secret: "k" } });
    expect((await receive({ headers: { "x-trello": proof } })).events).toEqual(ID);

    const twilio = { ...trello, header: "x-twilio", signed: "{{ url }}{{ sorted_form }}" };
    const form = receiver({ verify: { hmac: twilio } }, { values: { secret: "k" } });
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio": createHmac("sha1", "k").update(`${URL_OF_OURS}Body+aid1`).digest("base64"),
    };
    expect((await form({ body: "id=1&Body=%2Ba", headers })).events).toMatchObject([{ key: "1" }]);
    await refused(form({ body: "id=1&Body=%2Bb", headers }));
  });

  test.each([[""], [undefined]])("with the secret %j proves nothing", async (secret) => {
    const values: JsonObject = secret === undefined ? {} : { secret };
    const receive = receiver({ verify: { hmac: { ...HMAC, key: "{{ credentials.secret }}" } } }, { values });
    await refused(receive({ headers: { "x-sign": hex('{"id":1}', "") } }));
    const token = receiver(
      { verify: { token: { header: "x-token", equals: "{{ credentials.secret }}" } } },
      { values },
    );
    await refused(token({ headers: { "x-token": "" } }));
    await refused(token({}));
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
      const receive = receiver({ verify: { ed25519 } }, { settings: { public_key: key } });
      expect((await receive({ headers: { "x-ed": proof, "x-at": "7" } })).events).toEqual(ID);
      await refused(receive({ headers: { "x-ed": proof, "x-at": "8" } }));
      await refused(receive({ headers: { "x-ed": "", "x-at": "7" } }));
    }
    const useless: JsonObject[] = [{}, { public_key: "" }, { public_key: "no key" }];
    for (const settings of useless) {
      const receive = receiver({ verify: { ed25519 } }, { settings });
      await refused(receive({ headers: { "x-ed": proof, "x-at": "7" } }));
    }
  });
});

describe("a token", () => {
  test.each([
    ["header", { header: "x-token" }, { headers: { "x-token": "s3cret" } }],
    ["query", { query: "token" }, { query: { token: "s3cret" } }],
    ["body", { body: "auth.token" }, { body: '{"id":1,"auth":{"token":"s3cret"}}' }],
  ])("in the %s must be ours", async (_, place, request) => {
    const receive = receiver({ verify: { token: { ...place, equals: "{{ hook.secret }}" } } });
    expect((await receive(request)).events).toMatchObject([{ key: "1" }]);
    await refused(receive({}));
    await refused(receive(JSON.parse(JSON.stringify(request).replace("s3cret", "s3creT"))));
    await refused(receive(JSON.parse(JSON.stringify(request).replace("s3cret", "s3cre"))));
  });
});

describe("a delivery", () => {
  const TOKEN = { verify: { token: { query: "token", equals: "{{ hook.secret }}" } } };
  const query = { token: "s3cret" };

  test("may hold several events, of which only those that are meant are told", async () => {
    const receive = receiver({
      ...TOKEN,
      items: "body.events",
      key: "{{ item.id }}",
      when: [
        { path: "body.kind", equals: ["orders"] },
        { path: "item.type", equals: ["new", "old"] },
        { path: "item.id" },
      ],
      data: { id: "{{ item.id }}", shop: "{{ body.shop }}" },
    });
    const events = [
      { id: 1, type: "new" },
      { id: 2, type: "other" },
      { id: 3, type: "old" },
      { type: "old" },
    ];
    const body = (kind: string) => JSON.stringify({ kind, shop: "s", events });
    expect((await receive({ query, body: body("orders") })).events).toEqual([
      { key: "1", data: { id: 1, shop: "s" } },
      { key: "3", data: { id: 3, shop: "s" } },
    ]);
    expect((await receive({ query, body: body("else") })).events).toEqual([]);
    expect((await receive({ query, body: '{"kind":"orders"}' })).events).toEqual([]);
  });

  test("may be a form, whose brackets are nested and harm nothing", async () => {
    const receive = receiver({ ...TOKEN, key: "{{ body.data.id }}", data: "{{ body }}" });
    const headers = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
    const body =
      "data[id]=7&data[tags][]=a&data[tags][]=b&__proto__[polluted]=1&constructor[prototype][polluted]=1";
    const { events } = await receive({ query, headers, body });
    expect(JSON.parse(JSON.stringify(events[0]?.data))).toMatchObject({
      data: { id: "7", tags: { 0: "a", 1: "b" } },
    });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("that cannot be read, or lacks its key, is the sender's fault, once it is proven", async () => {
    const receive = receiver(TOKEN);
    await expect(receive({ query, body: "{" })).rejects.toMatchObject({ code: "input" });
    await expect(receive({ query, body: "{}" })).rejects.toThrow("Shop told of something without its key.");
    await refused(receive({ body: "{" }));
  });

  test("may ask for an answer: after its proof, or before it where the manifest says so", async () => {
    const challenge = {
      when: { path: "body.type", equals: ["ping"] },
      reply: { text: "{{ body.challenge }}" },
    };
    const ping = { body: '{"type":"ping","challenge":"<b>1</b>"}' };
    const reply = { status: 200, type: "text/plain; charset=utf-8", body: "<b>1</b>" };
    const receive = receiver({ ...TOKEN, challenge });
    expect(await receive({ ...ping, query })).toEqual({ events: [], reply });
    await refused(receive(ping));
    const open = receiver({ ...TOKEN, challenge: { ...challenge, unverified: true } });
    expect(await open(ping)).toEqual({ events: [], reply });
    await refused(open({}));
    const head = {
      when: { path: "method", equals: ["HEAD"] },
      unverified: true,
      reply: { json: { ok: true }, status: 202 },
    };
    const answered = await receiver({ ...TOKEN, challenge: head })({ method: "HEAD", body: "" });
    expect(answered.reply).toEqual({
      status: 202,
      type: "application/json; charset=utf-8",
      body: '{"ok":true}',
    });
  });
});

describe("a subscription", () => {
  const webhook = {
    verify: { token: { query: "t", equals: "{{ hook.secret }}" } },
    subscribe: {
      request: {
        method: "POST",
        path: "/{{ input.repo }}/hooks",
        json: { to: "{{ hook.url }}", secret: "{{ hook.secret }}" },
      },
      state: { id: "{{ body.id }}" },
    },
    unsubscribe: { request: { method: "DELETE", path: "/{{ input.repo }}/hooks/{{ state.id }}" } },
  };
  const call = (status: number, asked: string[]) => ({
    credential: { type: "keybased" as const, settings: {}, values: {} },
    input: { repo: "r" },
    now: () => NOW,
    url: URL_OF_OURS,
    secret: "s3cret",
    state: { id: 9 },
    http: async ({ method, url, body }: { method: string; url: string; body?: string }) => {
      asked.push(`${method} ${url} ${body ?? ""}`);
      return { status, headers: { "content-type": "application/json" }, body: Buffer.from('{"id":9}') };
    },
  });

  test("is made with our address and secret, and ended by what was kept", async () => {
    const asked: string[] = [];
    expect(await shop(webhook).subscribe?.("news", call(201, asked))).toEqual({ id: 9 });
    await shop(webhook).unsubscribe?.("news", call(200, asked));
    expect(asked).toEqual([
      `POST https://shop.example.com/r/hooks {"to":"${URL_OF_OURS}","secret":"s3cret"}`,
      "DELETE https://shop.example.com/r/hooks/9 ",
    ]);
  });

  test("that is gone already is ended, any other refusal is told", async () => {
    await shop(webhook).unsubscribe?.("news", call(404, []));
    await shop(webhook).unsubscribe?.("news", call(410, []));
    await expect(shop(webhook).unsubscribe?.("news", call(401, []))).rejects.toMatchObject({ code: "auth" });
    await expect(shop(webhook).subscribe?.("news", call(503, []))).rejects.toMatchObject({ code: "remote" });
    const wrong = { ...call(200, []), input: { rope: 1 } };
    await expect(shop(webhook).subscribe?.("news", wrong)).rejects.toMatchObject({ code: "input" });
    await expect(shop(webhook).subscribe?.("none", call(200, []))).rejects.toThrow("no trigger none");
  });

  test("by hand has nothing to subscribe to", async () => {
    const byHand = shop({ verify: webhook.verify });
    expect(byHand.info.triggers[0]?.delivery).toEqual({ kind: "webhook", automatic: false });
    await expect(byHand.subscribe?.("news", call(200, []))).rejects.toMatchObject({ code: "input" });
  });
});
