import { expect, test } from "vitest";
import { startTestServer } from "../../../test/test-server.ts";
import { readCachedAnswer } from "./option-cache.ts";

test("answers are cached per request, up to 16 MiB, and the oldest are dropped first", async () => {
  const server = await startTestServer();
  try {
    const asked: string[] = [];
    const answer = { options: [{ name: "x".repeat(3 * 1024 * 1024), value: 1 }] };
    const ask = (key: string) =>
      readCachedAnswer(server.deps, key, async () => {
        asked.push(key);
        return answer;
      });
    for (const key of ["a", "b", "c", "d", "e"]) await ask(key);
    await ask("a");
    expect(asked).toEqual(["a", "b", "c", "d", "e"]);
    await ask("f");
    await ask("f");
    await ask("b");
    expect(asked).toEqual(["a", "b", "c", "d", "e", "f"]);
    await ask("a");
    expect(asked.at(-1)).toBe("a");
    const large = { options: [{ name: "x".repeat(17 * 1024 * 1024), value: 1 }] };
    await readCachedAnswer(server.deps, "large", async () => large);
    await ask("a");
    await ask("large");
    expect(asked.slice(-2)).toEqual(["a", "large"]);
  } finally {
    await server.close();
  }
});
