import { expect, test } from "vitest";
import { parseMultipart } from "../../platform/http/multipart.ts";
import { useThirdParty } from "../../runs/engine/test-third-party.ts";
import { createCodeNode, createHttpNode, startTestRun, waitForRunEnd } from "../../runs/start/test-run.ts";

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
  // A megabyte takes seconds of a run's time where others work too.
  const read: unknown[] = [];
  for (let n = 0; n < 4; n++)
    read.push(
      await runCode(
        `return fetch("${third.url}/").then((r) => r.bytes()).then((b) => b.length, (e) => e.message);`,
      ),
    );
  const refusal = expect.stringMatching(/larger than|too large/);
  expect(read).toEqual([2 ** 20, 2 ** 20, refusal, refusal]);
  expect(read[2]).toBe(read[3]);
});

const all = Buffer.from(Array.from({ length: 256 }, (_, index) => index));

/** What was sent, read by Node's parser of forms. */
async function readForm(index: number): Promise<unknown[]> {
  const { headers, bytes } = third.received[index] ?? { headers: {}, bytes: Buffer.alloc(0) };
  const type = { "content-type": String(headers["content-type"]) };
  const form = await new Response(new Uint8Array(bytes), { headers: type }).formData();
  const entries: Promise<unknown[]>[] = [];
  form.forEach((value, name) => {
    entries.push(
      typeof value === "string"
        ? Promise.resolve([name, value])
        : value.bytes().then((read) => [name, value.name, value.type, Buffer.from(read).toString("latin1")]),
    );
  });
  return Promise.all(entries);
}

test("code downloads a Blob and uploads it in a form, byte by byte", async () => {
  third.answers.push({ status: 200, headers: { "content-type": "Image/PNG" }, body: all }, { status: 201 });
  const status = await runCode(`
    const blob = await (await fetch("${third.url}/read")).blob();
    const form = new FormData();
    form.append("title", "Bericht é\\n2");
    form.append("tag", "a"); form.append("tag", "b");
    form.append("photo", blob, 'é "x"; name="y"\\r\\n.png');
    form.append("raw", blob);
    form.append("empty", new File([], "empty.txt", { type: "text/plain" }));
    form.append('odd "name"\\r\\nX: y', "----JunctorForm0\\r\\n------JunctorForm1--");
    return (await fetch("${third.url}/write", { method: "POST", body: form })).status;`);
  expect(status).toBe(201);
  const content = all.toString("latin1");
  expect(await readForm(1)).toEqual([
    ["title", "Bericht é\r\n2"],
    ["tag", "a"],
    ["tag", "b"],
    ["photo", 'é "x"; name="y"\r\n.png', "image/png", content],
    ["raw", "blob", "image/png", content],
    ["empty", "empty.txt", "text/plain", ""],
    ['odd "name"\r\nX: y', "----JunctorForm0\r\n------JunctorForm1--"],
  ]);
  expect(
    parseMultipart(
      third.received[1]?.bytes ?? Buffer.alloc(0),
      String(third.received[1]?.headers["content-type"]),
    ),
  ).toHaveLength(7);
});

test("code sends a Blob with its type, an empty form, and every attempt the same bytes", async () => {
  third.answers.push({ status: 200 }, { status: 200 }, { status: 500 });
  const text = `
    const post = (body, headers) => fetch("${third.url}/", { method: "POST", body, headers });
    await post(new Blob([new Uint8Array([255, 0])], { type: "Audio/WAV" }));
    await post(new Blob(["x"], { type: "text/a" }), { "content-type": "text/b" });
    const form = new FormData();
    form.append("a", new Blob(["x"]));
    if (!(await post(form)).ok) throw new Error("Again");
    await post(new FormData());`;
  const id = await startTestRun(server, { nodes: [createCodeNode("send", text, { maximum_attempts: 2 })] });
  expect(await waitForRunEnd(server, id)).toMatchObject({ status: "COMPLETED" });
  const sent = third.received.map(({ headers, bytes }) => [
    headers["content-type"],
    bytes.toString("latin1"),
  ]);
  expect(sent.slice(0, 2)).toEqual([
    ["audio/wav", "\xff\0"],
    ["text/b", "x"],
  ]);
  expect(sent.slice(3, 6)).toEqual(sent.slice(0, 3));
  expect(await readForm(6)).toEqual([]);
});
