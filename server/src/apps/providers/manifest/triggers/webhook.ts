import { randomUUID } from "node:crypto";
import { parseRetryAfterMs } from "../../../../platform/http/retry-after.ts";
import { isObject, type Json } from "../../../../platform/json/json.ts";
import { ShapeError } from "../../../../platform/json/json-shape.ts";
import { type ConnectorCall, ConnectorError } from "../../../connector.ts";
import type {
  IncomingRequest,
  IncomingResult,
  ReceivingSubscription,
  Subscription,
  SubscriptionTerms,
} from "../../../connector-events.ts";
import { buildTemplateScope, type Exchange, sendRequest } from "../request/exchange.ts";
import { compileTemplate, findValueAt, type TemplateScope, toText } from "../request/template.ts";
import type { ManifestWebhook } from "../schema/trigger-schema.ts";
import { compileChallenge } from "./challenge.ts";
import { isEveryConditionMet, readIncoming } from "./incoming.ts";
import { buildNow, renderKey } from "./poll.ts";
import { findDeliveryKey } from "./signature-headers.ts";
import { compileVerifier } from "./verify.ts";

/** The verbs of a webhook trigger. Each throws `ConnectorError`. */
export interface Webhook {
  subscribe?(call: ConnectorCall & Pick<Subscription, "url" | "secret">): Promise<SubscriptionTerms>;
  renew?(call: ConnectorCall & Subscription): Promise<SubscriptionTerms | undefined>;
  unsubscribe?(call: ConnectorCall & Subscription): Promise<void>;
  receive(request: IncomingRequest, call: ConnectorCall & ReceivingSubscription): Promise<IncomingResult>;
}

/** Compiles a webhook trigger; `name` is the application's, for messages. */
export function compileWebhook(source: ManifestWebhook, exchange: Exchange, name: string): Webhook {
  return {
    subscribe: compileSubscribe(source, exchange),
    renew: compileRenew(source, exchange),
    unsubscribe: compileUnsubscribe(source.unsubscribe, exchange),
    receive: compileReceive(source, name),
  };
}

function compileSubscribe(
  { subscribe: source, expires }: ManifestWebhook,
  exchange: Exchange,
): Webhook["subscribe"] {
  if (source === undefined) return undefined;
  const prepared = exchange.prepare(source.request);
  const state = compileTemplate((source.state ?? {}) as Json); // manifests are JSON
  const readEnd = compileEnd(expires);
  const { readAnswer } = exchange;
  return async (call) => {
    const { url, secret } = call;
    const request = prepared[call.credential.type](hookScope(call, { url, secret }));
    // A retry could leave a second subscription behind, which is worse than a failed attempt.
    const answer = await sendRequest(request, withSecret(call), { readAnswer, repeatable: false });
    return { state: state.render(answer) ?? {}, ...readEnd(answer, call.now()) };
  };
}

function compileRenew({ renew: source, expires }: ManifestWebhook, exchange: Exchange): Webhook["renew"] {
  if (source === undefined) return undefined;
  const prepared = exchange.prepare(source.request);
  const renewed = compileTemplate((source.state ?? {}) as Json); // manifests are JSON
  const readEnd = compileEnd(expires);
  const { readAnswer } = exchange;
  return async (call) => {
    const { url, secret, state } = call;
    const request = prepared[call.credential.type]({ ...hookScope(call, { url, secret }), state });
    try {
      const answer = await sendRequest(request, withSecret(call), { readAnswer, repeatable: true });
      if (!isEveryConditionMet(source.alive, answer)) return undefined;
      return { state: addMembers(state, renewed.render(answer)), ...readEnd(answer, call.now()) };
    } catch (error) {
      // Whatever the provider dislikes about it, a new subscription is the repair.
      if (error instanceof ConnectorError && error.code === "input") return undefined;
      throw error;
    }
  };
}

/** What the first response said stays, such as a secret that the provider tells only then. */
function addMembers(state: Json, renewed: Json | undefined): Json {
  return isObject(state) && isObject(renewed) ? { ...state, ...renewed } : state;
}

