// Headers that the connection needs for itself are refused by name, and nothing of such a request reaches the wire.
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useThirdParty } from "../../runs/engine/test-third-party.ts";
import {
  createCodeNode,
  createHttpNode,
  startTestRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../../runs/start/test-run.ts";
import { httpNode } from "./http.ts";

const { server } = useThirdParty();

const names = ["transfer-encoding", "content-length", "connection", "upgrade", "host", "te", "trailer"];
const others = ["keep-alive", "proxy-connection", "expect"];

/** A server of bare TCP, which keeps what comes in. */
let wire = "";
const bare = createServer((socket) => {
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    wire += chunk.toString("latin1");
    socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok");
  });
});
let url = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
});
beforeEach(() => {
  wire = "";
});
afterAll(() => new Promise((resolve) => bare.close(resolve)));

const sentence = (name: string) =>
  `The request has an invalid header: "${name}" is written by the HTTP client and cannot be set. Leave it out.`;

test("code that sets one fails with a sentence that names it, however it is written", async () => {
  const text = `
    const values = { host: new URL("${url}").host, "content-length": "4", te: "trailers", "transfer-encoding": "chunked" };
    const messages = {};
    for (const name of ${JSON.stringify([...names, ...others])}) {
      for (const written of [name, name.toUpperCase()]) {
        for (const headers of [{ [written]: values[name] ?? "x" }, new Headers([[written, values[name] ?? "x"]])]) {
          const send = fetch("${url}/bad", { method: "POST", body: "body", headers });
          messages[name] = await send.then(() => "was sent", (error) => error.name + ": " + error.message);
          if (messages[name] === "was sent") return messages;
        }
      }
    }
    return messages;`;
  const id = await startTestRun(server, { nodes: [createCodeNode("send", text)] });
  const messages = Object.fromEntries(
    [...names, ...others].map((name) => [name, `TypeError: ${sentence(name)}`]),
  );
  expect(await waitForRunResponse(server, id)).toEqual(messages);
  expect(wire).toBe("");
});

test("an uncaught error is the step's error; otherwise the client writes these headers once each", async () => {
  const failing = `await fetch("${url}/bad", { method: "POST", headers: { "Transfer-Encoding": "chunked" }, body: "a" })`;
  const bad = await startTestRun(server, { nodes: [createCodeNode("send", failing)] });
  expect(await waitForRunEnd(server, bad)).toMatchObject({ status: "ERRORED" });
  expect(wire).toBe("");
  const well = `await fetch("${url}/good", { method: "POST", headers: { "x-a": "1" }, body: "four" })`;
  const good = await startTestRun(server, { nodes: [createCodeNode("send", well)] });
  expect(await waitForRunEnd(server, good)).toMatchObject({ status: "COMPLETED" });
  const [, ...lines] = wire.split("\r\n\r\n")[0]?.split("\r\n") ?? [];
  const sent = lines
    .map((line) => line.split(":")[0]?.toLowerCase())
    .filter((name) => names.includes(name ?? ""));
  expect(sent.sort()).toEqual(["connection", "content-length", "host"]);
  expect(wire).toContain("content-length: 4\r\n");
});

test("an http node that sets one is rejected when saved, and fails if it was stored before", async () => {
  for (const name of [...names, ...others])
    expect(httpNode.problem?.({ url, headers: { [name.toUpperCase()]: "x" } })).toBe(
      `data.headers: "${name.toUpperCase()}" is written by the HTTP client and cannot be set. Leave it out.`,
    );
  expect(httpNode.problem?.({ url, headers: { accept: "a/b" } })).toBeUndefined();
  const nodes = [createHttpNode("old", url, { data: { headers: { Host: "other.example.com" } } })];
  const id = await startTestRun(server, { nodes });
  expect(await waitForRunEnd(server, id)).toMatchObject({ status: "ERRORED" });
  expect(wire).toBe("");
});
