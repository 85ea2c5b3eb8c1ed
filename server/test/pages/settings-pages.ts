import type { Application } from "../../src/apps/catalog/application.ts";
import type { PageContent } from "../../src/pages/document.ts";
import type { Words } from "../../src/pages/words/words.ts";
import { renderApplicationPage } from "../../src/portal/pages/application-page.ts";
import { renderSettingsForm } from "../../src/portal/settings/settings-form.ts";
import { type ConfigRecord, splitSettingsSteps } from "../../src/portal/settings/settings-steps.ts";
import { buildControlName, readStep } from "../../src/portal/settings/settings-values.ts";
import { inventedApplication, inventedConnection, inventedVisit } from "./invented.ts";

const OPTIONS = [{ name: "Μικρό", value: 1 }];
const FIELD = { name: "Πεδίο", required: false, labels: [] };
const CONDITION = { lhs: "Χώρα", operator: "eq", rhs: "1" };
const RULES = {
  logic: "AND",
  conditions: [CONDITION, { logic: "OR", conditions: [CONDITION, { lhs: "1", operator: "is_null" }] }],
};
// One field of each type, and two that depend on another one.
const FIELDS = [
  { id: "1", field_type: "text", required: true },
  { id: "2", field_type: "number" },
  { id: "3", field_type: "email" },
  { id: "4", field_type: "url" },
  { id: "5", field_type: "date" },
  { id: "6", field_type: "password", value: "********" },
  { id: "7", field_type: "json" },
  { id: "8", field_type: "select", options: OPTIONS },
  { id: "9", field_type: "select", multiple: true, options: OPTIONS },
  { id: "10", field_type: "number", multiple: true },
  { id: "11", field_type: "checkbox" },
  { id: "12", field_type: "map", labels: [{ name: "Πλήρες", value: "1" }], options: OPTIONS },
  { id: "13", field_type: "rule_engine" },
  { id: "15", field_type: "rule_engine", value: RULES },
  { id: "16", field_type: "rule_engine", value: { logic: "5" } },
  { id: "17", field_type: "rule_engine" },
  { id: "18", field_type: "map_v2", mapping: { lhs: { options: OPTIONS }, rhs: { options: OPTIONS } } },
  { id: "14", field_type: "select", parent: "1", data_source: {} },
].map((field) => ({ ...FIELD, ...field }));

const WRONG: Record<string, string> = {
  "2": "λίγα",
  "3": "λίγα",
  "4": "λίγα",
  "5": "λίγα",
  "7": "{",
  "8": "9",
  "10": "λίγα",
  "13": '{"logic":"5"}',
};

/** The settings part of an application's page, in every state. */
export function settingsPages(words: Words): PageContent[] {
  const flow = { id: "1", name: "Ροή", description: "Περιγραφή", enabled: true, fields: FIELDS };
  const gone = { connections: { 1: "3" } };
  const workflows = [flow, { ...flow, id: "2", enabled: false, fields: [], ...gone }];
  const fields = [{ ...FIELD, id: "1", field_type: "text", required: true }];
  const field_errors = [{ id: "14", error: "" }];
  const both = { fields, workflows, field_errors } as unknown as ConfigRecord;
  const one = { fields: [], workflows: workflows.slice(1), field_errors } as unknown as ConfigRecord;
  const steps = splitSettingsSteps(words, both);
  const step = steps[1];
  if (step === undefined) throw new Error("There is no second step.");
  const form = new URLSearchParams({ "on.1": "true" });
  for (const [id, text] of Object.entries(WRONG)) form.set(buildControlName({ id } as never, "1"), text);
  const rule = buildControlName({ id: "17" } as never, "1");
  for (const [part, text] of Object.entries({ logic: "AND", "0.lhs": "", "0.rhs": "1" }))
    form.set(`${rule}.${part}`, text);
  return [
    page(words, both, { isMade: false, current: 0 }),
    page(words, both, { isMade: true, current: 1 }),
    page(words, both, { isMade: true, current: 1, filled: readStep(words, step, form) }),
    page(words, one, { isMade: true, current: 0 }),
  ];
}

function page(
  words: Words,
  config: ConfigRecord,
  view: Pick<Parameters<typeof renderSettingsForm>[1], "isMade" | "current" | "filled">,
): PageContent {
  const visit = inventedVisit(words);
  const application = inventedApplication(["keybased"]);
  const connections = [inventedConnection({}), inventedConnection({ id: "2", name: "2", is_default: false })];
  const others = [connections.slice(0, 1), []].map((own, at) => ({
    application: withSlug(application, String(at + 2)),
    connections: own,
    workflows: ["2"],
  }));
  const used = [{ application: withSlug(application, "1"), connections, workflows: ["1", "2"] }, ...others];
  // A config that uses one application does not name it.
  const shown = config.fields.length > 0 ? used : used.slice(0, 1);
  const accounts = { used: shown, pages: new Set(["2", "3"]) };
  const settings = renderSettingsForm(visit, {
    slug: "1",
    accounts,
    config,
    steps: splitSettingsSteps(words, config),
    ...view,
  });
  return renderApplicationPage(visit, { application, connections: [inventedConnection({})], settings });
}

function withSlug(application: Application, slug: string): Application {
  const { connector } = application;
  return { ...application, connector: { ...connector, info: { ...connector.info, slug } } };
}
