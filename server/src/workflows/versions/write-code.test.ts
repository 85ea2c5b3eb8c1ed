import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testConfig } from "../../../test/test-config.ts";
import { ApiError } from "../../platform/errors.ts";
import type { Json } from "../../platform/json/json.ts";
import { createLog } from "../../platform/log.ts";
import { createOutbound } from "../../platform/outbound/outbound.ts";
import { createSandbox } from "../../platform/sandbox/sandbox.ts";
import type { NodeInput } from "../definition/graph.ts";
import { generateMissingCode } from "./write-code.ts";

interface Asked {
  path: string;
  authorization: string | undefined;
  body: { model: string; messages: { role: string; content: string }[] };
}

const asked: Asked[] = [];
/** What the model answers, in turn; the last one for ever. */
let answers: { status?: number; body: string }[] = [];
const says = (content: Json) => ({
  body: JSON.stringify({ choices: [{ message: { role: "assistant", content } }] }),
});

const provider = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  asked.push({
    path: request.url ?? "",
    authorization: request.headers.authorization,
    body: JSON.parse(body),
  });
  const { status = 200, body: answer } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { body: "" };
  response.writeHead(status, { "content-type": "application/json" }).end(answer);
});
const outbound = createOutbound({ allow: testConfig().outboundAllow });
const sandbox = createSandbox();
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  provider.closeAllConnections();
  provider.close();
  await outbound.close();
  await sandbox.close();
});

const depsWith = (model: { url: string; name: string; apiKey: string | undefined } | undefined) => ({
  outbound,
  sandbox,
  log: createLog("fatal"),
  config: testConfig({ model }),
});
const write = (nodes: NodeInput[], stored?: NodeInput[]) =>
  generateMissingCode(depsWith({ url, name: "coder", apiKey: "sk-1" }), nodes, stored);
const prompted = (id: string, prompt: string, more: { [key: string]: Json } = {}): NodeInput => ({
  id,
  type: "ai_code_executor",
  name: "Totals",
  data: { prompt, ...more },
});
const start: NodeInput = { id: "begin", type: "start" };
const failure = async (work: Promise<unknown>) => {
  const error = await work.catch((caught: unknown) => caught);
  return error instanceof ApiError ? [error.status, error.code, error.message] : error;
};

test("the model writes the code of a prompt, which is stored beside it, and other nodes stay unchanged", async () => {
  answers = [says("const total = input.a + input.b;\nreturn { total };")];
  const nodes = [
    start,
    prompted("sum", "Add a and b.", { params: { x: 1 } }),
    prompted("own", "Any", { code: "return 1;" }),
  ];
  expect(await write(nodes)).toEqual([
    start,
    prompted("sum", "Add a and b.", {
      params: { x: 1 },
      code: "const total = input.a + input.b;\nreturn { total };",
    }),
    nodes[2],
  ]);
  expect(asked).toMatchObject([
    {
      path: "/v1/chat/completions",
      authorization: "Bearer sk-1",
      body: { model: "coder", messages: [{ role: "system" }, { role: "user" }] },
    },
  ]);
  const request = asked[0]?.body.messages[1]?.content;
  expect(request).toMatch(/^Add a and b\./);
  expect(request).toContain("begin (start)\nsum (ai_code_executor, Totals)\nown (ai_code_executor, Totals)");
});

test("the generated code runs unchanged", async () => {
  answers = [says("return { total: input.a + input.b };")];
  const [node] = await write([prompted("sum", "Add a and b.")]);
  const code = String(node?.data?.code);
  expect(await sandbox.run({ code, globals: { input: { a: 2, b: 3 } } })).toMatchObject({
    ok: true,
    value: { total: 5 },
  });
});

test.each([
  ["```js\nreturn 1;\n```", "return 1;"],
  ["Here it is:\n```javascript\nreturn `a`;\n```\nIt returns a.", "return `a`;"],
  ["  return 2;\n", "return 2;"],
])("from the answer %j the code is %j", async (content, code) => {
  answers = [says(content)];
  expect(await write([prompted("a", "Do")])).toEqual([prompted("a", "Do", { code })]);
});

test("code that does not parse is corrected once, with the error sent to the model", async () => {
  answers = [says("return (;"), says("return 1;")];
  expect(await write([prompted("a", "Do")])).toEqual([prompted("a", "Do", { code: "return 1;" })]);
  expect(asked[1]?.body.messages.slice(2)).toEqual([
    { role: "assistant", content: "return (;" },
    { role: "user", content: expect.stringMatching(/^This does not parse: .*line 1/) },
  ]);
});

