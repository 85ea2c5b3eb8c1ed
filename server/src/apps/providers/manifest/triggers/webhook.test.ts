import { describe, expect, test } from "vitest";
import type { HttpRequest } from "../../../connector.ts";
import {
  createDeliveryReceiver,
  createHookConnector,
  NOW,
  requireRefusal,
  URL_OF_OURS,
} from "./fake-hooks.ts";

describe("a delivery", () => {
  const TOKEN = { verify: { token: { query: "token", equals: "{{ hook.secret }}" } } };
  const query = { token: "s3cret" };

  test("may hold several events, of which only those that are meant are told", async () => {
    const receive = createDeliveryReceiver({
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
    const receive = createDeliveryReceiver({ ...TOKEN, key: "{{ body.data.id }}", data: "{{ body }}" });
    const headers = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
    const body =
      "data[id]=7&data[tags][]=a&data[tags][]=b&__proto__[polluted]=1&constructor[prototype][polluted]=1";
    const { events } = await receive({ query, headers, body });
    expect(JSON.parse(JSON.stringify(events[0]?.data))).toMatchObject({
      data: { id: "7", tags: { 0: "a", 1: "b" } },
    });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("is read whatever type its sender gives it, also none", async () => {
    const receive = createDeliveryReceiver({ ...TOKEN, data: "{{ body }}" });
    const read = async (type: string | undefined, body: string | Buffer) =>
      (await receive({ query, headers: type === undefined ? {} : { "content-type": type }, body })).events;
    const events = [{ key: "1", data: { id: 1 } }];
    for (const type of [undefined, "text/plain", "application/vnd.api+json", "application/cloudevents+json"])
      expect(await read(type, '\uFEFF{"id":1}'), type).toEqual(events);
    const form = "application/x-www-form-urlencoded; charset=iso-8859-1";
    expect(await read(form, "id=%E9")).toEqual([{ key: "é", data: { id: "é" } }]);
    const xml = createDeliveryReceiver({ ...TOKEN, key: "{{ headers.x-id }}", data: "{{ body }}" });
    const headers = { "content-type": "text/xml", "x-id": "9" };
    expect((await xml({ query, headers, body: "<a/>" })).events).toEqual([{ key: "9", data: "<a/>" }]);
  });

  test("that cannot be read, or lacks its key, is the sender's fault, once it is proven", async () => {
    const receive = createDeliveryReceiver(TOKEN);
    const headers = { "content-type": "application/json" };
    await expect(receive({ query, headers, body: "{" })).rejects.toThrow(
      "Shop sent a body that is not JSON.",
    );
    await expect(receive({ query, body: "{" })).rejects.toMatchObject({ code: "input" });
    await expect(receive({ query, body: "{}" })).rejects.toThrow("Shop sent an item without its key.");
    await requireRefusal(receive({ body: "{" }));
  });

  test("may ask for an answer: after its proof, or before it where the manifest says so", async () => {
    const challenge = {
      when: { path: "body.type", equals: ["ping"] },
      reply: { text: "{{ body.challenge }}" },
    };
    const ping = { body: '{"type":"ping","challenge":"<b>1</b>"}' };
    const reply = { status: 200, type: "text/plain; charset=utf-8", body: "<b>1</b>" };
    const receive = createDeliveryReceiver({ ...TOKEN, challenge });
    expect(await receive({ ...ping, query })).toEqual({ events: [], reply });
    await requireRefusal(receive(ping));
    const open = createDeliveryReceiver({ ...TOKEN, challenge: { ...challenge, unverified: true } });
    expect(await open(ping)).toEqual({ events: [], reply });
    await requireRefusal(open({}));
    const head = {
      when: { path: "method", equals: ["HEAD"] },
      unverified: true,
      reply: { json: { ok: true }, status: 202 },
    };
    const answered = await createDeliveryReceiver({ ...TOKEN, challenge: head })({
      method: "HEAD",
      body: "",
    });
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
    http: async ({ method, url, body }: HttpRequest) => {
      asked.push(`${method} ${url} ${body ?? ""}`);
      return { status, headers: { "content-type": "application/json" }, body: Buffer.from('{"id":9}') };
    },
  });

  test("is made with our address and secret, and ended by what was kept", async () => {
    const asked: string[] = [];
    expect(await createHookConnector(webhook).subscribe?.("news", call(201, asked))).toEqual({
      state: { id: 9 },
    });
    await createHookConnector(webhook).unsubscribe?.("news", call(200, asked));
    expect(asked).toEqual([
      `POST https://shop.example.com/r/hooks {"to":"${URL_OF_OURS}","secret":"s3cret"}`,
      "DELETE https://shop.example.com/r/hooks/9 ",
    ]);
  });

  test("that is gone already is ended, any other refusal is told", async () => {
    await createHookConnector(webhook).unsubscribe?.("news", call(404, []));
    await createHookConnector(webhook).unsubscribe?.("news", call(410, []));
    await expect(createHookConnector(webhook).unsubscribe?.("news", call(401, []))).rejects.toMatchObject({
      code: "auth",
    });
    await expect(createHookConnector(webhook).subscribe?.("news", call(503, []))).rejects.toMatchObject({
      code: "remote",
    });
    const wrong = { ...call(200, []), input: { rope: 1 } };
    await expect(createHookConnector(webhook).subscribe?.("news", wrong)).rejects.toMatchObject({
      code: "input",
    });
    await expect(createHookConnector(webhook).subscribe?.("none", call(200, []))).rejects.toThrow(
      "no trigger none",
    );
  });

  test("that is refused does not tell our secret, whatever the provider repeats", async () => {
    const repeats = {
      ...call(400, []),
      http: async () => ({
        status: 400,
        headers: { "content-type": "application/json" },
        body: Buffer.from('{"message":"bad secret s3cret"}'),
      }),
    };
    const error = await createHookConnector(webhook)
      .subscribe?.("news", repeats)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: "Shop responded with 400: bad secret [redacted]" });
  });

  test("by hand has nothing to subscribe to", async () => {
    const byHand = createHookConnector({ verify: webhook.verify });
    expect(byHand.info.triggers[0]?.delivery).toEqual({
      kind: "webhook",
      automatic: false,
      proof: { secret: "subscription" },
    });
    await expect(byHand.subscribe?.("news", call(200, []))).rejects.toMatchObject({ code: "input" });
  });
});

describe("ids that are one double", () => {
  const ids = ["9007199254740993", "9007199254740992"];

  test("are the keys of two events, whose data keep them", async () => {
    const proof = { verify: { token: { query: "token", equals: "{{ hook.secret }}" } } };
    const receive = createDeliveryReceiver({ ...proof, key: "{{ body.order.id }}-{{ body.id }}" });
    const received = ids.map((id) =>
      receive({ query: { token: "s3cret" }, body: `{"id":1,"order":{"id":${id}}}` }),
    );
    const events = (await Promise.all(received)).flatMap((one) => one.events);
    expect(events.map(({ key }) => key)).toEqual(ids.map((id) => `${id}-1`));
    expect(JSON.stringify(events.map(({ data }) => data))).toBe(
      `[${ids.map((id) => `{"id":1,"order":{"id":${id}}}`).join()}]`,
    );
  });

  test("of subscriptions end the one that was made", async () => {
    const asked: string[] = [];
    const connector = createHookConnector({
      verify: { token: { query: "t", equals: "{{ hook.secret }}" } },
      subscribe: { request: { method: "POST", path: "/hooks" }, state: { id: "{{ body.id }}" } },
      unsubscribe: {
        request: { method: "DELETE", path: "/hooks/{{ state.id }}", form: { id: "{{ state.id }}" } },
      },
    });
    const call = {
      credential: { type: "keybased" as const, settings: {}, values: {} },
      input: {},
      now: () => NOW,
      url: URL_OF_OURS,
      secret: "s3cret",
      http: async ({ method, url, body }: HttpRequest) => {
        asked.push(`${method} ${url} ${body ?? ""}`);
        const answer = Buffer.from(`{"id":${ids[0]}}`);
        return { status: 201, headers: { "content-type": "application/json" }, body: answer };
      },
    };
    const { state = null } = (await connector.subscribe?.("news", call)) ?? {};
    expect(JSON.stringify(state)).toBe(`{"id":${ids[0]}}`);
    await connector.unsubscribe?.("news", { ...call, state });
    expect(asked.at(-1)).toBe(`DELETE https://shop.example.com/hooks/${ids[0]} id=${ids[0]}`);
  });
});
