import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { usageOf } from "../engine-set-up.ts";

const LOADS_AT_ONCE = 4;
const SETTLE_MS = 20_000;

/** The column of `measureLoads` with a target. */
export const MORE = "more MiB (target 30)";

/** One of the requests of a page load. */
export interface PageRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** Resident memory of the server before and after all requests were sent `loads` times, once it has settled. */
export async function measureLoads(server: ChildProcess, loads: number, requests: readonly PageRequest[]) {
  await pause(SETTLE_MS);
  const before = usageOf(server).rssMiB;
  const agent = new Agent({ keepAlive: true, maxSockets: LOADS_AT_ONCE * 6 });
  let left = loads;
  const load = async (): Promise<void> => {
    while (left-- > 0) await Promise.all(requests.map((request) => ask(request, agent)));
  };
  await Promise.all(Array.from({ length: LOADS_AT_ONCE }, load));
  const right = usageOf(server).rssMiB;
  agent.destroy();
  await pause(SETTLE_MS);
  const after = usageOf(server).rssMiB;
  return {
    "requests a load": requests.length,
    "before MiB": before,
    "right after MiB": right,
    [`${SETTLE_MS / 1000} s later MiB`]: after,
    [MORE]: after - before,
  };
}

async function ask({ url, headers }: PageRequest, agent: Agent): Promise<void> {
  const [answer] = (await once(get(url, { agent, headers }), "response")) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}.`);
}
