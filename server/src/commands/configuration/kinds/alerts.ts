import { Type } from "typebox";
import { eachRecord } from "../../../../../sdk/src/http/pages.ts";
import type { Body } from "../../../../../sdk/src/http/wire.ts";
import { readNewRule } from "../../../alerts/read-rule.ts";
import { NewAlertRuleBody } from "../../../alerts/schema.ts";
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

const ALL = "/api/v2/public/alert-rules";
const ONE = `${ALL}/{id}`;
const { name, type, workflow_id, ...settings } = NewAlertRuleBody.properties;
const schema = Type.Object({
  name,
  type,
  workflow: Type.Optional(
    Type.Union(workflow_id.anyOf, {
      description:
        "For `workflow_failures`: only this workflow, by its alias. Default: each workflow by itself.",
    }),
  ),
  ...settings,
});
const MEMBERS = Object.keys(schema.properties);

/** The rules by which people are alerted. */
export const ALERT_RULES: ResourceKind = {
  folder: "alerts",
  title: "alert rule",
  schema,
  getName: (document) => getText(document, "name") ?? "",
  getKeys: (document) => [getText(document, "name") ?? ""],
  normalize: (document) => {
    const { name, type, ...defaults } = readDefaults(document);
    // What does not belong to the type is refused.
    readNewRule(withWorkflowId(document) as NewAlertRuleBody);
    return removeDefaults(document, MEMBERS, defaults);
  },
  list: listRules,
  prepare: async (_target, { document, record }) =>
    document.type === record.document.type
      ? {}
      : {
          blocked: `the type of a rule cannot change: give the rule of the type ${document.type} another name.`,
        },
  create: async (target, document) => {
    await target.send("post", ALL, { body: await toBody(target, document) });
  },
  update: async (target, { document, record: { id } }) => {
    await target.send("put", ONE, { path: { id }, body: await toBody(target, document) });
  },
  delete: async ({ send }, { id }) => void (await send("delete", ONE, { path: { id } })),
};

async function listRules(target: Target): Promise<RemoteRecord[]> {
  const { send } = target;
  const names = await readWorkflowNames(target);
  const records: RemoteRecord[] = [];
  for await (const rule of eachRecord((place) => send("get", ALL, { query: place }))) {
    const { _id: id, workflow_id: workflow, ...rest } = rule;
    const members = Object.entries(rest).filter(([member]) => MEMBERS.includes(member));
    const document = { ...Object.fromEntries(members), workflow: workflow && names.toAlias(workflow) };
    records.push({
      id,
      document: removeDefaults(document, MEMBERS, readDefaults(document as RecordDocument)),
    });
  }
  return records;
}

/** What a rule of the document's type has without further settings. */
function readDefaults({ name, type }: RecordDocument): RecordDocument {
  const {
    workflow_id: workflow,
    name: _name,
    type: _type,
    ...defaults
  } = readNewRule({ name, type } as NewAlertRuleBody);
  return { ...getMembers(defaults, MEMBERS), workflow };
}

function withWorkflowId({ workflow, ...document }: RecordDocument): RecordDocument {
  return { ...document, ...(workflow !== undefined && { workflow_id: workflow }) };
}

/** With defaults for what the document leaves out, and the id of its workflow. */
async function toBody(target: Target, document: RecordDocument): Promise<Body<"post", typeof ALL>> {
  const alias = getText(document, "workflow");
  const id = alias === undefined ? null : (await readWorkflowNames(target)).toId(alias);
  const { above, unit, ...whole } = { ...readDefaults(document), ...document };
  const body: object = {
    ...withWorkflowId({ ...whole, workflow: id }),
    // Null means that rules of this type have none.
    ...(above !== null && { above }),
    ...(unit !== null && { unit }),
  };
  return body as Body<"post", typeof ALL>; // the document fits the schema
}
