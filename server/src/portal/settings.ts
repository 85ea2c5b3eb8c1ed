import type { ConnectLink } from "../apps/connect-link.ts";
import { type ConfigChange, findOrCreateConfig } from "../configs/change.ts";
import { presentConfig } from "../configs/schema.ts";
import type { Deps } from "../deps.ts";
import { ApiError } from "../platform/errors.ts";
import type { ConfigRecord, Step } from "./settings-steps.ts";
import { type Filled, isChanged, problemAt, readStep } from "./settings-values.ts";

type SettingsDeps = Pick<Deps, "queue" | "clock" | "vault">;

/** The config that a link fills in for an application, made if it is missing, with a change applied (platform-surface 3.12). */
export async function saveSettings(
  { queue, clock, vault }: SettingsDeps,
  { scope, configId }: ConnectLink,
  slug: string,
  change: ConfigChange = {},
): Promise<ConfigRecord> {
  const now = clock.now();
  const view = await queue.transaction((tx) =>
    findOrCreateConfig(tx, scope, { slug, configId }, { change, now, vault }),
  );
  return presentConfig(view);
}

/** Saves one step as it was filled in; when something does not fit, nothing is saved and the problems come back. */
export async function saveStep(
  deps: SettingsDeps,
  link: ConnectLink,
  slug: string,
  { step, form }: { step: Step; form: URLSearchParams },
): Promise<Filled> {
  const filled = readStep(step, form);
  if (filled.problems.size > 0) return filled;
  try {
    await saveSettings(deps, link, slug, filled.change);
    return filled;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const { name, text } = problemAt(step, error.message) ?? { name: "", text: error.message };
    return { ...filled, problems: new Map([[name, text]]) };
  }
}

/** Whether a value changed on which other fields of the step depend: they have new choices now. */
export function hasNewChoices(step: Step, { change }: Filled): boolean {
  const groups = [
    { fields: step.fields, values: change.fields },
    ...step.workflows.map(({ workflow, fields }) => ({
      fields,
      values: change.workflows?.find(({ id }) => id === workflow.id)?.fields,
    })),
  ];
  return groups.some(({ fields, values = {} }) => {
    const parents = new Set(fields.map(({ parent }) => parent));
    return fields.some((field) => parents.has(field.id) && isChanged(field, values[field.id]));
  });
}
