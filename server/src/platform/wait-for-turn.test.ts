import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openEmbedded } from "./database/embedded/embedded.ts";
import { waitForTurn } from "./wait-for-turn.ts";

/** Counts the turns of the event loop until it is stopped. */
function countTurns(): { readonly count: number; stop(): void } {
  let count = 0;
  let isOver = false;
  const again = () => {
    if (isOver) return;
    count++;
    setImmediate(again);
  };
  setImmediate(again);
  return {
    get count() {
      return count;
    },
    stop: () => {
      isOver = true;
    },
  };
}

function keepBusy(ms: number): void {
  for (const endMs = performance.now() + ms; performance.now() < endMs; );
}

test("work that chains promises lets the event loop turn", async () => {
  const turns = countTurns();
  for (let part = 0; part < 10; part++) {
    keepBusy(11);
    await waitForTurn();
  }
  turns.stop();
  expect(turns.count).toBeGreaterThanOrEqual(9);
});

test("of many concurrent waiters, a slow one continues in each turn", async () => {
  const turns = countTurns();
  const seen = await Promise.all(
    Array.from({ length: 5 }, async () => {
      await waitForTurn();
      keepBusy(11);
      return turns.count;
    }),
  );
  turns.stop();
  expect(new Set(seen).size).toBeGreaterThanOrEqual(4);
});

test("a chain of statements of the embedded database lets the event loop turn", async () => {
  const folder = mkdtempSync(join(tmpdir(), "junctor-"));
  const database = await openEmbedded(folder);
  const turns = countTurns();
  for (let statement = 0; statement < 5; statement++)
    await database.query({ name: "slow", text: "select count(*) from generate_series(1, 400000)" }, []);
  turns.stop();
  await database.close();
  rmSync(folder, { recursive: true });
  expect(turns.count).toBeGreaterThanOrEqual(4);
});
