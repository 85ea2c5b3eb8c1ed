import { expect } from "vitest";
import type { ConnectorCall, JsonObject } from "../server/src/apps/connector.ts";
import type { IncomingRequest, IncomingResult, PollResult } from "../server/src/apps/connector-events.ts";
import type { ManifestVerify } from "../server/src/apps/providers/manifest/schema/trigger-schema.ts";
import type { Json } from "../server/src/platform/json/json.ts";
import { type Attempt, attempt, failureOf, succeed, type Trial } from "./conform.ts";
import { conformLate } from "./conform-late.ts";
import type { Delivery, Hook, PollCase, TriggerCase, WebhookCase } from "./mock-vendor.ts";

const URL_OF_OURS = "https://junctor.example.com/api/v1/hooks/5hpQ3V";
const SECRET = "3xvVQ0mJ7w1tS9bK2uE8cR4yN6aZ5dLf";
const DAY_MS = 86_400_000;

/** A trigger reports exactly what happened, once, and nothing that is not proven genuine. */
export async function conformTrigger(trial: Trial, one: TriggerCase): Promise<void> {
  if (one.kind === "poll") {
    await conformPoll(trial, one);
    return conformLate(trial, one);
  }
  if (one.types !== undefined && !one.types.includes(trial.type)) return;
  await conformWebhook(trial, one);
  const isDeclared = trial.manifest.triggers?.[one.trigger]?.webhook?.missed !== undefined;
  expect(isDeclared, `${one.trigger} needs \`missed\` in its case exactly if it lists that`).toBe(
    one.missed !== undefined,
  );
  if (one.missed !== undefined) await conformPoll(trial, { ...one, ...one.missed });
}

type ListCase = Pick<PollCase, "trigger" | "input" | "happen" | "expected">;

async function conformPoll(trial: Trial, { trigger, input, happen, expected }: ListCase): Promise<void> {
  await attempt(trial, async ({ mock, call }) => {
    const poll = async (cursor: Json): Promise<PollResult> => {
      const asked = trial.connector.poll?.(trigger, { ...call, input: input as JsonObject, cursor });
      if (asked === undefined) throw new Error(`${trigger} cannot be polled.`);
      const found = await succeed(trigger, asked);
      return JSON.parse(JSON.stringify(found)) as PollResult; // a cursor is stored as JSON
    };
    const first = await poll(null);
    expect(first.events, `the first poll of ${trigger}`).toEqual([]);
    happen(mock);
    const second = await poll(first.cursor);
    expectEvents(trigger, second.events, expected);
    const third = await poll(second.cursor);
    expect(third.events, `${trigger} once more`).toEqual([]);
    expect([first.stuck, second.stuck, third.stuck], `${trigger} gets on`).toEqual(Array(3).fill(undefined));
  });
}

function expectEvents(what: string, events: PollResult["events"], expected: readonly unknown[]): void {
  expect(
    events.map(({ data }) => data),
    what,
  ).toHaveLength(expected.length);
  expect(
    events.map(({ data }) => data),
    what,
  ).toMatchObject(expected as object[]);
  expect(new Set(events.map(({ key }) => key)).size, `keys of ${what}`).toBe(expected.length);
}

type Subscribed = ConnectorCall & { url: string; secret: string; state: Json };
type Receive = (delivery: Delivery, changes?: Partial<Subscribed>) => Promise<IncomingResult>;

async function conformWebhook(trial: Trial, one: WebhookCase): Promise<void> {
  const { connector, manifest, vendor } = trial;
  const { trigger } = one;
  const webhook = manifest.triggers?.[trigger]?.webhook;
  if (webhook === undefined) throw new Error(`${trigger} is no webhook.`);
  await attempt(trial, async (attempt) => {
    const call = await subscribed(trial, one, attempt);
    const { credential, url, secret, state } = call;
    const values = credential.values as Record<string, string>; // from the mock
    const hook: Hook = { url, secret, state, credentials: { ...vendor.settings, ...values } };
    const receive: Receive = async (delivery, changes) => {
      const request = incoming(delivery);
      const received = connector.receive?.(trigger, request, { ...call, ...changes });
      if (received === undefined) throw new Error(`${trigger} cannot receive.`);
      return received;
    };
    const genuine = one.delivery(hook);
    const { events } = await succeed(trigger, receive(genuine));
    expectEvents(trigger, events, one.expected);
    expect((await receive(genuine)).events, `${trigger} told twice`).toEqual(events);
    for (const make of one.ignored ?? []) {
      expect((await succeed(trigger, receive(make(hook)))).events, `${trigger} of something else`).toEqual(
        [],
      );
    }
    await refusesForgery({ one, hook, verify: webhook.verify }, receive);
    await answersChallenge(one, hook, receive);
    const renews = webhook.renew !== undefined;
    if (renews) expect(await renewed(trial, one, call), `renewing ${trigger}`).toEqual(call.state);
    await unsubscribed(trial, one, attempt, call);
    if (renews) expect(await renewed(trial, one, call), `renewing ${trigger} that is gone`).toBeUndefined();
  });
}

