import { type AccountOptions, type CallOptions, forAccount, type Send } from "../http/http.ts";
import { eachRecord } from "../http/pages.ts";
import type { Body, Query } from "../http/wire.ts";

const PATH = "/api/v1/workflow/public/scheduled";
const ONE = `${PATH}/{schedule_id}` as const;

/** The account and config that a schedule runs for. */
export interface ScheduleOptions extends AccountOptions {
  readonly configId?: string;
}

/** Calls about the schedules of a linked account. */
export function scheduleCalls(send: Send) {
  const list = (query: Query<"get", typeof PATH>, options: AccountOptions) =>
    send("get", PATH, { query, ...forAccount(options) });
  return {
    /** Runs a workflow, named by id or alias, at the times given by `schedule`. */
    create: (
      workflow: string,
      schedule: Body<"post", typeof PATH>,
      { configId, ...options }: ScheduleOptions,
    ) =>
      send("post", PATH, {
        body: schedule,
        ...forAccount(options, { workflow_id_alias: workflow, config_id: configId }),
      }),
    /** One page, newest first. */
    list,
    listAll: (options: AccountOptions) => eachRecord((place) => list(place, options)),
    /** Replaces times and payload; a paused schedule stays paused. */
    update: (id: string, schedule: Body<"put", typeof ONE>, { configId, ...options }: ScheduleOptions) =>
      send("put", ONE, {
        path: { schedule_id: id },
        body: schedule,
        ...forAccount(options, { config_id: configId }),
      }),
    pause: (id: string, options: CallOptions = {}) =>
      send("put", `${ONE}/pause`, { path: { schedule_id: id }, ...options }),
    /** Resumes a paused schedule; missed runs are not made up for. */
    resume: (id: string, options: CallOptions = {}) =>
      send("put", `${ONE}/resume`, { path: { schedule_id: id }, ...options }),
    delete: (id: string, options: AccountOptions) =>
      send("delete", ONE, { path: { schedule_id: id }, ...forAccount(options) }),
  };
}
