import type { Static } from "typebox";
import { findAccount, getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { ById } from "../platform/http/route.ts";
import { parseLongPage } from "../platform/page.ts";
import { waitForTurn } from "../platform/wait-for-turn.ts";
import {
  presentScheduleWithTicks,
  presentTicks,
  type ScheduleOfAll,
  SchedulePage,
  SchedulePreview,
  SchedulesQuery,
  ScheduleWithTicks,
} from "./all-schema.ts";
import { listAllSchedules, readSchedule } from "./all-store.ts";
import { ScheduleBody } from "./schema.ts";
import { readFirstTick, readTiming } from "./timing.ts";

const BASE = "/api/v2/public/schedules";

type ScheduleDeps = Pick<Deps, "database" | "db" | "clock">;

const operation = defineOperations<ScheduleDeps>("Schedules");

/** The schedules of all linked accounts with their next ticks, and a preview of a new schedule's ticks. */
export const ALL_SCHEDULE_OPERATIONS = [
  operation({
    id: "listAllSchedules",
    method: "get",
    path: BASE,
    least: "viewer",
    credentials: "apiKey",
    summary: "List all schedules",
    description:
      "Returns the schedules of all linked accounts, newest first, each with up to five upcoming ticks. Payloads are omitted. Page through long lists with `after`.",
    schema: { querystring: SchedulesQuery, response: { 200: SchedulePage } },
    run: async (deps, request) => {
      const filter = await filterOf(deps, getScope(request), request.query);
      const page = parseLongPage(request.query);
      const { rows, envelope } = await listAllSchedules(deps.db, getScope(request), filter, page);
      const docs: Static<typeof ScheduleOfAll>[] = [];
      for (const row of rows) {
        // Some patterns take a while to compute.
        await waitForTurn();
        const { payload: _payload, ...shown } = presentScheduleWithTicks(row, deps.clock.now());
        docs.push(shown);
      }
      return { docs, ...envelope };
    },
  }),
  operation({
    id: "getSchedule",
    method: "get",
    path: `${BASE}/:id`,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get a schedule",
    description:
      "Returns a schedule of any linked account with its payload, its last execution and up to five upcoming ticks.",
    schema: { params: ById, response: { 200: ScheduleWithTicks } },
    run: async (deps, request) =>
      presentScheduleWithTicks(
        await readSchedule(deps.db, getScope(request), request.params.id),
        deps.clock.now(),
      ),
  }),
  operation({
    id: "previewSchedule",
    method: "post",
    path: `${BASE}/preview`,
    least: "viewer",
    credentials: "apiKey",
    summary: "Preview a schedule's ticks",
    description:
      "Returns the first five ticks that a schedule with these times would have, or 400 if it could not be created. Nothing is stored.",
    schema: { body: ScheduleBody, response: { 200: SchedulePreview } },
    run: async ({ clock }, request) => {
      const timing = readTiming(request.body);
      const now = clock.now();
      return presentTicks(timing, readFirstTick(timing, now), now);
    },
  }),
];

async function filterOf(
  { database }: ScheduleDeps,
  scope: Scope,
  { linked_account_id: accountId, workflow_id: workflowId, status }: Static<typeof SchedulesQuery>,
) {
  const isPaused = status === undefined ? undefined : status === "paused";
  if (!accountId) return { workflowId, isPaused };
  // An account that does not exist has no schedules.
  const account = (await findAccount(database, scope, accountId)) ?? { id: "", accountId };
  return { account, workflowId, isPaused };
}
