import { findStandardPrefix } from "../../apps/providers/manifest/triggers/signature-headers.ts";
import { ApiError, badRequest, notFound } from "../../platform/errors.ts";
import type { Vault } from "../../platform/vault.ts";
import type { StartRequest } from "../../runs/table.ts";
import { RESERVED_EVENTS, WEBHOOK } from "../../workflows/definition/graph.ts";
import { DEFAULT_IDEMPOTENCY_MS } from "../../workflows/definition/settings.ts";
import { decryptWebhookSecret } from "../receive/webhook-secret.ts";
import { hashJson } from "./fingerprint.ts";
import { findHeader, findOwnKey, isKeyHeaderNamed, KEY_HEADER } from "./idempotency.ts";
import { toStartRequest } from "./kept-request.ts";
import type { Resolution, StartCandidate, TriggerAccount } from "./resolve.ts";
import type { CallTrigger, EventTrigger, Trigger, WebhookTrigger } from "./trigger.ts";
import { toStoredKey } from "./trigger-keys.ts";
import { buildVersionKey, type VersionFacts } from "./version-facts.ts";

/** A key that identifies a repeated trigger. */
export interface PlannedKey {
  readonly scope: string;
  readonly key: string;
  readonly windowMs: number;
  /** Set if a different payload under the same key is refused. */
  readonly fingerprint: string | null;
}

/** What a trigger starts, unless a key says that it is a repetition. */
export interface StartPlan {
  readonly account: TriggerAccount;
  readonly configId: string;
  /** The trigger's own keys: it is a repetition if any of them is held. */
  readonly keys: readonly PlannedKey[];
  /** The workflows to run, each with its own key for the trigger. */
  readonly starts: readonly { readonly candidate: StartCandidate; readonly key: PlannedKey | undefined }[];
  /** How it is recorded in the inbox; calls are not. */
  readonly inbox: { name: string; slug: string | null; workflowId: string | null } | undefined;
  /** What the runs can see of a webhook request apart from its body. */
  readonly request?: StartRequest;
  /** Whether the sender of a webhook waits for a response. */
  readonly isAwaited?: boolean;
}

export interface StartContext {
  readonly resolution: Resolution;
  readonly versions: ReadonlyMap<string, VersionFacts>;
  readonly vault: Vault;
  readonly now: Date;
}

const API_KEY_LIFE_MS = 24 * 3_600_000;
// A message may be signed five minutes ahead, so it can be repeated for ten.
const STANDARD_WINDOW_MS = 10 * 60_000;

/**
 * Plans what `trigger` starts. Throws ApiError for what does not exist (404, 400), is not proven (401) or does not
 * fit (400).
 */
export function buildStartPlan(trigger: Trigger, known: StartContext): StartPlan {
  if (trigger.kind === "webhook") return planWebhook(trigger, known);
  const { account } = known.resolution;
  if (!account || (trigger.accountRow !== undefined && trigger.accountRow !== account.id))
    throw new ApiError(
      "bad_request",
      "INVALID_LINKED_ACCOUNT_ID",
      "There is no linked account with this linked_account_id.",
    );
  return trigger.kind === "event" ? planEvent(trigger, account, known) : planCall(trigger, account, known);
}

/**
 * Unknown targets, and known ones that an address without a key may not start, get the same answer, so that nobody
 * learns which accounts and workflows exist. Signatures are checked even without an account, so that timing does
 * not tell either.
 */
function planWebhook(trigger: WebhookTrigger, known: StartContext): StartPlan {
  const { account, candidates } = known.resolution;
  const [candidate] = candidates;
  const facts = candidate && factsOf(known, candidate);
  if (!candidate || !facts?.webhook) throw createUnknownWebhookError();
  const { check, isStandard, isKeyless, header, isAwaited } = facts.webhook;
  const isSigned = check?.(trigger.request, secretsOf(known, candidate), known.now.getTime());
  const { generation } = trigger;
  const isOpen =
    generation === undefined ? (isSigned ?? isKeyless) : generation >= candidate.oldestGeneration;
  if (!account || !isOpen) throw createUnknownWebhookError();
  if (isSigned === false)
    throw new ApiError(
      "unauthorized",
      "INVALID_TOKEN",
      "The request could not be verified as coming from its sender: its signature or token is missing, wrong or too old.",
    );
  const { id, slug } = candidate.workflow;
  const { window_ms: windowMs = DEFAULT_IDEMPOTENCY_MS, ...named } = facts.idempotency ?? {
    header: KEY_HEADER,
  };
  const key = findOwnKey(trigger, named);
  // The message id is signed, so nobody can send the same message under another one.
  const messageId = isStandard ? findHeader(trigger, `${findStandardPrefix(trigger.headers)}-id`) : undefined;
  const { configId, own } = getTriggerConfig(trigger, account);
  return {
    account,
    configId,
    keys: [
      ...plannedKeys(`webhook/${id}${own}`, key, windowMs),
      // The config is not signed: an intercepted message must not get in again under an invented config.
      ...plannedKeys(`message/${id}${slug === null ? "" : own}`, messageId, STANDARD_WINDOW_MS),
    ],
    starts: candidate.enabled ? [{ candidate, key: undefined }] : [],
    inbox: { name: WEBHOOK, slug, workflowId: id },
    request: toStartRequest(trigger.request, header),
    isAwaited,
  };
}

