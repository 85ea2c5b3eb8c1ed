import { expect, test } from "vitest";
import { useThirdParty } from "../../runs/engine/test-third-party.ts";
import { aiCodeExecutorNode } from "./ai-code-executor.ts";
import { httpNode } from "./http.ts";
import { createNodeCall } from "./test-node-call.ts";

const { server, third } = useThirdParty();

/** A process that is sure of itself until it has sent something, and then finds out that another one took its run over. */
const lostAfterFirst = () =>
  third.received.length === 0 ? undefined : Promise.reject(new Error("Another process has taken this over."));

test("code whose process loses the run between two requests sends only the first one", async () => {
  const text = `
    await fetch("${third.url}/first", { method: "POST" });
    try { await fetch("${third.url}/second", { method: "POST" }); } catch {}
    await fetch("${third.url}/third", { method: "POST" });`;
  const outcome = await aiCodeExecutorNode.run(
    server.deps,
    createNodeCall({ code: text }, { untilSure: lostAfterFirst }),
  );
  expect(outcome.kind).toBe("fail");
  expect(third.received.map(({ path }) => path)).toEqual(["/first"]);
});

test("an http node that has lost the run sends nothing", async () => {
  const untilSure = () => Promise.reject(new Error("Another process has taken this over."));
  const call = createNodeCall({ method: "POST", url: third.url }, { untilSure });
  await expect(httpNode.run(server.deps, call)).rejects.toThrow("taken this over");
  expect(third.received).toEqual([]);
});
