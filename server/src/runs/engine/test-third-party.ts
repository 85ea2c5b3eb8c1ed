import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll } from "vitest";
import { forAllTests, forEachTest } from "../../../test/for-all-tests.ts";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { Config } from "../../config.ts";

interface ThirdPartyAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  delayMs?: number;
  /** What it waits for before it answers. */
  after?: Promise<unknown>;
}

const well = (): ThirdPartyAnswer => ({ status: 200 });

/** A real HTTP server in place of a third party, for tests. */
export interface ThirdParty {
  readonly url: string;
  readonly received: { path: string; headers: IncomingMessage["headers"]; body: string; bytes: Buffer }[];
  /** What it answers, in turn. */
  readonly answers: ThirdPartyAnswer[];
  /** What it answers when nothing is left of these; 200 unless it is told otherwise. */
  answer: (request: { path: string }) => ThirdPartyAnswer;
  /** How long it takes for an answer that says nothing else. */
  delayMs: number;
  /** How many requests it had at the same time, at most, since `reset`. */
  readonly mostAtOnce: number;
  /** Resolves when the next request for `path` has been answered, or its caller has hung up. */
  nextClosed(path: string): Promise<void>;
  /** Resolves once it has received a request for `path`. */
  asked(path: string): Promise<unknown>;
  /** Forgets what it received, and what it was to answer. */
  reset(): void;
  close(): Promise<void>;
}

/** Starts one on a free port of this machine. */
export async function startThirdParty(): Promise<ThirdParty> {
  const received: ThirdParty["received"] = [];
  const answers: ThirdParty["answers"] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  let delayMs = 0;
  let answerTo: ThirdParty["answer"] = well;
  const server = createServer(async (request, response) => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    const hungUp = new AbortController();
    response.once("close", () => {
      atOnce--;
      hungUp.abort();
    });
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return; // the sender has broken off
    }
    const bytes = Buffer.concat(chunks);
    const body = bytes.toString("utf8");
    received.push({ path: request.url ?? "", headers: request.headers, body, bytes });
    const given = answers.shift() ?? answerTo({ path: request.url ?? "" });
    const pauseMs = given.delayMs ?? delayMs;
    if (pauseMs) await sleep(pauseMs, undefined, { signal: hungUp.signal }).catch(() => {});
    await given.after;
    const headers = { "content-type": "application/json", ...given.headers };
    response.writeHead(given.status, headers).end(given.body ?? '{"ok":true}');
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url,
    received,
    answers,
    get answer() {
      return answerTo;
    },
    set answer(next) {
      answerTo = next;
    },
    get delayMs() {
      return delayMs;
    },
    set delayMs(ms) {
      delayMs = ms;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    nextClosed: (path) =>
      new Promise((resolve) =>
        server.on("request", (request, response) => {
          if (request.url === path) response.once("close", resolve);
        }),
      ),
    asked: (path) => eventually(async () => received.some((request) => request.path === path)),
    reset: () => {
      received.length = 0;
      answers.length = 0;
      answerTo = well;
      mostAtOnce = 0;
      delayMs = 0;
    },
    close,
  };
}

/** A server at work for all tests of a file, and for each test a third party that nothing before it calls. */
export function useThirdParty(changes: Partial<Config> = {}): { server: TestServer; third: ThirdParty } {
  const third = forEachTest(startThirdParty);
  const server = forAllTests(() => startTestServer(changes));
  beforeAll(() => server.work());
  return { server, third };
}
