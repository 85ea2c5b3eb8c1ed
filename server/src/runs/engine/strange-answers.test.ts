import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  answerOf,
  brokenAnswers,
  deepLists,
  deepObjects,
  randomAnswers,
} from "../../../test/strange-answers.ts";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { startTestRun, waitForRunEnd, waitForRunResponse } from "../start/test-run.ts";

/** A third party that answers with bytes as they are given, by path. */
interface RawParty {
  readonly url: string;
  /** How often each path was asked for. */
  readonly requests: Map<string, number>;
  readonly answers: Map<string, Buffer>;
  close(): Promise<void>;
}

async function startRawParty(): Promise<RawParty> {
  const sockets = new Set<Socket>();
  const requests = new Map<string, number>();
  const answers = new Map<string, Buffer>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    let seen = "";
    socket.on("data", (chunk) => {
      seen += chunk.toString("latin1");
      const [, path = ""] = /^POST (\S+) .*\r\n\r\n/s.exec(seen) ?? [];
      if (path === "") return;
      seen = "";
      requests.set(path, (requests.get(path) ?? 0) + 1);
      socket.end(answers.get(path) ?? "");
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answers,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

let server: TestServer;
let party: RawParty;
beforeAll(async () => {
  party = await startRawParty();
  server = await startTestServer();
  server.work();
});
afterAll(async () => {
  await server.close();
  await party.close();
});

/** Starts an execution that posts once and is given this answer, and then looks at it. */
async function startAsking(path: string, answer: Buffer): Promise<string> {
  party.answers.set(path, answer);
  const data = { method: "POST", url: party.url + path, body: { order: 1 }, timeout_ms: 5000 };
  const look = { id: "look", type: "transform", data: { output: "{{ node.send.body }}" } };
  return startTestRun(server, { nodes: [{ id: "send", type: "http", data }, look] });
}

/** How executions end that are given these answers, all at the same time. Each has asked once. */
async function endsOf(answers: ReadonlyMap<string, Buffer>): Promise<Map<string, { id: string; end: End }>> {
  const ids = await Promise.all(
    [...answers].map(async ([name, answer], index) => {
      const path = `/${index}-${Math.random()}`;
      return { name, path, id: await startAsking(path, answer) };
    }),
  );
  const ends = new Map<string, { id: string; end: End }>();
  for (const { name, path, id } of ids) {
    ends.set(name, { id, end: await waitForRunEnd(server, id) });
    expect(party.requests.get(path), name).toBe(1);
  }
  return ends;
}

const INFINITE = Number.POSITIVE_INFINITY;

type End = Awaited<ReturnType<typeof waitForRunEnd>>;

describe("an answer to a request that is sent once", () => {
  test("that is too deep or has too many parts fails the step, which is not carried out again", async () => {
    const ends = await endsOf(
      new Map([
        ["TOO_DEEP: 100,000 lists", answerOf(deepLists(100_000))],
        ["TOO_DEEP: 150,000 objects", answerOf(deepObjects(150_000))],
        ["TOO_DEEP: 201 lists", answerOf(deepLists(201).padEnd(5000))],
        ["TOO_DEEP: 400 lists in few characters", answerOf(deepLists(400))],
        ["TOO_MANY_VALUES: numbers", answerOf(`[${Array(100_001).fill(1)}]`)],
      ]),
    );
    for (const [name, { end }] of ends)
      expect(end, name).toMatchObject({
        status: "ERRORED",
        execution_error: { code: `RESULT_${name.split(":")[0]}`, node_id: "send", attempts: 1 },
      });
  });

  test("that is odd JSON, or none, is passed on as it can be stored", async () => {
    const names = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`k${index}`, index]));
    const odd = new Map<string, [body: string | Buffer, seen: unknown]>([
      ["200 lists", [deepLists(200), expect.any(Array)]],
      ["9,000 names", [JSON.stringify(names), names]],
      // They keep their digits; the client here reads doubles.
      ["beyond a double", ["[1e400,-1e400,1e-400,0.1e310]", [INFINITE, -INFINITE, 0, INFINITE]]],
      ["400 digits", [`{"n":${"7".repeat(400)}}`, { n: INFINITE }]],
      ["half surrogates and NUL", ['{"a\\u0000":"\\ud800"}', { "a\ufffd": "\ufffd" }]],
      ["one name again and again", [`{${Array(5000).fill('"a":1').join()}}`, { a: 1 }]],
      ["cut off", ['{"a":[1,2', '{"a":[1,2']],
      ["no UTF-8", [Buffer.from([0x22, 0xff, 0xc3, 0x28, 0x22]), "\ufffd\ufffd("]],
      ["UTF-16", [Buffer.from('{"a":1}', "utf16le"), expect.any(String)]],
      ["a byte order mark", ['\ufeff{"a":1}', { a: 1 }]],
      ["nothing", ["", null]],
    ]);
    const ends = await endsOf(new Map([...odd].map(([name, [body]]) => [name, answerOf(body)])));
    for (const [name, { id }] of ends)
      expect(await waitForRunResponse(server, id), name).toEqual(odd.get(name)?.[1]);
  });

  test("that breaks the protocol ends in a clear state", async () => {
    const ends = await endsOf(brokenAnswers());
    for (const [name, { end }] of ends) expectClear(name, end);
  });

  test("made at random is read once, whatever it is", async () => {
    const answers = randomAnswers(40);
    for (const [name, { end }] of await endsOf(answers)) expectClear(name, end);
  });
});

function expectClear(name: string, { status, execution_error: error }: End): void {
  expect(["COMPLETED", "ERRORED"], name).toContain(status);
  if (status === "ERRORED") expect(error, name).toMatchObject({ node_id: "send", attempts: 1 });
  expect(error?.code, name).not.toBe("INTERNAL_ERROR");
}
