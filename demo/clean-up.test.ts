import { afterEach, expect, test, vi } from "vitest";
import { createCleanUp } from "./clean-up.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("clean-up runs every task once in reverse order, including after a failed task and for late tasks", async () => {
  const complaint = vi.spyOn(console, "error").mockReturnValue();
  const done: string[] = [];
  const cleanUp = createCleanUp();
  const note = (name: string) => async () => {
    done.push(name);
  };
  cleanUp.later(note("first"));
  cleanUp.later(() => Promise.reject(new Error("busy")));
  cleanUp.later(async () => {
    done.push("third");
    cleanUp.later(note("late"));
  });
  await cleanUp.run();
  await cleanUp.run();
  expect(done).toEqual(["third", "late", "first"]);
  expect(complaint).toHaveBeenCalledOnce();
});
