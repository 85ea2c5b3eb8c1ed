import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { sendAll } from "./send-all.ts";

test("sends every item once, in order, within the concurrency limit", async () => {
  const items = Array.from({ length: 50 }, (_, index) => index);
  const sent: number[] = [];
  let open = 0;
  let most = 0;
  await sendAll(items, 8, async (item) => {
    sent.push(item);
    open += 1;
    most = Math.max(most, open);
    await sleep(1);
    open -= 1;
  });
  expect(sent).toEqual(items);
  expect([open, most]).toEqual([0, 8]);
});

test("throws the first failure", async () => {
  const failing = sendAll([1, 2, 3], 2, (item) =>
    item === 2 ? Promise.reject(new Error("refused")) : Promise.resolve(),
  );
  await expect(failing).rejects.toThrow("refused");
});
