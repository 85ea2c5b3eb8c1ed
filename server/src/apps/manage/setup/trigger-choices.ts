import type { Static } from "typebox";
import { badField } from "../../../platform/errors.ts";
import { isObject } from "../../../platform/json/json.ts";
import type { JsonObject } from "../../connector.ts";
import type { Manifest } from "../../providers/manifest/schema/manifest-schema.ts";
import type { ManifestPoll, ManifestTrigger } from "../../providers/manifest/schema/trigger-schema.ts";
import { toObject } from "../../providers/openapi/read-json.ts";
import { buildListKey, type ListKey, readListKey } from "../../providers/openapi/triggers/list-key.ts";
import { findUnidentifiedLists } from "../../providers/openapi/triggers/list-triggers.ts";
import {
  ADDRESS_ALONE,
  buildWebhook,
  type EventSettings,
  readEventSettings,
} from "../../providers/openapi/triggers/webhook-settings.ts";
import type { ApplicationChoices, TriggerChoice } from "../../table.ts";
import type { ApplicationSetupBody, SetupTrigger } from "./setup-schema.ts";

type TriggersChange = Pick<Static<typeof ApplicationSetupBody>, "webhooks" | "triggers">;

/**
 * A trigger of which something can be chosen: a webhook of a document, or one that polls a list. One with `members` is
 * none yet: nobody has said which of them identifies an item.
 */
interface ChangeableTrigger {
  readonly id: string;
  readonly source: Omit<ManifestTrigger, "poll"> & { readonly poll?: Omit<ManifestPoll, "key"> };
  readonly webhook?: EventSettings;
  readonly list?: ListKey;
  readonly members?: readonly string[];
}

const DELIVERY_PATH = /^(?:body|headers|query)\./;

function listChangeable({ triggers, actions, auth }: JsonObject): ChangeableTrigger[] {
  // A definition is stored once it is valid.
  const { triggers: polled = {}, actions: all = {} } = { triggers, actions } as unknown as Partial<Manifest>;
  const unidentified = toObject(auth).your_app === undefined ? findUnidentifiedLists(all, polled) : [];
  const found = Object.entries(toObject(triggers)).flatMap(([id, value]): ChangeableTrigger[] => {
    if (!isObject(value)) return [];
    const source = value as unknown as ManifestTrigger; // a definition is stored once it is valid
    const webhook = readEventSettings(source.webhook);
    const list = readListKey(source.poll);
    return webhook === undefined && list === undefined ? [] : [{ id, source, webhook, list }];
  });
  return [...found, ...unidentified.map(({ id, trigger: source, members }) => ({ id, source, members }))];
}

/** The triggers of a definition of which something can be chosen, as it is now. */
export function listSetupTriggers(definition: JsonObject): Static<typeof SetupTrigger>[] {
  return listChangeable(definition).map(({ id, source: { title }, webhook, list, members }) =>
    webhook === undefined
      ? {
          id,
          title,
          delivery: "poll",
          key: list?.key ?? null,
          time: list?.time ?? null,
          ...(members && { members: [...members] }),
        }
      : { id, title, delivery: "webhook", key: webhook.key ?? null, filter: [...webhook.filter] },
  );
}

/** Whether a definition has webhooks that a document describes. */
export function hasDocumentWebhooks(definition: JsonObject): boolean {
  return listChangeable(definition).some(({ webhook }) => webhook !== undefined);
}

/** A definition whose triggers are as their author chose; choices of triggers that it does not have stay unused. */
export function applyTriggerChoices(definition: JsonObject, choices: ApplicationChoices): JsonObject {
  const changed = listChangeable(definition).flatMap(({ id, source, webhook, list, members }) => {
    const choice = choices.triggers?.[id] ?? {};
    if (members !== undefined && choice.key == null) return [];
    const built = webhook
      ? { webhook: buildWebhook(change(webhook, choice), choices.webhooks ?? ADDRESS_ALONE) }
      : { poll: { ...source.poll, key: buildListKey(change(list ?? { key: "id" }, choice)) } };
    return [[id, { ...source, ...built }] as const];
  });
  if (changed.length === 0) return definition;
  const triggers = { ...toObject(definition.triggers), ...Object.fromEntries(changed) };
  return { ...definition, triggers } as JsonObject; // its parts are JSON
}

/** What is chosen in place of what the document says; null for nothing. */
function change<Settings extends object>(settings: Settings, choice: TriggerChoice): Settings {
  const whole = Object.entries({ ...settings, ...choice }).filter(([, value]) => value != null);
  return Object.fromEntries(whole) as Settings; // what `checkTriggers` let through
}

/** The choices with those of a change; 400 for what the application does not have. */
export function mergeTriggerChoices(
  definition: JsonObject,
  choices: ApplicationChoices,
  { webhooks, triggers = [] }: TriggersChange,
): ApplicationChoices {
  if (webhooks !== undefined && !hasDocumentWebhooks(definition))
    throw badField("webhooks", "The application has no webhooks that a document describes.");
  const known = new Map(listChangeable(definition).map((one) => [one.id, one]));
  for (const [index, change] of triggers.entries())
    requireChangeable(`triggers.${index}`, known.get(change.id), change);
  const chosen = triggers.map(({ id, ...choice }) => [id, { ...choices.triggers?.[id], ...choice }]);
  return {
    ...choices,
    ...(webhooks !== undefined && { webhooks }),
    ...(chosen.length > 0 && { triggers: { ...choices.triggers, ...Object.fromEntries(chosen) } }),
  };
}

function requireChangeable(
  place: string,
  trigger: ChangeableTrigger | undefined,
  { id, filter, key, time }: NonNullable<TriggersChange["triggers"]>[number],
): void {
  if (trigger === undefined)
    throw badField(`${place}.id`, `There is no trigger ${id} of which something can be chosen.`);
  if (trigger.webhook === undefined) {
    if (filter !== undefined) throw badField(`${place}.filter`, "What is polled has no filter.");
    if (key === null || (key === undefined && trigger.members !== undefined))
      throw badField(`${place}.key`, "Name the member that identifies an item of the list.");
    return;
  }
  if (time !== undefined) throw badField(`${place}.time`, "A webhook has no time of change.");
  if (key != null && !DELIVERY_PATH.test(key))
    throw badField(`${place}.key`, `${key} must begin with body., headers. or query.`);
}
