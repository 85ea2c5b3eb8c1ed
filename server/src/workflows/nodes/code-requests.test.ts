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

/** What a code node returns. */
async function runCode(text: string): Promise<unknown> {
  const id = await startTestRun(server, { nodes: [createCodeNode("code", text)] });
  const run = await waitForRunEnd(server, id);
  expect(run).toMatchObject({ status: "COMPLETED" });
  return run.nodes.find(({ node_id }: { node_id: string }) => node_id === "code").latest_output.body;
}

test("code reads and sends every byte unchanged", async () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  const type = { "content-type": "image/png" };
  third.answers.push({ status: 200, headers: type, body: all }, { status: 200 });
  const read = await runCode(`
    const bytes = await (await fetch("${third.url}/read")).bytes();
    await fetch("${third.url}/write", { method: "POST", headers: { "content-type": "image/png" }, body: bytes });
    return [...bytes];`);
  expect(read).toEqual([...all]);
  expect(third.received[1]).toMatchObject({ path: "/write", headers: { ...type, "content-length": "256" } });
  expect(third.received[1]?.bytes).toEqual(all);
});

test.each([
  ["bytes that are not UTF-8", Buffer.from([0x61, 0xff, 0xc3]), "text/plain", "a\ufffd\ufffd"],
  ["a text in another encoding", Buffer.from([0xfc]), "text/plain; charset=iso-8859-1", "ü"],
  ["a byte order mark", Buffer.from("\ufeffü"), "application/json", "ü"],
  ["a text in UTF-8", Buffer.from("ü😀"), "text/plain", "ü😀"],
  ["nothing", Buffer.alloc(0), "text/plain", ""],
])("code reads the text and the bytes of a response with %s", async (_, body, contentType, text) => {
  third.answers.push({ status: 200, headers: { "content-type": contentType }, body }, { status: 200 });
  const read = await runCode(`
    const reply = await fetch("${third.url}/read");
    const buffer = await reply.arrayBuffer();
    await fetch("${third.url}/write", { method: "PUT", body: buffer });
    return [await reply.text(), [...new Uint8Array(buffer)]];`);
  expect(read).toEqual([text, [...body]]);
  expect(third.received[1]?.bytes).toEqual(body);
});

test("bytes have the same limit as text", async () => {
  const body = (character: string | number) => Buffer.alloc(2 ** 20, character);
  const text = (value: Buffer) => ({ status: 200, body: value });
  third.answers.push(text(body("x")), text(body(0xff)), text(Buffer.alloc(2 ** 20 + 1, "x")));
  third.answers.push(text(Buffer.alloc(2 ** 20 + 1, 0xff)));
  const read = await runCode(`
    const ask = () => fetch("${third.url}/").then((r) => r.bytes()).then((b) => b.length, (e) => e.message);
    return [await ask(), await ask(), await ask(), await ask()];`);
  const refusal = expect.stringMatching(/larger than|too large/);
  expect(read).toEqual([2 ** 20, 2 ** 20, refusal, refusal]);
  expect((read as unknown[])[2]).toBe((read as unknown[])[3]);
});