/** When a subscription ends: a date, a moment since 1970 or seconds from now. */
function compileEnd(
  expires: ManifestWebhook["expires"],
): (answer: TemplateScope, nowMs: number) => Pick<SubscriptionTerms, "endsAtMs"> {
  if (expires === undefined) return () => ({});
  if (typeof expires !== "string") return (_answer, nowMs) => ({ endsAtMs: nowMs + expires.seconds * 1000 });
  const end = compileTemplate(expires);
  return (answer, nowMs) => {
    const inMs = parseRetryAfterMs(toText(end.render(answer)), nowMs);
    return inMs === undefined ? {} : { endsAtMs: nowMs + inMs };
  };
}

function compileUnsubscribe(
  source: ManifestWebhook["unsubscribe"],
  exchange: Exchange,
): Webhook["unsubscribe"] {
  if (source === undefined) return undefined;
  const prepared = exchange.prepare(source.request);
  const { readAnswer } = exchange;
  return async (call) => {
    const { url, secret, state } = call;
    const request = prepared[call.credential.type]({ ...hookScope(call, { url, secret }), state });
    try {
      await sendRequest(request, withSecret(call), { readAnswer, repeatable: true });
    } catch (error) {
      const isGone = error instanceof ConnectorError && (error.status === 404 || error.status === 410);
      if (!isGone) throw error;
    }
  };
}

/** Redacts our secret from messages, too, because a provider may repeat what it was sent. */
function withSecret<Given extends ConnectorCall & { secret: string }>(call: Given): Given {
  const { credential, secret } = call;
  return { ...call, credential: { ...credential, values: { ...credential.values, hook_secret: secret } } };
}

function hookScope(call: ConnectorCall, hook: { url: string; secret: string }): TemplateScope {
  return { ...buildTemplateScope(call), now: buildNow(call.now()), hook };
}

function compileReceive(source: ManifestWebhook, name: string): Webhook["receive"] {
  const verify = compileVerifier(source.verify);
  const challenge = compileChallenge(source.challenge);
  const readEvents = compileEvents(source, name);
  return async (request, call) => {
    const { scope, files, problem } = readIncoming(request);
    const { credential, url, secret, applicationSecret = "", enteredSecret = "", state } = call;
    const secrets = {
      hook: { secret, entered_secret: enteredSecret },
      application: { webhook_secret: applicationSecret },
      credentials: credential.values,
      settings: credential.settings,
      state,
    };
    const answer = challenge(scope, { ...secrets, url });
    if (answer !== undefined && source.challenge?.unverified === true) return { events: [], reply: answer };
    verify({ request, scope, secrets, url, nowMs: call.now() });
    if (answer !== undefined) return { events: [], reply: answer };
    if (problem !== undefined) throw toInputError(problem, name);
    return { events: readEvents(scope, findDeliveryKey(source.verify, request)), files };
  };
}

function toInputError(problem: unknown, name: string): unknown {
  if (problem instanceof SyntaxError)
    return new ConnectorError("input", `${name} sent a body that is not JSON.`);
  if (problem instanceof ShapeError)
    return new ConnectorError("input", `${name} sent a body that ${problem.message}.`);
  return problem;
}

function compileEvents(
  source: ManifestWebhook,
  name: string,
): (scope: TemplateScope, deliveryKey: string | undefined) => IncomingResult["events"] {
  const path = source.items?.split(".");
  const key = source.key === undefined ? undefined : compileTemplate(source.key);
  const data = compileTemplate((source.data ?? (path === undefined ? "{{ body }}" : "{{ item }}")) as Json); // manifests are JSON
  const keyWithout = (deliveryKey: string | undefined, place: number) =>
    deliveryKey === undefined ? randomUUID() : `${deliveryKey} ${place}`;
  return (scope, deliveryKey) =>
    itemsOf(scope, path, name)
      .map((item): TemplateScope => (path === undefined ? scope : { ...scope, item }))
      .filter((event) => isEveryConditionMet(source.when, event))
      .map((event, place) => {
        const own = key && renderKey(key, event);
        const text = own ?? (source.optional_key ? keyWithout(deliveryKey, place) : undefined);
        if (text === undefined) throw new ConnectorError("input", `${name} sent an item without its key.`);
        return { key: text, data: data.render(event) ?? null };
      });
}

function itemsOf(scope: TemplateScope, path: readonly string[] | undefined, name: string): Json[] {
  if (path === undefined) return [null];
  const items = findValueAt(scope, path) ?? [];
  if (Array.isArray(items)) return items;
  throw new ConnectorError("input", `${name} sent a body without a list at ${path.join(".")}.`);
}
