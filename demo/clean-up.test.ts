import { afterEach, expect, test, vi } from "vitest";
import { createCleanUp } from "./clean-up.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("cleaning up runs every task in the reverse order, once, also after one that failed and one that came late", async () => {
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
