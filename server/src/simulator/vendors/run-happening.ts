import type {
  Hook,
  Mock,
  MockAnswer,
  MockRequest,
  MockVendor,
  TriggerCase,
  WebhookCase,
} from "../../../../connectors/mock-vendor.ts";
import { findNearName } from "../../platform/near-name.ts";
import { type AddressedDelivery, type Happening, SimulatorError } from "../application.ts";
import { buildDeliveryHeaders, buildPayload } from "./build-payload.ts";

/** An address that was registered for deliveries, by which request, and what was answered. */
export interface RegisteredHook {
  readonly url: string;
  readonly request: MockRequest;
  readonly answer: MockAnswer;
}

/** Where something happens: the state of one account. */
export interface HappeningAccount {
  readonly mock: Mock;
  readonly hooks: readonly RegisteredHook[];
  /** How often each trigger's webhook was sent. */
  readonly counts: Map<string, number>;
}

/** The application at which something happens; `keyOf` reads the key of a trigger from its connector. */
export interface HappeningApplication {
  readonly slug: string;
  readonly vendor: MockVendor;
  keyOf(trigger: string): Promise<string | undefined>;
}

/**
 * Makes what a trigger reports happen in an account. What is polled is in its lists afterwards; of a webhook the
 * delivery is returned, signed, for every address; throws `SimulatorError`.
 */
export async function runHappening(
  { slug, vendor, keyOf }: HappeningApplication,
  { mock, hooks, counts }: HappeningAccount,
  { trigger, url, secret = "", data }: Happening,
): Promise<readonly AddressedDelivery[]> {
  const one = findCase(slug, vendor, trigger);
  if (one.kind === "poll") {
    if (data !== undefined)
      throw new SimulatorError(
        `${trigger} is polled: what it reports is always the vendor's example, without data.`,
      );
    one.happen(mock);
    return [];
  }
  const credentials = {
    ...vendor.settings,
    ...vendor.credentials.oauth2?.good,
    ...vendor.credentials.keybased?.good,
  };
  const changes = { data, key: await keyOf(trigger), count: counts.get(trigger) ?? 0 };
  const edit = (payload: unknown) => buildPayload(payload, changes);
  counts.set(trigger, changes.count + 1);
  const deliver = (hook: Hook): AddressedDelivery => {
    const delivery = one.delivery({ ...hook, edit });
    return {
      url: hook.url,
      delivery: { ...delivery, headers: buildDeliveryHeaders(delivery.headers, changes) },
    };
  };
  if (url !== undefined) {
    const hook = { url, secret, state: null, credentials };
    return [...challengeOf(one, hook), deliver(hook)];
  }
  const current = new Set(mock.hooks?.());
  const registered = hooks.filter((hook) => current.has(hook.url));
  one.missed?.happen(mock);
  if (registered.length === 0 && one.missed === undefined)
    throw new SimulatorError(
      `Nobody registered an address for ${trigger} in this account of ${slug}: subscribe first, or pass the trigger's address as url.`,
    );
  return registered.map((hook) =>
    deliver({ url: hook.url, secret: findSecret(hook), state: hook.answer.body, credentials }),
  );
}

/** A vendor checks an address that is entered by hand before it delivers anything. */
function challengeOf({ challenge }: WebhookCase, hook: Hook): AddressedDelivery[] {
  if (challenge === undefined) return [];
  return [{ url: hook.url, delivery: challenge.delivery(hook), reply: challenge.reply }];
}

function findCase(slug: string, { triggers = [] }: MockVendor, trigger: string): TriggerCase {
  const found = triggers.find((one) => one.trigger === trigger);
  if (found !== undefined) return found;
  const names = [...new Set(triggers.map((one) => one.trigger))];
  const near = findNearName(trigger, names);
  const hint =
    near === undefined ? `It can make these happen: ${names.join(", ")}.` : `Did you mean ${near}?`;
  throw new SimulatorError(`The simulator cannot make "${trigger}" happen at ${slug}. ${hint}`);
}

/** The secret of whoever registered an address, where the vendor's request has a place for one. */
function findSecret({ url, request }: RegisteredHook): string {
  return new URL(url).searchParams.get("token") ?? searchSecret(parse(request.body)) ?? "";
}

function searchSecret(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (/^(secret|token)$/.test(name) && typeof inner === "string") return inner;
    const found = searchSecret(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}