async function subscribed(
  trial: Trial,
  { trigger, input }: WebhookCase,
  { mock, call }: Attempt,
): Promise<Subscribed> {
  const asked = { ...call, input: input as JsonObject, url: URL_OF_OURS, secret: SECRET };
  const { subscribe } = trial.manifest.triggers?.[trigger]?.webhook ?? {};
  if (subscribe === undefined) return { ...asked, state: null };
  const subscribing = trial.connector.subscribe?.(trigger, asked);
  if (subscribing === undefined) throw new Error(`${trigger} cannot subscribe.`);
  const { state } = await succeed(trigger, subscribing);
  // If a vendor does not sign, the manifest may add the secret to the address.
  const registered = mock.hooks?.().map((url) => url.split("?")[0]);
  expect(registered, `what ${trigger} has registered`).toEqual([URL_OF_OURS]);
  return { ...asked, state };
}

async function renewed({ connector }: Trial, { trigger }: WebhookCase, call: Subscribed): Promise<unknown> {
  const renewing = connector.renew?.(trigger, call);
  if (renewing === undefined) throw new Error(`${trigger} is not renewed.`);
  return (await succeed(`renewing ${trigger}`, renewing))?.state;
}

async function unsubscribed(
  { connector, manifest }: Trial,
  { trigger }: WebhookCase,
  { mock }: Attempt,
  call: Subscribed,
): Promise<void> {
  if (manifest.triggers?.[trigger]?.webhook?.unsubscribe === undefined) return;
  await succeed(`unsubscribing ${trigger}`, connector.unsubscribe?.(trigger, call) ?? Promise.resolve());
  expect(mock.hooks?.(), `what ${trigger} leaves behind`).toEqual([]);
}

interface Forging {
  one: WebhookCase;
  hook: Hook;
  verify: ManifestVerify;
}

async function refusesForgery({ one, hook, verify }: Forging, receive: Receive): Promise<void> {
  const refused = async (what: string, delivery: Delivery, changes?: Partial<Subscribed>): Promise<void> => {
    const failure = await failureOf(`${one.trigger} with ${what}`, receive(delivery, changes));
    expect(failure.code, `${one.trigger} with ${what}`).toBe("auth");
  };
  const genuine = one.delivery(hook);
  const { hmac, token, ed25519, ecdsa } = verify;
  const signature = hmac ?? ed25519 ?? ecdsa;
  const header = (signature ?? token)?.header?.toLowerCase();
  if (header !== undefined) {
    const { [header]: proof = "", ...rest } = genuine.headers;
    await refused("a changed proof", { ...genuine, headers: { ...rest, [header]: changed(proof) } });
    await refused("no proof", { ...genuine, headers: rest });
  }
  if (token?.query !== undefined) await refused("no token", { ...genuine, query: {} });
  if (token?.body !== undefined)
    await refused("another token", one.delivery({ ...hook, secret: changed(SECRET) }));
  if (token === undefined) await refused("a changed body", { ...genuine, body: `${genuine.body} ` });
  if (signature?.timestamp !== undefined) {
    await refused("an old proof", genuine, { now: () => Date.now() + DAY_MS });
  }
  for (const make of one.forged ?? []) await refused("a forged proof", make(hook));
}

/** Another text of the same length with different last letters or digits. */
function changed(text: string): string {
  return text
    .replace(/[0-9A-Za-z](?=[^0-9A-Za-z]*$)/, (last) => (last === "0" ? "1" : "0"))
    .replace(/[0-9A-Za-z]{2}/, "00");
}

async function answersChallenge(
  { trigger, challenge }: WebhookCase,
  hook: Hook,
  receive: Receive,
): Promise<void> {
  if (challenge === undefined) return;
  const { events, reply } = await succeed(trigger, receive(challenge.delivery(hook)));
  expect(events, `the challenge of ${trigger}`).toEqual([]);
  const { body } = challenge.reply;
  const said = typeof body === "string" ? reply?.body : JSON.parse(reply?.body ?? "null");
  expect({ status: reply?.status, body: said }, `the challenge of ${trigger}`).toEqual(challenge.reply);
}

function incoming({ method, query = {}, headers, body }: Delivery): IncomingRequest {
  return { method, query, headers, body: Buffer.from(body, "utf8") };
}
