import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { show, startBackend } from "../../parts/test-page.tsx";
import { PAGES } from "../../words/parts/pages.ts";
import { WORKFLOW_APPLICATION } from "../../words/workflows/new-workflow.ts";
import { OPERATOR_EDITOR } from "../../words/workflows/operator-editor.ts";
import { WORKFLOWS } from "../../words/workflows/workflows.ts";
import { Route } from "./workflows-page.tsx";

startBackend();

const { component: WorkflowsPage } = Route.options;

async function showPage(search: string) {
  if (!WorkflowsPage) throw new Error("The route has no component.");
  return show(<WorkflowsPage />, `/test/workflows${search}`);
}

test("an application without workflows gets its first one from the list of its workflows", async () => {
  const { user } = await showPage("?slug=slack");
  await screen.findByText(WORKFLOWS.emptyOfApplication);
  expect(screen.queryByText(PAGES.nothingFits)).toBeNull();
  const [create] = screen.getAllByRole("button", { name: OPERATOR_EDITOR.newWorkflow });
  await user.click(create as HTMLElement);
  const dialog = await screen.findByRole("dialog");
  const field = within(dialog).getByRole("combobox", { name: WORKFLOW_APPLICATION.label });
  await expect.poll(() => (field as HTMLInputElement).value).toBe("Slack");
});

test("a list that is filtered further offers to clear the filters", async () => {
  await showPage("?slug=slack&name=Orders");
  expect(await screen.findByText(PAGES.nothingFits)).toBeDefined();
  expect(screen.queryByText(WORKFLOWS.emptyOfApplication)).toBeNull();
});
