import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PARTS } from "../../words/parts/parts.ts";
import { show } from "../test-page.tsx";
import { confirm, tell, tellProblem } from "./confirm.tsx";

test("what is confirmed is done, what is cancelled is not", async () => {
  const done: string[] = [];
  const ask = () =>
    confirm({
      title: "Delete the key?",
      text: "Requests with it fail at once.",
      action: "Delete key",
      onConfirm: () => done.push("deleted"),
      onCancel: () => done.push("cancelled"),
    });
  const { user } = await show(
    <button type="button" onClick={ask}>
      Ask
    </button>,
  );
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await screen.findByText("Requests with it fail at once.");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(done).toEqual(["cancelled"]);
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await user.click(await screen.findByRole("button", { name: "Delete key" }));
  expect(done).toEqual(["cancelled", "deleted"]);
});

test("a failure stays with its reason until it is dismissed", async () => {
  const { user } = await show(
    <button type="button" onClick={() => tellProblem(new Error("The name is taken."))}>
      Save
    </button>,
  );
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("The name is taken.");
  screen.getByText(PARTS.problem);
  await user.click(screen.getByRole("button", { name: "Close" }));
  await expect.poll(() => screen.queryByText("The name is taken.")).toBeNull();
});

test("success is said in a sentence, without a title that alarms", async () => {
  const { user } = await show(
    <button type="button" onClick={() => tell("Key deleted.")}>
      Delete
    </button>,
  );
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await screen.findByText("Key deleted.");
  expect(screen.queryByText(PARTS.problem)).toBeNull();
});
