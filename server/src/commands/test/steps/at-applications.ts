import { randomBytes } from "node:crypto";
import { forAccount } from "../../../../../sdk/src/http/http.ts";
import type { Reply } from "../../../../../sdk/src/http/wire.ts";
import type { ValuePath } from "../../../platform/json/located-yaml.ts";
import { findNearName } from "../../../platform/near-name.ts";
import { SimulatorError } from "../../../simulator/application.ts";
import { parseActionName } from "../../../workflows/definition/action-name.ts";
import type { GivenFault, TestWhen } from "../file/schema.ts";
import { getAccount, type RunningTest, TestBreak } from "./running-test.ts";

const SUBSCRIPTIONS = "/api/v2/public/trigger-subscriptions";
const ACTIONS = "/api/v2/integration-schema/{slug}/actions";

const SECRET_BYTES = 24;

type Subscription = Reply<"get", typeof SUBSCRIPTIONS>[number];

/** Lets something go wrong at an application, now or at the next requests. */
export function startFault(
  { bench }: Pick<RunningTest, "bench">,
  { fault: kind, application, times, match, account }: GivenFault,
): void {
  bench.applications.fault({ application, kind, times, match, account });
}

/**
 * Makes happen at an application what a trigger reports: the application sends it, or it is found by the next poll, until
 * which time passes. Throws TestBreak.
 */
export async function runHappening(run: RunningTest, when: TestWhen): Promise<void> {
  const { slug, actionId: trigger } = readName(when.happens);
  const account = getAccount(run, when.account);
  const subscriptions = await listSubscriptions(run, account, { slug, trigger });
  if (when.payload !== undefined && subscriptions.some(({ delivery }) => delivery === "poll"))
    throw new TestBreak(
      `${when.happens} is polled, and always reports the vendor's example: make something of your own happen by an action.`,
      ["payload"],
    );
  const byHand = subscriptions.filter(({ address }) => address !== undefined);
  const data = readChanges(when.payload);
  const happening = { application: slug, trigger, account, ...(data && { data }) };
  if (byHand.length === 0) await deliver(run, happening);
  for (const one of byHand) {
    const secret = await enterSecret(run, account, one);
    await deliver(run, { ...happening, url: one.address, ...(secret !== undefined && { secret }) });
  }
  await run.bench.runUntilPolled(slug);
}

/** Runs an action with a customer's connection as if somebody did it at the application; throws TestBreak. */
export async function runOutside(run: RunningTest, when: TestWhen): Promise<void> {
  const account = getAccount(run, when.account);
  await createRecord(run, { account, action: when.action ?? "", input: when.input, path: [] });
  await run.bench.runUntilPolled(readName(when.action).slug);
}

interface OutsideAction {
  readonly account: string;
  readonly action: string;
  readonly input: Readonly<Record<string, unknown>> | undefined;
  readonly path: ValuePath;
}

/** Runs an action of an account, whose requests are no part of the test; throws TestBreak. */
export async function createRecord(
  { bench, target: { send } }: Pick<RunningTest, "bench" | "target">,
  { account, action, input = {}, path }: OutsideAction,
): Promise<void> {
  const { slug, actionId } = readName(action);
  const known = (await send("get", ACTIONS, { path: { slug } })).map(({ action_id: id }) => id);
  if (!known.includes(actionId))
    throw new TestBreak(`${slug} has no action "${actionId}"${suggest(actionId, known)}`, [
      ...path,
      "action",
    ]);
  const { node_status: status, data } = await send("post", `${ACTIONS}/{action_id}/execute`, {
    ...forAccount({ linkedAccountId: account }),
    path: { slug, action_id: actionId },
    body: { ...input },
  });
  bench.thirdParties.take();
  if (status !== "Success") throw new TestBreak(`${action}: ${describeReason(data)}`, [...path, "action"]);
}

function describeReason(data: unknown): string {
  const { message } = (data ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : JSON.stringify(data);
}

function readName(name = ""): { slug: string; actionId: string } {
  const { slug, actionId = "" } = parseActionName(name, null) ?? {};
  return { slug: slug ?? "", actionId };
}

async function listSubscriptions(
  { bench, target: { send } }: RunningTest,
  account: string,
  { slug, trigger }: { slug: string; trigger: string },
): Promise<Subscription[]> {
  const { triggers = [] } = bench.applications.all.find((one) => one.slug === slug) ?? {};
  if (!triggers.includes(trigger))
    throw new TestBreak(`${slug} has no trigger "${trigger}" that can happen${suggest(trigger, triggers)}`, [
      "happens",
    ]);
  const all = await send("get", SUBSCRIPTIONS, forAccount({ linkedAccountId: account }));
  const found = all.filter((one) => one.slug === slug && one.event === trigger);
  const broken = found.find(({ status }) => status === "broken");
  if (broken)
    throw new TestBreak(`${account} could not subscribe to ${slug}/${trigger}: ${broken.last_error ?? ""}`, [
      "happens",
    ]);
  if (found.length > 0) return found;
  const others = [...new Set(all.map((one) => `${one.slug}/${one.event}`))];
  const known = others.length === 0 ? "nothing" : others.join(", ");
  throw new TestBreak(
    `No workflow that is on for ${account} starts with ${slug}/${trigger}. It listens to ${known}.`,
    ["happens"],
  );
}

function suggest(name: string, names: readonly string[]): string {
  const near = findNearName(name, names);
  return near === undefined ? `. It has: ${names.join(", ")}.` : `; did you mean "${near}"?`;
}

/** What differs from the vendor's example; a text or a list has no members. */
function readChanges(payload: unknown): Record<string, unknown> | undefined {
  if (payload === undefined) return undefined;
  if (typeof payload === "object" && payload !== null && !Array.isArray(payload))
    return payload as Record<string, unknown>; // an object of JSON
  throw new TestBreak("What happens at an application must be an object.", ["payload"]);
}

/** The secret of an address that a customer enters at the application: the server's, or the application's own. */
async function enterSecret(
  { target: { send } }: RunningTest,
  account: string,
  { _id: id, secret, needs_secret: needsSecret }: Subscription,
): Promise<string | undefined> {
  if (!needsSecret) return secret;
  const made = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  await send("put", `${SUBSCRIPTIONS}/{id}/secret`, {
    ...forAccount({ linkedAccountId: account }),
    path: { id },
    body: { secret: made },
  });
  return made;
}

async function deliver(
  { bench }: RunningTest,
  happening: Parameters<RunningTest["bench"]["applications"]["happen"]>[0],
): Promise<void> {
  try {
    const deliveries = await bench.applications.happen(happening);
    const refused = deliveries.find(({ status = 500, error }) => error !== undefined || status >= 400);
    if (!refused) return;
    const reason = refused.error ?? `It was answered with ${refused.status}.`;
    throw new TestBreak(`The webhook of ${happening.application} did not arrive: ${reason}`, ["happens"]);
  } catch (error) {
    if (error instanceof SimulatorError) throw new TestBreak(error.message, ["happens"]);
    throw error;
  }
}
