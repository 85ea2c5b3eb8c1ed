import { JunctorError } from "../http/error.ts";
import { type AccountFilterOptions, forAccount, type Send } from "../http/http.ts";
import { eachRecord } from "../http/pages.ts";
import { wait } from "../http/wait.ts";
import type { Body, Query } from "../http/wire.ts";

const PATH = "/api/v2/public/execution";
const ONE = `${PATH}/{id}` as const;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

/** How long to wait until the execution ends. */
export interface WaitOptions extends AccountFilterOptions {
  /** Milliseconds until TIMEOUT is thrown; default: a minute. */
  readonly giveUpMs?: number;
}

/** Calls that read executions. */
export function executionCalls(send: Send) {
  const list = (query: Query<"get", typeof PATH> = {}, options: AccountFilterOptions = {}) =>
    send("get", PATH, { query, ...forAccount(options) });
  const get = (id: string, options: AccountFilterOptions = {}) =>
    send("get", ONE, { path: { id }, ...forAccount(options) });
  return {
    /** One page, newest first. */
    list,
    /** Every execution that matches the filter, newest first. */
    listAll: (filter: Query<"get", typeof PATH> = {}, options: AccountFilterOptions = {}) =>
      eachRecord((place) => list({ ...filter, ...place }, options)),
    /** One execution with its nodes. */
    get,
    /** Data of one step, or the input, as it was before redaction; the reason goes to the audit log. */
    reveal: (id: string, body: Body<"post", `${typeof ONE}/reveal`>) =>
      send("post", `${ONE}/reveal`, { path: { id }, body }),
    /** Resolves with the execution once it has ended, whatever its status; throws TIMEOUT if it takes longer. */
    waitFor: async (id: string, { giveUpMs = 60_000, ...options }: WaitOptions = {}) => {
      const end = Date.now() + giveUpMs;
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
        const execution = await get(id, options);
        if (execution.status !== "RUNNING" && execution.status !== "STOPPING") return execution;
        const leftMs = end - Date.now();
        if (leftMs <= 0) {
          const message = `The execution ${id} has not ended within ${giveUpMs} ms.`;
          throw new JunctorError({ status: 0, code: "TIMEOUT", message });
        }
        await wait(Math.min(pauseMs, leftMs), options.signal);
      }
    },
  };
}
