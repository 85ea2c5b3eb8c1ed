import type { ConnectLink } from "../../apps/connections/connect-link.ts";
import { type ConfigChange, findOrCreateConfig, previewConfig } from "../../configs/change.ts";
import { fetchConfigOptions } from "../../configs/options/fill-options.ts";
import { fetchRuleColumns } from "../../configs/options/fill-rules.ts";
import type { OptionDeps } from "../../configs/options/look-up-options.ts";
import { splitPasswords } from "../../configs/password.ts";
import { type ConfigView, presentConfig } from "../../configs/schema.ts";
import type { Deps } from "../../deps.ts";
import type { Words } from "../../pages/words/words.ts";
import { ApiError } from "../../platform/errors.ts";
import type { Field } from "../../workflows/definition/field.ts";
import {
  type ChosenConnections,
  type FieldValues,
  getEffectiveValues,
} from "../../workflows/definition/stored-values.ts";
import { listLeftSides, parseLeftSides, parseRules } from "./rule-value.ts";
import { type ConfigRecord, isLiveStep, type SettingsStep, splitSettingsSteps } from "./settings-steps.ts";
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

/** A submitted form: what its choices depend on, in place of what is stored. */
interface SentForm {
  /** The left sides of a rule, by control name; undefined if the form has none. */
  readonly rules: (name: string) => readonly string[] | undefined;
  readonly change?: ConfigChange;
}

/** The settings with the choices of their fields (platform-surface 3.12); the first save creates the config. */
export async function loadSettings(
  deps: SettingsDeps,
  link: ConnectLink,
  slug: string,
  sent?: SentForm,
): Promise<PortalSettings> {
  const { db, clock, log } = deps;
  const { scope, configId } = link;
  const found = await previewConfig(db, scope, { slug, configId }, clock.now());
  const typed = sent?.change ? withChange(found.view, sent.change) : found.view;
  const options = await fetchConfigOptions(deps, scope, typed);
  const rules = await fetchRuleColumns(deps, scope, options.view, (field, stored, workflowId) => {
    const sides = sent?.rules(buildControlName(field, workflowId));
    return sides ?? listLeftSides(parseRules(getEffectiveValues([field], stored)[field.id]));
  });
  // Whether a value was changed is judged by the stored one.
  const view = { ...rules.view, row: found.view.row, choices: found.view.choices };
  const errors = [...options.errors, ...rules.errors];
  for (const { id, error } of errors) {
    log.warn({ slug, account: scope.account.id, field: id, problem: error.message }, "portal.options-failed");
  }
  return { config: presentConfig(view, errors), isMade: found.isMade };
}

/** The settings of a submitted step, with the choices that its values lead to; undefined if there is no such step. */
export async function loadSentStep(
  deps: SettingsDeps,
  link: ConnectLink,
  slug: string,
  { words, form }: { words: Words; form: URLSearchParams },
): Promise<SentStep | undefined> {
  const current = Number(form.get("step"));
  const rules = (name: string) => parseLeftSides(form, name);
  const stepOf = ({ config }: PortalSettings) => splitSettingsSteps(words, config)[current];
  const settings = await loadSettings(deps, link, slug, { rules });
  const step = stepOf(settings);
  if (step === undefined || !isLiveStep(step)) return step && { current, step, settings };
  const { change } = readStep(words, step, form);
  const typed = await loadSettings(deps, link, slug, { rules, change });
  return { current, step: stepOf(typed) ?? step, settings: typed };
}

/** A step whose form was submitted, and the settings that it is part of. */
export interface SentStep {
  /** Zero-based. */
  readonly current: number;
  readonly step: SettingsStep;
  readonly settings: PortalSettings;
}

/** A view as if the change, passwords aside, were stored. */
function withChange(view: ConfigView, change: ConfigChange): ConfigView {
  const { fields = {}, connections: shared = {}, workflows = [] } = change;
  const choices = new Map(view.choices);
  for (const { id, enabled = false, fields: given = {}, connections = {} } of workflows) {
    const stored = choices.get(id) ?? { enabled, fields: {}, secrets: {}, connections: {} };
    const declared = view.workflows.find((one) => one.id === id)?.fields ?? [];
    choices.set(id, {
      ...stored,
      fields: withValues(declared, stored.fields, given),
      connections: withConnections(stored.connections, connections),
    });
  }
  return {
    ...view,
    row: {
      ...view.row,
      fields: withValues(view.fields, view.row.fields, fields),
      connections: withConnections(view.row.connections, shared),
    },
    choices,
  };
}

function withConnections(stored: ChosenConnections, given: Record<string, string | null>): ChosenConnections {
  const chosen = Object.entries({ ...stored, ...given });
  return Object.fromEntries(chosen.filter((one): one is [string, string] => one[1] !== null));
}

function withValues(declared: readonly Field[], stored: FieldValues, given: FieldValues): FieldValues {
  const merged = { ...stored, ...splitPasswords(declared, given).others };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
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

/** Whether the value of a parent field changed, and a field that depends on it has no choice yet. */
export function hasNewChoices(step: SettingsStep, { change: given }: FilledStep): boolean {
  const groups = [
    { fields: step.fields, values: given.fields },
    ...step.workflows.map(({ workflow, fields }) => ({
      fields,
      values: given.workflows?.find(({ id }) => id === workflow.id)?.fields,
    })),
  ];
  return groups.some(({ fields, values = {} }) => {
    return fields.some((field) => {
      const parent = fields.find(({ id }) => id === field.parent);
      const isOpen = values[field.id] === undefined || values[field.id] === null;
      return parent !== undefined && isOpen && isChanged(parent, values[parent.id]);
    });
  });
}
