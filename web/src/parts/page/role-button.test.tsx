import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show, startBackend } from "../test-page.tsx";
import { RoleButton } from "./role-button.tsx";

const backend = startBackend();

test.each([
  ["viewer", "support", 0],
  ["support", "support", 1],
  ["owner", "support", 1],
  ["support", "developer", 0],
] as const)("an action of a %s that requires %s is done %d times", async (role, least, times) => {
  await backend.signIn(role);
  let done = 0;
  const { user } = await show(
    <RoleButton least={least} onClick={() => done++}>
      Replay
    </RoleButton>,
  );
  const button = screen.getByRole("button", { name: "Replay" });
  await expect.poll(() => button.getAttribute("aria-disabled")).toBe(times === 0 ? "true" : null);
  await user.click(button);
  expect(done).toBe(times);
  if (times > 0) return;
  // It stays in the order of the keyboard and says what is missing.
  await user.hover(button);
  await screen.findByText(`Requires the ${least} role`);
});

test("an action in another environment requires the role there", async () => {
  await backend.signIn("owner");
  let done = 0;
  const { user } = await show(
    <RoleButton least="owner" environment="production" onClick={() => done++}>
      Publish
    </RoleButton>,
  );
  const button = screen.getByRole("button", { name: "Publish" });
  await expect.poll(() => button.getAttribute("aria-disabled")).toBeNull();
  await user.click(button);
  expect(done).toBe(1);
});
