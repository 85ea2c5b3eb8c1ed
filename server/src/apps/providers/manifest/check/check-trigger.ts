import type { Json } from "../../../../platform/json/json.ts";
import type { ManifestProblem } from "../schema/manifest-error.ts";
import type {
  ManifestCondition,
  ManifestPoll,
  ManifestTrigger,
  ManifestWebhook,
} from "../schema/trigger-schema.ts";
import { HOOK_SECRET, readReply } from "../triggers/challenge.ts";
import { KEPT_KEYS } from "../triggers/poll-memory.ts";
import type { ActionContext } from "./check-action.ts";
import { findItemsProblems } from "./check-options.ts";
import { findDottedPathProblems } from "./check-paging.ts";
import { findRequestProblems } from "./check-request.ts";
import { findInputSchemaProblems, findSchemaProblems, listDeclaredNames } from "./check-schema.ts";
import { findTemplateProblems, type ManifestPath, type TemplateRoots } from "./check-template.ts";
import { findVerifyProblems, listSecretRoots } from "./check-verify.ts";

const NOW = ["iso", "epoch_seconds", "epoch_milliseconds"];
const DELIVERY: TemplateRoots = { body: "any", headers: "any", query: "any", method: "any" };

/** Finds what is wrong with one trigger: its schemas and its poll or webhook. */
export function findTriggerProblems(
  path: ManifestPath,
  trigger: ManifestTrigger,
  context: ActionContext,
): ManifestProblem[] {
  const { poll, webhook } = trigger;
  const problems = findInputSchemaProblems([...path, "input"], trigger.input, context.origin);
  if (trigger.output !== undefined) {
    problems.push(...findSchemaProblems([...path, "output"], trigger.output, context.origin));
  }
  if ((poll === undefined) === (webhook === undefined)) {
    problems.push({ path, message: "needs exactly one of poll and webhook" });
  }
  const known: TemplateRoots = { ...context.known, input: listDeclaredNames(trigger.input), now: NOW };
  if (poll !== undefined) problems.push(...checkPoll([...path, "poll"], poll, known));
  if (webhook !== undefined) {
    problems.push(...checkWebhook([...path, "webhook"], webhook, { known, answer: context.answer }));
  }
  return problems;
}

function checkPoll(path: ManifestPath, poll: ManifestPoll, known: TemplateRoots): ManifestProblem[] {
  const item: TemplateRoots = { item: "any", index: "any" };
  return [
    ...findRequestProblems([...path, "request"], poll.request, { ...known, cursor: "any" }),
    ...findItemsProblems(path, poll, poll.request),
    ...checkText([...path, "start"], poll.start, known),
    ...checkText([...path, "key"], poll.key, item),
    ...checkText([...path, "position"], poll.position, item),
    ...checkText([...path, "data"], poll.data, item),
    ...needsPlace([...path, "key"], poll.key),
    ...checkOverlap([...path, "overlap"], poll),
  ];
}

function checkOverlap(path: ManifestPath, { overlap, position }: ManifestPoll): ManifestProblem[] {
  if (overlap === undefined) return [];
  const { seconds, number = 0 } = overlap;
  if ((seconds === undefined) === (overlap.number === undefined)) {
    return [{ path, message: "needs exactly one of seconds and number" }];
  }
  if (position !== undefined) return [];
  if (seconds !== undefined) return [{ path: [...path, "seconds"], message: "needs a position" }];
  if (number <= KEPT_KEYS) return [];
  return [{ path: [...path, "number"], message: `may be at most ${KEPT_KEYS} without a position` }];
}

function checkText(path: ManifestPath, value: unknown, known: TemplateRoots): ManifestProblem[] {
  return value === undefined ? [] : findTemplateProblems(path, value, known);
}

function needsPlace(path: ManifestPath, key: string): ManifestProblem[] {
  if (key.includes("{{")) return [];
  return [{ path, message: "is the same for every event: it needs a placeholder such as {{ item.id }}" }];
}

/** Only a key tells events that are read from a list from those that arrived. */
function checkKey(path: ManifestPath, { key, optional_key, missed }: ManifestWebhook): ManifestProblem[] {
  if (key !== undefined && (optional_key !== true || missed === undefined)) return needsPlace(path, key);
  if (optional_key === true && missed === undefined) return [];
  const why = missed === undefined ? "set optional_key if events have none" : "missed needs one";
  return [{ path, message: `is missing or optional: ${why}` }];
}

