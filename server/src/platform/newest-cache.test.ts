import { expect, test } from "vitest";
import { createNewestCache } from "./newest-cache.ts";

type Kept = ReturnType<typeof createNewestCache<{ bytes: number }>>;

const bytesOf = ({ bytes }: { bytes: number }) => bytes;
const there = (kept: Kept) => ["a", "b", "c", "d"].filter((key) => kept.get(key)).join("");
const fill = (kept: Kept, bytes: number) => {
  for (const key of ["a", "b", "c"]) kept.set(key, { bytes });
};

test("the oldest entries are dropped when there are too many", () => {
  const kept = createNewestCache(2, 100, bytesOf);
  fill(kept, 1);
  expect(there(kept)).toBe("bc");
  kept.set("b", { bytes: 1 });
  kept.set("d", { bytes: 1 });
  expect(there(kept)).toBe("bd");
});

test("the oldest are dropped when they take too much memory, and the newest stays whatever its size", () => {
  const kept = createNewestCache(10, 100, bytesOf);
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

test("a recently used entry stays, also without a limit in bytes", () => {
  const kept = createNewestCache<string>(2);
  kept.set("a", "A");
  kept.set("b", "B");
  expect(kept.use("a")).toBe("A");
  kept.set("c", "C");
  expect([kept.get("a"), kept.get("b"), kept.get("c")]).toEqual(["A", undefined, "C"]);
  kept.clear();
  expect(kept.use("c")).toBeUndefined();
});
