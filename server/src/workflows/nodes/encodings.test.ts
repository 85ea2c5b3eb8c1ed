import { expect, test } from "vitest";
import { useThirdParty } from "../../runs/engine/test-third-party.ts";
import {
  createCodeNode,
  startTestRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../../runs/start/test-run.ts";

const { server, third } = useThirdParty();

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const answers: [type: string, body: Buffer, read: unknown][] = [
  ["text/plain; charset=ISO-8859-15", hex("63 61 66 e9 20 a4"), "café €"],
  ["application/json; charset=windows-1253", hex("22 c1 c8 c7 cd c1 22"), "ΑΘΗΝΑ"],
  ["application/json; charset=iso-8859-1", hex("ef bb bf 7b 22 61 22 3a 22 c3 a9 22 7d"), { a: "é" }],
  ["application/json; charset=utf-16", Buffer.from('{"a":"é"}', "utf16le"), { a: "é" }],
  ["application/problem+json", Buffer.from('{"name":"Küçük"}'), { name: "Küçük" }],
  ["application/xml", Buffer.from('<?xml version="1.0" encoding="koi8-r"?>\xc4\xc1', "latin1"), /да$/],
  ["text/html", Buffer.from("<meta charset=shift_jis>\x93\xfa", "latin1"), /日$/],
  ["text/plain", Buffer.from("\ufeffKüçük"), "Küçük"],
];

test("an http node reads a response in the encoding that it declares", async () => {
  for (const [type, body, read] of answers) {
    third.answers.push({ status: 200, headers: { "content-type": type }, body });
    const look = { id: "look", type: "transform", data: { output: "{{ node.get.body }}" } };
    const nodes = [{ id: "get", type: "http", data: { url: third.url } }, look];
    const id = await startTestRun(server, { nodes });
    const response = await waitForRunResponse(server, id);
    if (read instanceof RegExp) expect(response, type).toMatch(read);
    else expect(response, type).toEqual(read);
  }
});

test("a failure of an http node quotes the response in its encoding", async () => {
  const headers = { "content-type": "text/plain; charset=windows-1253" };
  third.answers.push({ status: 400, headers, body: hex("c1 c8 c7 cd c1") });
  const id = await startTestRun(server, { nodes: [{ id: "get", type: "http", data: { url: third.url } }] });
  const { execution_error: error } = await waitForRunEnd(server, id);
  expect(error?.message).toBe("The URL responded with 400: ΑΘΗΝΑ");
});

test("a failure of an http node gives the reason alone, and no page", async () => {
  const said = async (type: string, body: string) => {
    third.answers.push({ status: 400, headers: { "content-type": type }, body: Buffer.from(body) });
    const id = await startTestRun(server, { nodes: [{ id: "get", type: "http", data: { url: third.url } }] });
    return (await waitForRunEnd(server, id)).execution_error?.message;
  };
  expect(await said("application/json", '{"errors":[{"message":"No such order"}]}')).toBe(
    "The URL responded with 400: No such order",
  );
  expect(await said("application/json", '{"why":"broken"}')).toBe(
    'The URL responded with 400: {"why":"broken"}',
  );
  expect(await said("application/json", '{"why":"broken","api_key":"k-123456"}')).not.toContain("k-123456");
  expect(await said("text/html", "<html><body>Oops</body></html>")).toBe("The URL responded with 400.");
});

test("fetch in code reads texts and JSON in the encoding that they declare", async () => {
  for (const [type, body, read] of answers) {
    third.answers.push({ status: 200, headers: { "content-type": type }, body });
    const verb = type.includes("json") ? "json" : "text";
    const code = createCodeNode("get", `return (await fetch("${third.url}")).${verb}();`);
    const look = { id: "look", type: "transform", data: { output: "{{ node.get.body }}" } };
    const response = await waitForRunResponse(server, await startTestRun(server, { nodes: [code, look] }));
    if (read instanceof RegExp) expect(response, type).toMatch(read);
    else expect(response, type).toEqual(read);
  }
});
