import type { ConnectLink } from "../../apps/connections/connect-link.ts";
import { fetchConfigOptions } from "../../config-api/options/fill-options.ts";
import { fetchRuleColumns } from "../../config-api/options/fill-rules.ts";
import type { OptionDeps } from "../../config-api/options/look-up-options.ts";
import { type ConfigChange, findOrCreateConfig, previewConfig } from "../../configs/change.ts";
import { type ConfigView, presentConfig } from "../../configs/schema.ts";
import { getEffectiveValues } from "../../configs/values.ts";
import type { Deps } from "../../deps.ts";
import { ApiError } from "../../platform/errors.ts";
import type { Words } from "../../platform/pages/words/words.ts";
import { listLeftSides, parseRules } from "./rule-value.ts";
import type { ConfigRecord, SettingsStep } from "./settings-steps.ts";
import {
  buildControlName,
  type FilledStep,
  findControlProblem,
  isChanged,
  readStep,
} from "./settings-values.ts";

/** The config that a link fills in for an application, and whether it exists yet. */
export interface PortalSettings {
  readonly config: ConfigRecord;
  readonly isMade: boolean;
}

type SettingsDeps = OptionDeps & Pick<Deps, "sandbox">;

/** The left sides of a rule in a submitted form, by control name; undefined if the form has none. */
export type RuleLookup = (name: string) => readonly string[] | undefined;

/** The settings with the choices of their fields (platform-surface 3.12); the first save creates the config. */
export async function loadSettings(
  deps: SettingsDeps,
  link: ConnectLink,
  slug: string,
  sent?: RuleLookup,
): Promise<PortalSettings> {
  const { db, clock, log } = deps;
  const { scope, configId } = link;
  const found = await previewConfig(db, scope, { slug, configId }, clock.now());
  const options = await fetchConfigOptions(deps, scope, found.view);
  const rules = await fetchRuleColumns(deps, scope, options.view, (field, stored, workflowId) => {
    const typed = sent?.(buildControlName(field, workflowId));
    return typed ?? listLeftSides(parseRules(getEffectiveValues([field], stored)[field.id]));
  });
  const { view } = rules;
  const errors = [...options.errors, ...rules.errors];
  for (const { id, error } of errors) {
    log.warn({ slug, account: scope.account.id, field: id, problem: error.message }, "portal.options-failed");
  }
  return { config: presentConfig(view, errors), isMade: found.isMade };
}

/** Saves a filled-in step; if anything is invalid, nothing is saved and the problems are returned. */
export async function saveStep(
  deps: OptionDeps,
  link: ConnectLink,
  slug: string,
  { words, step, form }: { words: Words; step: SettingsStep; form: URLSearchParams },
): Promise<FilledStep> {
  const filled = readStep(words, step, form);
  if (filled.problems.size > 0) return filled;
  try {
    await change(deps, link, slug, filled.change);
    return filled;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const { name, text } = findControlProblem(words, step, error) ?? { name: "", text: error.message };
    return { ...filled, problems: new Map([[name, text]]) };
  }
}

function change(
  { queue, clock, vault }: OptionDeps,
  { scope, configId }: ConnectLink,
  slug: string,
  given: ConfigChange,
): Promise<ConfigView> {
  const now = clock.now();
  return queue.transaction((tx) =>
    findOrCreateConfig(tx, scope, { slug, configId }, { change: given, now, vault }),
  );
}

/** Whether the value of a parent field changed, so that other fields of the step have new choices. */
export function hasNewChoices(step: SettingsStep, { change: given }: FilledStep): boolean {
  const groups = [
    { fields: step.fields, values: given.fields },
    ...step.workflows.map(({ workflow, fields }) => ({
      fields,
      values: given.workflows?.find(({ id }) => id === workflow.id)?.fields,
    })),
  ];
  return groups.some(({ fields, values = {} }) => {
    const parents = new Set(fields.map(({ parent }) => parent));
    return fields.some((field) => parents.has(field.id) && isChanged(field, values[field.id]));
  });
}
