import {
  type Connector,
  type ConnectorCall,
  ConnectorError,
  type ConnectorInfo,
  type HttpResponse,
  isTokenRefused,
  type JsonSchema,
} from "../../connector.ts";
import type { Subscription } from "../../connector-events.ts";
import { compileAccountList } from "./account-list.ts";
import { compileConnectionCheck } from "./connection-check.ts";
import { buildConnectorInfo } from "./connector-info.ts";
import { createInputCheck } from "./input/input-check.ts";
import { createDefaults } from "./input/input-defaults.ts";
import { compileOperation } from "./operation.ts";
import { compileOptions } from "./option-list.ts";
import { compileAddress, renderAddress } from "./request/address.ts";
import { compileExchange, type Exchange } from "./request/exchange.ts";
import { compileRawRequest } from "./request/raw-request.ts";
import type { Manifest } from "./schema/manifest-schema.ts";
import type { ManifestTrigger } from "./schema/trigger-schema.ts";
import { listSettingChoices } from "./setting-choices.ts";
import { compileExamples } from "./triggers/examples.ts";
import { compilePoll } from "./triggers/poll.ts";
import { compileWebhook } from "./triggers/webhook.ts";

/**
 * Turns a validated manifest into a connector without network access. A request is compiled when it is first used: with
 * hundreds of actions, compiling all of them would slow a start down. `provider` says what the manifest was made from.
 */
export function createManifestConnector(
  manifest: Manifest,
  icon: string,
  provider: ConnectorInfo["provider"] = "manifest",
): Connector {
  const info = buildConnectorInfo(manifest, icon, provider);
  const exchange = onFirstUse(() => compileExchange(manifest));
  const accounts = onFirstUse(() => compileAccountList(manifest.auth.oauth2?.accounts, exchange()));
  const check = onFirstUse(() => compileConnectionCheck(manifest.check, exchange()));
  // The defaults of a document say what the provider assumes by itself (D453).
  const defaulted = provider === "openapi" ? "required" : "all";
  const operationOf = byId("action", info.actions, (action) => {
    const source = manifest.actions[action.id];
    return source && compileOperation(source, action, { exchange: exchange(), defaulted });
  });
  const optionsOf = byId("option list", info.options, ({ id }) => {
    const source = manifest.options?.[id];
    return source && compileOptions(source, exchange());
  });
  const raw = onFirstUse(() => compileRawRequest(exchange()));
  return {
    info,
    check: manifest.check === undefined ? undefined : async (call) => check()(call),
    accounts: info.auth.oauth2?.accountSettings && (async (call) => accounts()(call)),
    baseAddress: baseAddressOf(manifest),
    run: async (actionId, call) => operationOf(actionId)(call),
    options: info.options.length === 0 ? undefined : async (listId, call) => optionsOf(listId)(call),
    request: async (request, call) => raw()(request, call),
    refusesToken: manifest.errors?.some(({ code }) => code === "auth")
      ? (response) => isRefused(exchange(), response)
      : undefined,
    ...triggerVerbs(manifest, info, exchange),
  };
}

function isRefused({ readAnswer }: Exchange, response: HttpResponse): boolean {
  try {
    readAnswer(response, 0); // the time matters only for waits
    return false;
  } catch (error) {
    return isTokenRefused(error);
  }
}

/** Absent if the address depends on a credential or on the provider's callback. */
function baseAddressOf(manifest: Manifest): Connector["baseAddress"] {
  const { base_url } = manifest;
  if (/\{\{\s*(?:credentials|callback)\./.test(base_url)) return undefined;
  const address = compileAddress(base_url, listSettingChoices(manifest));
  return (settings) => renderAddress(address, { settings });
}

type TriggerVerbs = Pick<Connector, "poll" | "examples" | "subscribe" | "renew" | "unsubscribe" | "receive">;

function triggerVerbs(
  manifest: Manifest,
  { triggers }: ConnectorInfo,
  exchange: () => Exchange,
): TriggerVerbs {
  if (triggers.length === 0) return {};
  const triggerOf = byId("trigger", triggers, ({ id }) => {
    const source = manifest.triggers?.[id];
    return source && compileTrigger(source, { exchange: exchange(), name: manifest.name });
  });
  return {
    poll: async (id, call) => (triggerOf(id).poll ?? refuse(id, "is not polled"))(call),
    examples: async (id, call) => (triggerOf(id).examples ?? refuse(id, "has no list to read"))(call),
    subscribe: async (id, call) => (triggerOf(id).subscribe ?? refuse(id, "has no subscriptions"))(call),
    renew: async (id, call) => (triggerOf(id).renew ?? refuse(id, "is not renewed"))(call),
    unsubscribe: async (id, call) => (triggerOf(id).unsubscribe ?? refuse(id, "has no subscriptions"))(call),
    receive: async (id, request, call) =>
      (triggerOf(id).receive ?? refuse(id, "has no deliveries"))(request, call),
  };
}

function refuse(id: string, why: string): never {
  throw new ConnectorError("input", `The trigger ${id} ${why}.`);
}

function compileTrigger(
  { poll, webhook, input }: ManifestTrigger,
  { exchange, name }: { exchange: Exchange; name: string },
) {
  const schema = input as JsonSchema; // manifests are JSON
  const checkInput = createInputCheck(schema);
  const addDefaults = createDefaults(schema, "all");
  const withDefaults = <Given extends ConnectorCall>(call: Given): Given => ({
    ...call,
    input: addDefaults(call.input),
  });
  const checked =
    <Given extends ConnectorCall, Result>(verb: (call: Given) => Promise<Result>) =>
    async (call: Given): Promise<Result> => {
      const whole = withDefaults(call);
      const problem = await checkInput(whole.input, call.checkSlowly);
      if (problem !== undefined) throw new ConnectorError("input", `${problem}.`);
      return verb(whole);
    };
  const hook = webhook && compileWebhook(webhook, exchange, name);
  const list = poll ?? webhook?.missed;
  const { renew, unsubscribe } = hook ?? {};
  return {
    poll: list && checked(compilePoll(list, exchange, name)),
    examples: list && checked(compileExamples(list, exchange, name)),
    subscribe: hook?.subscribe && checked(hook.subscribe),
    // These do not validate the input: a subscription must be removable, and a delivery accepted, whatever the input
    // was.
    renew: renew && ((call: ConnectorCall & Subscription) => renew(withDefaults(call))),
    unsubscribe: unsubscribe && ((call: ConnectorCall & Subscription) => unsubscribe(withDefaults(call))),
    receive: hook?.receive,
  };
}

function onFirstUse<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Finds an item by its id and compiles it on first use; throws `ConnectorError` (`input`) for an unknown id. */
function byId<Item extends { id: string }, Compiled>(
  kind: string,
  items: readonly Item[],
  compile: (item: Item) => Compiled | undefined,
): (id: string) => Compiled {
  const byName = new Map(items.map((item) => [item.id, onFirstUse(() => compile(item))]));
  return (id) => {
    const compiled = byName.get(id)?.();
    if (compiled === undefined) throw new ConnectorError("input", `There is no ${kind} ${id}.`);
    return compiled;
  };
}
