import { expect, test } from "vitest";
import { useThirdParty } from "../../runs/engine/test-third-party.ts";
import { createCodeNode, createHttpNode, startTestRun, waitForRunEnd } from "../../runs/test-run.ts";

const { server, third } = useThirdParty();

/** What each request was, and the key that it carried. */
const keys = () =>
  third.received.map(({ path, headers }) => [path, headers["idempotency-key"] as string | undefined]);

test("requests of code carry an idempotency key per request, the same for every attempt", async () => {
  const text = `
    await fetch("${third.url}/read");
    await fetch("${third.url}/first", { method: "post", body: "1" });
    const reply = await fetch("${third.url}/second", { method: "PUT", body: "2" });
    if (!reply.ok) throw new Error("Again");`;
  third.answers.push({ status: 200 }, { status: 200 }, { status: 503 });
  const nodes = [
    createCodeNode("send", text, { maximum_attempts: 2 }),
    createHttpNode("post", third.url, { data: { method: "POST" } }),
  ];
  const id = await startTestRun(server, { nodes });
  expect(await waitForRunEnd(server, id)).toMatchObject({ status: "COMPLETED" });
  const [, [, first] = [], [, second] = []] = keys();
  expect(first).toMatch(/^[0-9a-f]{32}-1$/);
  expect(second).toBe(first?.replace(/1$/, "2"));
  const attempt = [
    ["/read", undefined],
    ["/first", first],
    ["/second", second],
  ];
  expect(keys().slice(0, 6)).toEqual([...attempt, ...attempt]);
  expect(keys()[6]).toEqual(["/", expect.not.stringContaining(first?.slice(0, 32) ?? "")]);
});

test("a key that code sets itself is sent unchanged", async () => {
  const text = `
    const send = (headers) => fetch("${third.url}/", { method: "POST", headers });
    await send({ "Idempotency-Key": "order-7" });
    await send({});`;
  const id = await startTestRun(server, { nodes: [createCodeNode("send", text)] });
  await waitForRunEnd(server, id);
  expect(keys()).toEqual([
    ["/", "order-7"],
    ["/", expect.stringMatching(/^[0-9a-f]{32}-2$/)],
  ]);
});
