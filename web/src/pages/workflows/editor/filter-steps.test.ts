import { expect, test } from "vitest";
import { filterSteps } from "./filter-steps.ts";

const step = (id: string, keywords: string[] = [], description = "") => ({
  id,
  label: id,
  keywords,
  description,
});

/** The labels that a text finds, by group. */
function find(text: string): Record<string, string[]> {
  const groups = filterSteps(text, [
    {
      group: "Steps",
      actions: [step("Delay", ["wait"]), step("Rule", ["if", "branch"]), step("Wait for a webhook")],
    },
    { group: "Actions", actions: [step("Unify contacts"), step("Verify a code"), step("Notify", ["if"])] },
  ]);
  return Object.fromEntries(
    groups.flatMap((one) => ("actions" in one ? [[one.group, one.actions.map(({ id }) => id)]] : [])),
  );
}

test("a whole word of a name or keyword comes before a name that only contains the text", () => {
  expect(find("if")).toEqual({ Steps: ["Rule"], Actions: ["Notify", "Unify contacts", "Verify a code"] });
  expect(Object.keys(find("if"))).toEqual(["Steps", "Actions"]);
  expect(find(" WAIT ")).toEqual({ Steps: ["Delay", "Wait for a webhook"] });
});

test("a group comes before another whose best entry fits less", () => {
  expect(Object.keys(find("cont"))).toEqual(["Actions"]);
  expect(find("ve")).toEqual({ Actions: ["Verify a code"] });
  expect(Object.keys(find("y"))).toEqual(["Steps", "Actions"]);
  expect(Object.keys(find("unify"))[0]).toBe("Actions");
});

test("nothing is found by what no entry contains; everything without a text", () => {
  expect(find("zebra")).toEqual({});
  expect(find("")).toMatchObject({ Steps: ["Delay", "Rule", "Wait for a webhook"] });
});
