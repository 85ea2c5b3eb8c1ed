import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { useRead } from "../../../api/use-api.ts";
import { show, startBackend } from "../../../parts/test-page.tsx";
import { ORGANIZATION } from "../branding/branding.ts";
import type { Retained } from "./retention.ts";
import { RetentionForm } from "./retention-form.tsx";

const { api, sent, signIn } = startBackend();

function Form({ retained }: { retained: Retained }) {
  const { data } = useRead(ORGANIZATION, {});
  return data && <RetentionForm organization={data} retained={retained} />;
}

const stored = async (retained: Retained) => (await api("GET", ORGANIZATION))[retained];
const field = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });

test("the audit log is kept at least 30 days, which is said before anything is asked or sent", async () => {
  const { user } = await show(<Form retained="audit_retention" />);
  const days = await field("Test audit log, in days");
  await user.type(days, "29");
  await user.click(screen.getByRole("button", { name: "Save audit log retention" }));
  await screen.findByText("Must be at least 30 days.");
  expect(days.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => document.activeElement).toBe(days);
  expect([screen.queryByRole("dialog"), sent]).toEqual([null, []]);
  await user.clear(days);
  await user.type(days, "30");
  await user.click(screen.getByRole("button", { name: "Save audit log retention" }));
  const dialog = await screen.findByRole("dialog");
  within(dialog).getByText(/^Records of the audit log in test that are older/);
  await user.click(within(dialog).getByRole("button", { name: "Save and delete" }));
  await screen.findByText("Audit log retention saved.");
  expect(await stored("audit_retention")).toEqual({ test: 30, production: null, server: 365 });
  expect((await stored("retention")).test).toBeNull();
});

test("a period that deletes nothing is saved without a question", async () => {
  const { user } = await show(<Form retained="audit_retention" />);
  const days = await field("Test audit log, in days");
  expect(days.value).toBe("30");
  await user.clear(days);
  await screen.findByText("Deleted records cannot be restored. The new period applies from now on.");
  await user.click(screen.getByRole("button", { name: "Save audit log retention" }));
  await screen.findByText("Audit log retention saved.");
  expect((await stored("audit_retention")).test).toBeNull();
});

test("a shorter period says what it deletes, and a cancelled question saves nothing", async () => {
  const { user } = await show(<Form retained="retention" />);
  await user.type(await field("Test, in days"), "7");
  await screen.findByText(/^Saving deletes records from before .* No executions are that old\.$/);
  sent.length = 0;
  await user.click(screen.getByRole("button", { name: "Save retention" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel" }));
  expect(sent).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Discard changes" }));
  expect((await field("Test, in days")).value).toBe("");
});

test("it cannot exceed the server's, which is reported at the field", async () => {
  const { user } = await show(<Form retained="retention" />);
  const days = await field("Production, in days");
  await user.type(days, "31");
  await user.click(screen.getByRole("button", { name: "Save retention" }));
  await screen.findByText(/^Must be at most 30 days/);
  expect(days.getAttribute("aria-invalid")).toBe("true");
  expect((await stored("retention")).production).toBeNull();
});

test("it is read-only without ownership of production", async () => {
  await signIn("developer");
  await show(<Form retained="retention" />);
  await screen.findByText("Only owners in production can change these.");
  expect((await field("Test, in days")).readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: "Save retention" })).toBeNull();
});
