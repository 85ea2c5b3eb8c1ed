import { describe, expect, test } from "vitest";
import { WORDS } from "./english.ts";
import { TRANSLATIONS } from "./words.ts";

/** Of these groups customers see everything but what only operators see. */
const WHOLE = [
  "LOCALE",
  "EDITOR",
  "EDITOR_SHORTCUTS",
  "EDITOR_VERSIONS",
  "TRIGGERS",
  "TEST_PANEL",
  "STEP_SETTINGS",
  "WORKFLOW_GRAPH",
  "EXECUTION_STATES",
  "STEP_STATES",
  "CHANGES",
] as const;

const OPERATORS_ONLY: ReadonlySet<string> = new Set([
  // Customers begin in the portal's list of their workflows.
  "EDITOR.newWorkflow",
  "EDITOR.view",
  // Whom a workflow is offered to is no question of a customer's own.
  "EDITOR.alias",
  "EDITOR.aliasHelp",
  "EDITOR.descriptionHelp",
  "EDITOR.autoEnable",
  "EDITOR.hide",
  // The source of the company's own events has the company's name.
  "TRIGGERS.ownProduct",
  // The company defines events, and its product sends them.
  "TRIGGERS.defineEvent",
  "TRIGGERS.sendEvent",
  "TRIGGERS.sendEventOf",
  // The company makes schedules.
  "TRIGGERS.schedules",
  "TRIGGERS.noRuns",
  "TRIGGERS.noRunsFor",
  "TRIGGERS.newestSchedules",
  "TRIGGERS.tryCron",
  "TRIGGERS.triedRuns",
  "TRIGGERS.yourTime",
  "TRIGGERS.scheduleNeedsPublished",
  // A customer's own workflow is tested for that customer alone.
  "TRIGGERS.addressNeedsCustomer",
  "TEST_PANEL.customerHelp",
  "TEST_PANEL.needsCustomer",
  "TEST_PANEL.noCustomers",
  "TEST_PANEL.addCustomer",
  "STEP_SETTINGS.needsCustomer",
  // These lead to other pages of the dashboard.
  "TEST_PANEL.open",
  "STEP_SETTINGS.tryIt",
  "STEP_SETTINGS.dataOf",
]);

/** Each text, function and list by its path, with which of these it is. */
function membersOf(words: object, path: readonly string[] = []): Map<string, string> {
  const members = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    const at = [...path, key];
    const isGroup = typeof value === "object" && !Array.isArray(value);
    if (isGroup) for (const [name, kind] of membersOf(value, at)) members.set(name, kind);
    else members.set(at.join("."), Array.isArray(value) ? "list" : typeof value);
  }
  return members;
}

const english = membersOf(WORDS);
const loaded = await Promise.all(
  Object.entries(TRANSLATIONS).map(async ([language, load]) => ({ language, words: await load() })),
);
const groupOf = (member: string) => member.split(".")[0];

describe.each(loaded)("the customers' editor in $language", ({ language, words }) => {
  const members = membersOf(words);

  test("has every text of the groups that customers see", () => {
    const needed = [...english.keys()].filter(
      (member) => WHOLE.some((group) => group === groupOf(member)) && !OPERATORS_ONLY.has(member),
    );
    expect(needed.filter((member) => !members.has(member))).toEqual([]);
  });

  test("translates the same texts of the other groups as every language", () => {
    expect([...members.keys()].sort()).toEqual([...membersOf(loaded[0]?.words ?? {}).keys()].sort());
  });

  test("has no text that is missing in English, and none for operators", () => {
    expect(
      [...members].filter(([member, kind]) => english.get(member) !== kind || OPERATORS_ONLY.has(member)),
    ).toEqual([]);
  });

  test("has the same number of shortcuts, each once", () => {
    const keys = words.EDITOR_SHORTCUTS?.map(([key]) => key);
    expect(new Set(keys).size).toBe(WORDS.EDITOR_SHORTCUTS.length);
    expect(keys).toHaveLength(WORDS.EDITOR_SHORTCUTS.length);
  });

  test("has its own name", () => {
    expect(words.LOCALE).toEqual({ language, dates: language });
  });
});

test("texts only for operators exist in English", () => {
  expect([...OPERATORS_ONLY].filter((member) => !english.has(member))).toEqual([]);
});