/** The only reply to a caller who has not proven to know an address. */
export function createUnknownWebhookError(): ApiError {
  return new ApiError(
    "not_found",
    "RESOURCE_NOT_FOUND",
    "Webhook not found: use the whole URL, with the key at its end, or sign the request as the workflow requires.",
  );
}

/** Workflows of an application run if enabled in the config; those without an application run whenever published. */
function planEvent(trigger: EventTrigger, account: TriggerAccount, known: StartContext): StartPlan {
  const { event, slug = null, payload } = trigger;
  const { isDefined, candidates } = known.resolution;
  // A definition may predate the reservation of its name.
  if (!isDefined || RESERVED_EVENTS.includes(event))
    throw new ApiError("not_found", "INVALID_EVENT", "There is no application event with this name.");
  const { configId, own } = getTriggerConfig(trigger, account);
  const starts = candidates
    .filter(({ enabled }) => enabled)
    .map((candidate) => {
      const settings = factsOf(known, candidate)?.idempotency ?? {};
      const { window_ms: windowMs = DEFAULT_IDEMPOTENCY_MS } = settings;
      // The client's own header belongs to the event as a whole.
      const key = findOwnKey(trigger, isKeyHeaderNamed(settings) ? { path: settings.path } : settings);
      return { candidate, key: plannedKeys(`start/${candidate.workflow.id}${own}`, key, windowMs)[0] };
    });
  const key = findHeader(trigger, KEY_HEADER);
  const fingerprint = key === undefined ? null : hashJson([slug, configId, payload]);
  return {
    account,
    configId,
    keys: plannedKeys(`event/${event}`, key, API_KEY_LIFE_MS, fingerprint),
    starts,
    inbox: { name: event, slug, workflowId: null },
  };
}

function planCall(trigger: CallTrigger, account: TriggerAccount, known: StartContext): StartPlan {
  const [candidate] = known.resolution.candidates;
  if (!candidate) throw notFound("Workflow");
  const { id, slug } = candidate.workflow;
  if (trigger.slug && slug && slug !== trigger.slug)
    throw badRequest(`The workflow belongs to the application ${slug}, not to the one of the header slug.`);
  const { configId, own } = getTriggerConfig(trigger, account);
  const settings = factsOf(known, candidate)?.idempotency ?? {};
  const sent = findHeader(trigger, KEY_HEADER);
  const windowMs = settings.window_ms ?? API_KEY_LIFE_MS;
  const sentMs = isKeyHeaderNamed(settings) ? windowMs : API_KEY_LIFE_MS;
  const fingerprint = sent === undefined ? null : hashJson([configId, trigger.payload]);
  const keys = [
    ...plannedKeys(`execute/${id}`, sent, sentMs, fingerprint),
    ...plannedKeys(`call/${id}${own}`, findOwnKey(trigger, settings), windowMs),
  ];
  return {
    account,
    configId,
    keys,
    starts: [{ candidate, key: undefined }],
    inbox: undefined,
  };
}

/** The config, and what it adds to the scope of keys: a repetition is known within one config only. */
export function getTriggerConfig(
  { configId }: Pick<Trigger, "configId">,
  { accountId }: Pick<TriggerAccount, "accountId">,
): { readonly configId: string; readonly own: string } {
  const isOwn = configId !== undefined && configId !== accountId;
  return { configId: configId ?? accountId, own: isOwn ? `/${toStoredKey(configId)}` : "" };
}

function plannedKeys(
  scope: string,
  key: string | undefined,
  windowMs: number,
  fingerprint: string | null = null,
): PlannedKey[] {
  return key === undefined ? [] : [{ scope, key: toStoredKey(key), windowMs, fingerprint }];
}

function factsOf({ versions }: StartContext, { workflow }: StartCandidate): VersionFacts | undefined {
  return versions.get(buildVersionKey(workflow));
}

function secretsOf({ vault }: StartContext, { secrets }: StartCandidate): string[] {
  return secrets.map((secret) => decryptWebhookSecret(vault, secret));
}
