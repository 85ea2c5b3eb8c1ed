import { expect, test } from "vitest";
import { createNewestCache } from "./newest-kept.ts";

type Kept = ReturnType<typeof createNewestCache<{ bytes: number }>>;

const there = (kept: Kept) => ["a", "b", "c", "d"].filter((key) => kept.get(key)).join("");
const fill = (kept: Kept, bytes: number) => {
  for (const key of ["a", "b", "c"]) kept.set(key, { bytes });
};

test("the oldest go where they are too many", () => {
  const kept = createNewestCache<{ bytes: number }>(2, 100);
  fill(kept, 1);
  expect(there(kept)).toBe("bc");
  kept.set("b", { bytes: 1 });
  kept.set("d", { bytes: 1 });
  expect(there(kept)).toBe("bd");
});

test("the oldest go where they take too much memory, and the newest stays however much it takes", () => {
  const kept = createNewestCache<{ bytes: number }>(10, 100);
  fill(kept, 40);
  expect(there(kept)).toBe("bc");
  kept.set("c", { bytes: 60 });
  expect(there(kept)).toBe("bc");
  kept.set("d", { bytes: 1000 });
  expect(there(kept)).toBe("d");
  kept.delete("d");
  fill(kept, 50);
  expect(there(kept)).toBe("bc");
});