test("without a key none is sent", async () => {
  answers = [says("return 1;")];
  await generateMissingCode(depsWith({ url, name: "coder", apiKey: undefined }), [prompted("a", "Do")]);
  expect(asked).toMatchObject([{ authorization: undefined }]);
});

describe("no request is made", () => {
  test("without a model", async () => {
    const nodes = [prompted("a", "Do")];
    expect(await generateMissingCode(depsWith(undefined), nodes)).toEqual(nodes);
    expect(asked).toEqual([]);
  });

  test.each<NodeInput>([
    start,
    prompted("a", "Do", { code: "return 1;" }),
    prompted("a", "  "),
    prompted("a", "x".repeat(20_001)),
    { id: "a", type: "ai_code_executor" },
    { id: "a", type: "ai_code_executor", data: { prompt: 5 } },
    { id: "a", type: "transform", data: { prompt: "Do" } },
  ])("for %j", async (node) => {
    expect(await write([node])).toEqual([node]);
    expect(asked).toEqual([]);
  });

  test("if the same prompt already has code; another prompt or empty code is written again", async () => {
    answers = [says("return 2;")];
    const stored = [prompted("a", "Do", { code: "return 1;" })];
    expect(await write([prompted("a", "Do")], stored)).toEqual(stored);
    expect(asked).toEqual([]);
    expect(await write([prompted("a", "Do", { code: "" })], stored)).toEqual([
      prompted("a", "Do", { code: "return 2;" }),
    ]);
    expect(await write([prompted("a", "Do more")], stored)).toEqual([
      prompted("a", "Do more", { code: "return 2;" }),
    ]);
    expect(await write([prompted("b", "Do")], stored)).toEqual([prompted("b", "Do", { code: "return 2;" })]);
    expect(asked).toHaveLength(3);
  });
});

describe("a model's failure is reported", () => {
  const sentence = (why: string) =>
    `Node "a" (Totals): the code for data.prompt could not be generated. ${why}`;

  test.each([
    [{ status: 401, body: '{"error":"sk-1 is wrong"}' }, 502, "The model responded with 401."],
    [{ status: 500, body: "" }, 502, "The model responded with 500."],
    [{ status: 429, body: "{}" }, 503, "The model is busy (429): try again later."],
    [{ body: "<html>" }, 502, "The model's answer is not a chat completion with text."],
    [{ body: "null" }, 502, "The model's answer is not a chat completion with text."],
    [says(null), 502, "The model's answer is not a chat completion with text."],
    [says(" "), 502, "The model's answer contains no code."],
    [says("x".repeat(100_001)), 502, "The model's code has more than 100000 characters."],
  ])("%j is %i", async (answer, status, why) => {
    answers = [answer];
    expect(await failure(write([prompted("a", "Do")]))).toEqual([
      status,
      "EXTERNAL_API_FAILURE",
      sentence(why),
    ]);
  });

  test("code that fails to parse twice is 502", async () => {
    answers = [says("return (;")];
    expect(await failure(write([prompted("a", "Do")]))).toEqual([
      502,
      "EXTERNAL_API_FAILURE",
      expect.stringMatching(/could not be generated\. The model's code does not parse: .*line 1\)\.$/),
    ]);
    expect(asked).toHaveLength(2);
  });

  test("a forbidden address is 502", async () => {
    const model = { url: "http://169.254.169.254/v1", name: "coder", apiKey: undefined };
    expect(await failure(generateMissingCode(depsWith(model), [prompted("a", "Do")]))).toEqual([
      502,
      "EXTERNAL_API_FAILURE",
      sentence("The URL points to an address that is not public, and the operator has not allowed it."),
    ]);
  });
});

test("at most ten prompts are written at once", async () => {
  answers = [says("return 1;")];
  const nodes = (count: number) => Array.from({ length: count }, (_, index) => prompted(`n${index}`, "Do"));
  expect((await write(nodes(10))).every(({ data }) => data?.code === "return 1;")).toBe(true);
  expect(asked).toHaveLength(10);
  expect(await failure(write(nodes(11)))).toEqual([
    400,
    "VALIDATION_ERROR",
    "nodes: the code of 11 nodes would have to be written from prompts; save at most 10 such nodes at once.",
  ]);
  expect(asked).toHaveLength(10);
});
