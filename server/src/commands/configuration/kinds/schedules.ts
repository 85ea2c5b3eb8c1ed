import { type Static, Type } from "typebox";
import { eachRecord } from "../../../../../sdk/src/http/pages.ts";
import type { Body, Reply } from "../../../../../sdk/src/http/wire.ts";
import { NewScheduleHeaders, ScheduleBody } from "../../../schedules/schema.ts";
import type { Target } from "../../target.ts";
import {
  getMembers,
  getText,
  type RecordDocument,
  type RemoteRecord,
  type ResourceKind,
  removeDefaults,
} from "../kind.ts";
import { readWorkflowNames, type WorkflowNames } from "./workflow-names.ts";

const CREATED = "/api/v1/workflow/public/scheduled";
const ONE = `${CREATED}/{schedule_id}`;
const ALL = "/api/v2/public/schedules";
const { currentDate: _none, payload, ...timing } = ScheduleBody.properties;
const schema = Type.Object({
  linked_account_id: Type.String({
    minLength: 1,
    maxLength: 255,
    description: "The linked account for which the workflow runs.",
  }),
  workflow: Type.String({ minLength: 1, maxLength: 255, description: "The workflow, by its alias." }),
  config_id: NewScheduleHeaders.properties.config_id,
  ...timing,
  payload,
  paused: Type.Optional(Type.Boolean({ description: "Whether it is paused. Default: false." })),
});
const MEMBERS = Object.keys(schema.properties);
const TIMING = Object.keys(timing);

type ListedSchedule = Reply<"get", typeof ALL>["docs"][number];

/** Schedules of linked accounts: with files, those of the accounts that they name. */
export const SCHEDULES: ResourceKind = {
  folder: "schedules",
  title: "schedule",
  isOptional: true,
  schema,
  getName: (document) => `${getText(document, "workflow")} of ${getText(document, "linked_account_id")}`,
  // The times tell the schedules of one workflow apart; where there is one, they may change.
  getKeys: (document) => {
    const place = [
      document.linked_account_id,
      document.workflow,
      document.config_id ?? document.linked_account_id,
    ];
    const times = getMembers(document, TIMING);
    const ordered = TIMING.map((name) => times[name] ?? null);
    return [JSON.stringify([...place, ordered]), JSON.stringify(place)];
  },
  distinction: "delete those that are no longer wanted.",
  normalize,
  list: listSchedules,
  complete: async ({ send }, record) => {
    const { payload } = await send("get", `${ALL}/{id}`, { path: { id: record.id } });
    return { ...record, document: normalize({ ...record.document, payload } as RecordDocument) };
  },
  create: async ({ send }, document) => {
    const { _id: id } = await send("post", CREATED, { headers: toHeaders(document), body: toBody(document) });
    if (document.paused === true) await setPaused(send, id, true);
  },
  update: async ({ send }, { document, record: { id, document: before } }) => {
    const request = { path: { schedule_id: id }, headers: toHeaders(document) };
    await send("put", ONE, { ...request, body: toBody(document) });
    if (before.paused !== document.paused) await setPaused(send, id, document.paused === true);
  },
  delete: async ({ send }, { id, document }) => {
    const headers = { linked_account_id: getText(document, "linked_account_id") };
    await send("delete", ONE, { path: { schedule_id: id }, headers });
  },
};

function normalize(document: RecordDocument): RecordDocument {
  const defaults = { config_id: document.linked_account_id ?? null, payload: {}, paused: false };
  return removeDefaults(document, MEMBERS, defaults);
}

async function listSchedules(target: Target, files?: readonly RecordDocument[]): Promise<RemoteRecord[]> {
  const names = await readWorkflowNames(target);
  const accounts = new Set(files?.map((document) => getText(document, "linked_account_id")) ?? [undefined]);
  const records: RemoteRecord[] = [];
  for (const linked_account_id of accounts) {
    const pages = eachRecord((place) => target.send("get", ALL, { query: { linked_account_id, ...place } }));
    for await (const schedule of pages) records.push(toRecord(schedule, names));
  }
  return records;
}

/** Without its payload, which lists leave out. */
function toRecord(schedule: ListedSchedule, names: WorkflowNames): RemoteRecord {
  const { _id: id, linked_account_id, config_id, workflow, options, inactive: paused } = schedule;
  const document = {
    ...getMembers(options, TIMING),
    linked_account_id,
    config_id,
    workflow: typeof workflow === "string" ? workflow : names.toAlias(workflow._id),
    paused,
  };
  return { id, document: normalize(document) };
}

function toHeaders(document: RecordDocument) {
  const account = getText(document, "linked_account_id");
  return {
    linked_account_id: account,
    workflow_id_alias: getText(document, "workflow"),
    config_id: getText(document, "config_id") ?? account,
  };
}

function toBody(document: RecordDocument): Body<"post", typeof CREATED> {
  const body: object = { payload: {}, ...getMembers(document, [...TIMING, "payload"]) };
  return body as Static<typeof ScheduleBody>; // the document fits the schema
}

async function setPaused(send: Target["send"], id: string, paused: boolean): Promise<void> {
  await send("put", `${ONE}/${paused ? "pause" : "resume"}`, { path: { schedule_id: id } });
}
