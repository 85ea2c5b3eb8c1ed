import { afterAll, beforeAll, expect, test } from "vitest";
import type { WebhookCase } from "../../../connectors/mock-vendor.ts";
import { type Shipped, shipped, vendorOf } from "../../../connectors/shipped.ts";
import type { ConnectorCall, JsonObject } from "../../src/apps/connector.ts";
import { parseAllowList } from "../../src/platform/outbound/address-guard.ts";
import { createOutbound, type Outbound } from "../../src/platform/outbound/outbound.ts";
import type { DeliveryResult } from "../../src/simulator/deliver.ts";
import type { Simulator } from "../../src/simulator/simulator.ts";
import { startSimulator } from "../../src/simulator/start-simulator.ts";

const HOOK = "https://junctor.example/api/v1/hooks/5hpQ3V";
const SECRET = "3xvVQ0mJ7w1tS9bK2uE8cR4yN6aZ5dLf";
/** Without a token of its own consent, nothing says which of Google's applications is asked. */
const ALONE = "google-sheets";
interface Opened {
  simulator: Simulator;
  outbound: Outbound;
}
let all: Opened;
let alone: Opened;
const openedFor = (slug: string) => (slug === ALONE ? alone : all);

async function open(applications: readonly string[]): Promise<Opened> {
  const simulator = await startSimulator({ applications, deliver: answerChallenge });
  const diversion = { origin: simulator.url, hosts: simulator.hosts };
  return { simulator, outbound: createOutbound({ allow: parseAllowList(""), diversion }) };
}
const { connectors } = await shipped();
const cases = await Promise.all(
  connectors.map(async (one) => {
    const { triggers = [], ...vendor } = await vendorOf(one.manifest.slug);
    return triggers.map((trigger) => ({
      name: `${one.manifest.slug} ${trigger.trigger}`,
      one,
      vendor,
      trigger,
    }));
  }),
).then((lists) => lists.flat());
const webhooks = cases.flatMap(({ trigger, ...more }) =>
  trigger.kind === "webhook" ? [{ ...more, trigger }] : [],
);
const polls = cases.filter(({ trigger }) => trigger.kind === "poll");

beforeAll(async () => {
  const others = connectors.map(({ manifest }) => manifest.slug).filter((slug) => slug !== ALONE);
  [all, alone] = await Promise.all([open(others), open([ALONE])]);
});
afterAll(() =>
  Promise.all([all, alone].flatMap(({ simulator, outbound }) => [outbound.close(), simulator.close()])),
);

/** What the trigger of the running test answers: challenges are the connector's. */
let challenge: WebhookCase["challenge"];
async function answerChallenge() {
  const { status = 200, body = "" } = challenge?.reply ?? {};
  return { status, body: typeof body === "string" ? body : JSON.stringify(body) };
}

function callOf(
  { connector, manifest }: Shipped,
  vendor: Awaited<ReturnType<typeof vendorOf>>,
  input: JsonObject,
) {
  const type = vendor.credentials.keybased === undefined ? "oauth2" : "keybased";
  const values = vendor.credentials[type]?.good ?? {};
  const credential = { type, settings: vendor.settings ?? {}, values };
  const http: ConnectorCall["http"] = (request) => openedFor(manifest.slug).outbound.request(request);
  return { connector, call: { credential, http, now: Date.now, input } as ConnectorCall };
}

const toIncoming = ({ method, url, headers, body }: DeliveryResult) => ({
  method,
  headers: { ...headers },
  query: Object.fromEntries(new URL(url).searchParams),
  body: Buffer.from(body),
});

test.each(webhooks)(
  "$name: each delivery is accepted, and none taken for another",
  async ({ one, vendor, trigger }) => {
    const { slug } = one.manifest;
    challenge = trigger.challenge;
    const { connector, call } = callOf(one, vendor, trigger.input as JsonObject);
    const isSubscribed = one.manifest.triggers?.[trigger.trigger]?.webhook?.subscribe !== undefined;
    const subscribing = { ...call, url: HOOK, secret: SECRET };
    const subscribed = isSubscribed ? await connector.subscribe?.(trigger.trigger, subscribing) : undefined;
    const happening = {
      application: slug,
      trigger: trigger.trigger,
      ...(!isSubscribed && { url: HOOK, secret: SECRET }),
    };
    const receive = async () => {
      const sent = await openedFor(slug).simulator.happen(happening);
      const last = sent.at(-1);
      expect(sent.map(({ error }) => error)).toEqual(sent.map(() => undefined));
      expect(last?.url.split("?")[0]).toBe(HOOK);
      const received = { ...subscribing, state: subscribed?.state ?? null };
      return connector.receive?.(trigger.trigger, toIncoming(last as DeliveryResult), received);
    };
    const first = (await receive())?.events ?? [];
    expect(first.map(({ data }) => data)).toMatchObject(trigger.expected as object[]);
    expect(first).toHaveLength(trigger.expected.length);
    const second = (await receive())?.events ?? [];
    const keys = [...first, ...second].map(({ key }) => key);
    expect(keys).toHaveLength(2 * trigger.expected.length);
    expect(new Set(keys).size).toBe(keys.length);
    openedFor(slug).simulator.reset();
  },
);

test.each(polls)("$name: what happened is found by the next poll", async ({ one, vendor, trigger }) => {
  const { connector, call } = callOf(one, vendor, trigger.input as JsonObject);
  const first = await connector.poll?.(trigger.trigger, { ...call, cursor: null });
  const { slug } = one.manifest;
  const { simulator } = openedFor(slug);
  const sent = await simulator.happen({ application: slug, trigger: trigger.trigger });
  expect(sent).toEqual([]);
  const cursor = JSON.parse(JSON.stringify(first?.cursor ?? null));
  const second = await connector.poll?.(trigger.trigger, { ...call, cursor });
  expect(second?.events.map(({ data }) => data)).toMatchObject(trigger.expected as object[]);
  expect(second?.events).toHaveLength(trigger.expected.length);
  simulator.reset();
});
