import type { presentConfig } from "../../configs/schema.ts";
import type { Words } from "../../pages/words/words.ts";

/** A config on the wire. */
export type ConfigRecord = Awaited<ReturnType<typeof presentConfig>>;
export type SettingsField = ConfigRecord["fields"][number];
export type SettingsWorkflow = ConfigRecord["workflows"][number];

/** What is filled in at once. */
export interface SettingsStep {
  readonly title: string;
  /** The application's fields. */
  readonly fields: readonly SettingsField[];
  readonly workflows: readonly StepWorkflow[];
}

/** The part of a workflow that is on one step; its switch is on the first. */
export interface StepWorkflow {
  readonly workflow: SettingsWorkflow;
  readonly hasSwitch: boolean;
  readonly fields: readonly SettingsField[];
}

/** Splits a config into steps: the application's fields by page, then the workflows by page (platform-surface 3.12). */
export function splitSettingsSteps({ t }: Words, { fields, workflows }: ConfigRecord): SettingsStep[] {
  const ofApplication = byPage(shown(fields), ({ associated_page: page }) => page ?? "").map(
    ([page, own]): SettingsStep => ({ title: page || t("setup.settings"), fields: own, workflows: [] }),
  );
  const parts = workflows.flatMap(partsOf);
  const ofWorkflows = byPage(parts, ({ page }) => page).map(
    ([page, own]): SettingsStep => ({ title: page || t("setup.workflows"), fields: [], workflows: own }),
  );
  return [...ofApplication, ...ofWorkflows];
}

/** Whether choices of the step may depend on what is entered in it. */
export function isLiveStep({ fields, workflows }: SettingsStep): boolean {
  return [...fields, ...workflows.flatMap((one) => one.fields)].some(
    ({ parent, data_source: source, field_type: type }) =>
      parent !== undefined || source !== undefined || type === "rule_engine" || type === "map_v2",
  );
}

function partsOf(workflow: SettingsWorkflow): (StepWorkflow & { page: string })[] {
  const groups = byPage(shown(workflow.fields), ({ associated_page: page }) => page ?? pageOf(workflow));
  if (groups.length === 0) return [{ workflow, hasSwitch: true, fields: [], page: pageOf(workflow) }];
  return groups.map(([page, fields], index) => ({ workflow, hasSwitch: index === 0, fields, page }));
}

function pageOf({ associated_page: page }: SettingsWorkflow): string {
  return page ?? "";
}

function shown(fields: readonly SettingsField[]): SettingsField[] {
  return fields.filter(({ hidden }) => hidden !== true);
}

/** Items by page, pages in the order in which they first appear. */
function byPage<Item>(items: readonly Item[], page: (item: Item) => string): [string, Item[]][] {
  const pages = new Map<string, Item[]>();
  for (const item of items) {
    const name = page(item);
    pages.set(name, [...(pages.get(name) ?? []), item]);
  }
  return [...pages];
}
