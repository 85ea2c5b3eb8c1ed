import { Type } from "typebox";
import { getAccountScope, getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { badField } from "../platform/errors.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { Message } from "../platform/http/route.ts";
import { buildEnvelope, PageEnvelope, PageQuery, parsePage } from "../platform/page.ts";
import { requireRunnable } from "../workflows/definition/runnable.ts";
import { toUnpublishedError } from "../workflows/route-context.ts";
import { scheduleExample } from "./examples.ts";
import { findNextTick } from "./next-tick.ts";
import {
  AccountHeaders,
  ListedSchedule,
  NewScheduleHeaders,
  presentListedSchedule,
  presentSchedule,
  Schedule,
  ScheduleBody,
  ScheduleHeaders,
} from "./schema.ts";
import {
  deleteSchedule,
  insertSchedule,
  listSchedules,
  type ScheduleChange,
  updateSchedule,
} from "./store.ts";
import { readFirstTick, readTickAfterEdit, readTiming } from "./timing.ts";

// A page of the list shows a hundred whole payloads.
const MOST_PAYLOAD_BYTES = 256 * 1024;
const BASE = "/api/v1/workflow/public/scheduled";
const ByScheduleId = Type.Object({ schedule_id: Type.String({ description: "Id of the schedule." }) });

const NO_WORKFLOW = {
  ...ErrorReply,
  description: "No workflow with this id or alias is published for this account.",
};

const operation = defineOperations<Pick<Deps, "db" | "queue" | "clock">>("Schedules");

/** Cron and interval schedules of a linked account's workflows (spec 2.4 and 4.4). */
export const SCHEDULE_OPERATIONS = [
  operation({
    id: "listSchedules",
    method: "get",
    path: BASE,
    least: "viewer",
    credentials: "keyForAccount",
    summary: "List a linked account's schedules",
    description:
      "Returns the schedules of a linked account, newest first, each with its workflow and next tick.",
    schema: {
      headers: AccountHeaders,
      querystring: PageQuery,
      response: { 200: Type.Object({ docs: Type.Array(ListedSchedule), ...PageEnvelope }) },
    },
    run: async ({ db }, request) => {
      const page = parsePage(request.query);
      const { rows, total } = await listSchedules(db, getAccountScope(request), page);
      return { docs: rows.map(presentListedSchedule), ...buildEnvelope(page, total) };
    },
  }),
  operation({
    id: "createSchedule",
    method: "post",
    path: BASE,
    least: "developer",
    credentials: "keyForAccount",
    summary: "Create a schedule",
    description:
      "Runs a published workflow for a linked account at the times of a cron expression or at listed dates, whether or not the account has it switched on. The headers name the account, the workflow and the config. Returns 400 if the expression, zone or range yields no tick, and 404 if the workflow is not published for this account. Repeating the call creates another schedule. See [Schedules](/guides/schedules).",
    schema: {
      headers: NewScheduleHeaders,
      body: scheduleExample.body,
      response: { 200: scheduleExample.reply, 404: NO_WORKFLOW },
    },
    run: async ({ db, clock }, request) => {
      const scope = getAccountScope(request);
      const { workflow_id_alias: workflow, slug, config_id } = request.headers;
      const now = clock.now();
      const what = readBody(request.body);
      const { id: workflowId } = await requireRunnable(db, scope, workflow, slug).catch(
        async (error: unknown) => {
          throw await toUnpublishedError({ db }, request, workflow, error);
        },
      );
      const configId = config_id || scope.account.accountId;
      const nextAt = readFirstTick(what.timing, now);
      const row = await insertSchedule(
        db,
        scope,
        { workflow, workflowId, configId, ...what },
        { now, nextAt },
      );
      return presentSchedule(row);
    },
  }),
  operation({
    id: "updateSchedule",
    method: "put",
    path: `${BASE}/:schedule_id`,
    least: "developer",
    credentials: "keyForAccount",
    summary: "Update a schedule",
    description:
      "Replaces a schedule's times and payload; omitted headers change nothing. A paused schedule stays paused. Returns 400 if there is no upcoming tick.",
    schema: {
      params: ByScheduleId,
      headers: ScheduleHeaders,
      body: ScheduleBody,
      response: { 200: Schedule },
    },
    run: async ({ queue, clock }, request) => {
      const scope = getAccountScope(request);
      const { workflow_id_alias: workflow, slug, config_id } = request.headers;
      const what = readBody(request.body);
      const row = await queue.transaction(async (tx) => {
        const reference: ScheduleChange = workflow
          ? { workflow, workflowId: (await requireRunnable(tx, scope, workflow, slug)).id }
          : {};
        return updateSchedule(tx, scope, request.params.schedule_id, {
          decide: (before, since) => {
            const nextAt = readTickAfterEdit(before, what.timing, since);
            const configId = config_id || undefined;
            return { ...reference, ...what, configId, nextAt: before.paused ? null : nextAt };
          },
          clock,
        });
      });
      return presentSchedule(row);
    },
  }),
  operation({
    id: "deleteSchedule",
    method: "delete",
    path: `${BASE}/:schedule_id`,
    least: "developer",
    credentials: "keyForAccount",
    summary: "Delete a schedule",
    description: "Deletes a schedule of a linked account. Executions that it started continue.",
    schema: { params: ByScheduleId, headers: AccountHeaders, response: { 200: Message } },
    run: async ({ db }, request) => {
      await deleteSchedule(db, getAccountScope(request), request.params.schedule_id);
      return { message: "Scheduled Job Deleted Successfully" };
    },
  }),
  operation({
    id: "pauseSchedule",
    method: "put",
    path: `${BASE}/:schedule_id/pause`,
    least: "developer",
    credentials: "apiKey",
    summary: "Pause a schedule",
    description: "Stops a schedule's ticks until you resume it. Pausing one that is paused changes nothing.",
    schema: { params: ByScheduleId, response: { 200: Schedule } },
    run: async ({ queue, clock }, request) => {
      const change = {
        decide: ({ paused }: { paused: boolean }) => (paused ? undefined : { paused: true, nextAt: null }),
        clock,
      };
      const { schedule_id: id } = request.params;
      return presentSchedule(
        await queue.transaction((tx) => updateSchedule(tx, getScope(request), id, change)),
      );
    },
  }),
  operation({
    id: "resumeSchedule",
    method: "put",
    path: `${BASE}/:schedule_id/resume`,
    least: "developer",
    credentials: "apiKey",
    summary: "Resume a schedule",
    description:
      "Resumes a paused schedule. Its next tick is in the future; missed ticks are skipped. Resuming a schedule that is not paused changes nothing.",
    schema: { params: ByScheduleId, response: { 200: Schedule } },
    run: async ({ queue, clock }, request) => {
      const { schedule_id: id } = request.params;
      const row = await queue.transaction((tx) =>
        updateSchedule(tx, getScope(request), id, {
          decide: ({ paused, timing }, since) =>
            paused ? { paused: false, nextAt: findNextTick(timing, since) ?? null } : undefined,
          clock,
        }),
      );
      return presentSchedule(row);
    },
  }),
];

function readBody(body: ScheduleBody) {
  const { payload = {}, trigger_type, regex, startDate, endDate, currentDate, tz, interval_dates } = body;
  const given = { trigger_type, regex, startDate, endDate, currentDate, tz, interval_dates };
  // A JSON round trip drops undefined members.
  const options = JSON.parse(JSON.stringify(given));
  if (Buffer.byteLength(JSON.stringify(payload)) > MOST_PAYLOAD_BYTES)
    throw badField("payload", "payload must have at most 256 KB.");
  return { timing: readTiming(body), options, payload };
}
