import { Type } from "typebox";
import { eachRecord } from "../../../../../sdk/src/http/pages.ts";
import type { Body, Reply } from "../../../../../sdk/src/http/wire.ts";
import { NewMcpServer } from "../../../mcp/schema.ts";
import { isObject, type Json } from "../../../platform/json/json.ts";
import type { Target } from "../../target.ts";
import {
  getMembers,
  getText,
  type RecordDocument,
  type RemoteRecord,
  type ResourceKind,
  removeDefaults,
} from "../kind.ts";
import { readWorkflowNames } from "./workflow-names.ts";

const ALL = "/api/v2/public/mcp-servers";
const ONE = `${ALL}/{id}`;
const { linked_account_only, ...properties } = NewMcpServer.properties;
const schema = Type.Object({ ...properties, description: Type.Optional(properties.description) });
const MEMBERS = Object.keys(schema.properties);
const DEFAULTS: RecordDocument = {
  description: "",
  agent_name: "",
  primary_color: "",
  secondary_color: "",
  base_prompt: "",
  safe_mode: false,
  suggestions: [],
  chains: [],
  associated_apps: [],
  resources: [],
};
const CHAIN_MEMBERS = ["name", "goals", "steps", "precheck", "successCondition", "responseFormat", "onError"];

/** The organization's MCP servers; those of linked accounts are their customers'. */
export const MCP_SERVERS: ResourceKind = {
  folder: "mcp-servers",
  title: "MCP server",
  schema,
  getName: (document) => getText(document, "name") ?? "",
  getKeys: (document) => [getText(document, "name") ?? ""],
  normalize,
  list: listServers,
  create: async (target, document) => {
    const body: object = await toBody(target, document);
    await target.send("post", ALL, { body: body as Body<"post", typeof ALL> });
  },
  update: async (target, { document, record: { id } }) => {
    await target.send("put", ONE, { path: { id }, body: await toBody(target, document) });
  },
  delete: async ({ send }, { id }) => void (await send("delete", ONE, { path: { id } })),
};

async function listServers(target: Target): Promise<RemoteRecord[]> {
  const { send } = target;
  const records: RemoteRecord[] = [];
  const names = await readWorkflowNames(target);
  for await (const { _id: id } of eachRecord((place) => send("get", ALL, { query: place }))) {
    const server: Reply<"get", typeof ONE> = await send("get", ONE, { path: { id } });
    records.push({
      id,
      document: renameWorkflowTools(normalize(getMembers(server, MEMBERS)), names.toAlias),
    });
  }
  return records;
}

function normalize({ chains, associated_apps: apps, ...document }: RecordDocument): RecordDocument {
  const whole: { [member: string]: Json } = {
    ...document,
    chains: listObjects(chains).map(normalizeChain),
    associated_apps: listObjects(apps).map(normalizeApp),
  };
  return removeDefaults(whole, MEMBERS, DEFAULTS);
}

/** Chains get new ids with each change, without any meaning. */
function normalizeChain({ _id, ...chain }: RecordDocument): Json {
  const texts = CHAIN_MEMBERS.slice(1).map((member) => [member, ""]);
  return removeDefaults(chain, CHAIN_MEMBERS, Object.fromEntries(texts)) as Json;
}

function normalizeApp({ slug, workflows, actions }: RecordDocument): Json {
  const lists = { workflows: listTools(workflows), actions: listTools(actions) };
  return {
    slug: slug ?? "",
    ...removeDefaults(lists, ["workflows", "actions"], { workflows: [], actions: [] }),
  } as Json;
}

function listTools(tools: Json | undefined): Json[] {
  const members = ["id", "tool_name", "name", "description", "policy"];
  return listObjects(tools).map(
    (tool) => removeDefaults(tool, members, { name: "", description: "" }) as Json,
  );
}

function listObjects(value: Json | undefined): { [member: string]: Json }[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function renameWorkflowTools(document: RecordDocument, rename: (name: string) => string): RecordDocument {
  const apps = listObjects(document.associated_apps).map((app): Json => {
    const workflows = listObjects(app.workflows).map(
      (tool): Json => ({ ...tool, id: rename(String(tool.id)) }),
    );
    return workflows.length > 0 ? { ...app, workflows } : app;
  });
  return apps.length > 0 ? { ...document, associated_apps: apps } : document;
}

/** With defaults for what the document leaves out, and the ids of its workflows. */
async function toBody(target: Target, document: RecordDocument): Promise<Body<"put", typeof ONE>> {
  const names = await readWorkflowNames(target);
  const body: object = { ...DEFAULTS, ...renameWorkflowTools(document, names.toId) };
  return body as Body<"put", typeof ONE>; // the document fits the schema
}