function checkWebhook(
  path: ManifestPath,
  webhook: ManifestWebhook,
  { known, answer }: { known: TemplateRoots; answer: TemplateRoots },
): ManifestProblem[] {
  const { subscribe, unsubscribe, items } = webhook;
  const hooked: TemplateRoots = { ...known, hook: ["url", "secret"] };
  const event: TemplateRoots = { ...DELIVERY, item: "any" };
  const problems = [
    ...findVerifyProblems([...path, "verify"], webhook.verify, known),
    ...checkConditions([...path, "when"], webhook.when, items === undefined ? DELIVERY : event),
    ...checkText([...path, "key"], webhook.key, event),
    ...checkKey([...path, "key"], webhook),
    ...checkText([...path, "data"], webhook.data, event),
    ...(items === undefined ? [] : findDottedPathProblems([...path, "items"], items, ["body"])),
    ...checkChallenge([...path, "challenge"], webhook.challenge, known),
  ];
  if (subscribe !== undefined) {
    problems.push(...findRequestProblems([...path, "subscribe", "request"], subscribe.request, hooked));
    problems.push(...checkText([...path, "subscribe", "state"], subscribe.state, answer));
  }
  problems.push(...checkKeeping(path, webhook, { known, hooked, answer }));
  if (unsubscribe !== undefined) {
    const request = [...path, "unsubscribe", "request"];
    problems.push(...findRequestProblems(request, unsubscribe.request, { ...hooked, state: "any" }));
  }
  if ((subscribe === undefined) !== (unsubscribe === undefined)) {
    const missing = subscribe === undefined ? "subscribe" : "unsubscribe";
    problems.push({
      path: [...path, missing],
      message: "is missing: subscribe and unsubscribe belong together",
    });
  }
  return problems;
}

/** Checks what keeps a subscription: its renewal, its end, and the list of what it missed. */
function checkKeeping(
  path: ManifestPath,
  webhook: ManifestWebhook,
  { known, hooked, answer }: { known: TemplateRoots; hooked: TemplateRoots; answer: TemplateRoots },
): ManifestProblem[] {
  const { subscribe, renew, expires, missed } = webhook;
  const problems = (["renew", "expires", "missed"] as const)
    .filter((name) => subscribe === undefined && webhook[name] !== undefined)
    .map((name): ManifestProblem => ({ path: [...path, name], message: "needs subscribe and unsubscribe" }));
  if (renew !== undefined) {
    const at = [...path, "renew"];
    problems.push(...findRequestProblems([...at, "request"], renew.request, { ...hooked, state: "any" }));
    problems.push(...checkConditions([...at, "alive"], renew.alive, answer));
    problems.push(...checkText([...at, "state"], renew.state, answer));
  }
  if (typeof expires === "string") problems.push(...checkText([...path, "expires"], expires, answer));
  if (missed !== undefined) problems.push(...checkPoll([...path, "missed"], missed, known));
  return problems;
}

function checkChallenge(
  path: ManifestPath,
  challenge: ManifestWebhook["challenge"],
  known: TemplateRoots,
): ManifestProblem[] {
  if (challenge === undefined) return [];
  const { when, reply } = challenge;
  const problems = checkConditions([...path, "when"], when, DELIVERY);
  if ((reply.text === undefined) === (reply.json === undefined)) {
    problems.push({ path: [...path, "reply"], message: "needs exactly one of text and json" });
  }
  for (const form of ["text", "json"] as const)
    if (reply[form] !== undefined)
      problems.push(...checkReply([...path, "reply", form], reply[form] as Json, known)); // manifests are JSON
  return problems;
}

function checkReply(path: ManifestPath, reply: Json, known: TemplateRoots): ManifestProblem[] {
  const { template, computed } = readReply(reply);
  const places = computed.map((_hash, index) => String(index));
  return [
    ...checkText(path, template, places.length > 0 ? { ...DELIVERY, computed: places } : DELIVERY),
    ...computed.flatMap((one) => {
      if ("parts" in one) return checkHash(path, one.parts);
      return [
        ...checkText(path, `{{ ${one.key} }}`, listSecretRoots(known)),
        ...checkText(path, `{{ ${one.text} }}`, DELIVERY),
      ];
    }),
  ];
}

/** Without our own secret, a hash would prove nothing; with a customer's, it would give away what opens more. */
function checkHash(path: ManifestPath, parts: readonly string[]): ManifestProblem[] {
  const problems = checkText(path, parts.map((part) => `{{ ${part} }}`).join(""), {
    ...DELIVERY,
    hook: ["secret"],
    url: "any",
  });
  if (parts.filter((part) => part === HOOK_SECRET).length === 1) return problems;
  return [...problems, { path, message: `a hash needs ${HOOK_SECRET} once` }];
}

function checkConditions(
  path: ManifestPath,
  conditions: ManifestCondition | ManifestCondition[] | undefined,
  roots: TemplateRoots,
): ManifestProblem[] {
  if (conditions === undefined) return [];
  if (!Array.isArray(conditions))
    return findDottedPathProblems([...path, "path"], conditions.path, Object.keys(roots));
  return conditions.flatMap((condition, i) =>
    findDottedPathProblems([...path, i, "path"], condition.path, Object.keys(roots)),
  );
}
