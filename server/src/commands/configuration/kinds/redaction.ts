import { isDeepStrictEqual } from "node:util";
import { Type } from "typebox";
import type { Body } from "../../../../../sdk/src/http/wire.ts";
import { MapOf } from "../../../platform/http/route.ts";
import { isObject } from "../../../platform/json/json.ts";
import { PolicyBody, readPolicy } from "../../../redaction/schema.ts";
import type { Target } from "../../target.ts";
import { type RecordDocument, type RemoteRecord, type ResourceKind, removeDefaults } from "../kind.ts";
import { readWorkflowNames } from "./workflow-names.ts";

const ENVIRONMENT = "/api/v2/public/redaction";
const ORGANIZATION = "/api/v2/public/organization/redaction";
const WORKFLOW = "/api/v2/public/workflow/{id}/redaction";
type Policy = Body<"put", typeof ENVIRONMENT>;

const schema = Type.Object({
  organization: Type.Optional({
    ...PolicyBody,
    description: "Of both environments; only a production key changes it.",
  }),
  environment: Type.Optional({ ...PolicyBody, description: "Of the environment." }),
  workflows: Type.Optional(MapOf(PolicyBody, { description: "Of workflows, by alias." })),
});

/** What executions keep and what is redacted, at all levels. */
export const REDACTION: ResourceKind = {
  folder: "redaction",
  title: "redaction",
  isSingle: true,
  schema,
  getName: () => "redaction",
  getKeys: () => ["redaction"],
  normalize: (document) => {
    const { organization, environment, workflows } = document;
    for (const policy of [organization, environment, ...Object.values(isObject(workflows) ? workflows : {})])
      if (isObject(policy)) readPolicy(policy as Policy);
    return removeDefaults(document, Object.keys(schema.properties), {});
  },
  list: async (target) => [await readPolicies(target)],
  // A level that the file has is its whole policy; one that it leaves out stays.
  adopt: (document, { document: remote }, { environment }) => {
    const { organization } = { ...remote, ...document };
    // What a test key cannot change is not compared with it.
    const shared = environment === "test" ? remote.organization : organization;
    return removeEmpty({ ...remote, ...document, organization: shared ?? {} });
  },
  create: async () => {},
  update: async (target, { document, record }) => savePolicies(target, record.document, document),
  delete: async () => {},
};

function removeEmpty(document: RecordDocument): RecordDocument {
  return removeDefaults(document, Object.keys(schema.properties), {
    organization: {},
    environment: {},
    workflows: {},
  });
}

async function readPolicies(target: Target): Promise<RemoteRecord> {
  const { send } = target;
  const [found, names] = await Promise.all([send("get", ENVIRONMENT, {}), readWorkflowNames(target)]);
  const workflows: RecordDocument = Object.fromEntries(
    await Promise.all(
      (found.workflows ?? []).map(async ({ workflow_id: id }) => {
        const { workflow = {} } = await send("get", WORKFLOW, { path: { id } });
        return [names.toAlias(id), workflow] as const;
      }),
    ),
  );
  const { organization, environment } = found;
  return { id: "redaction", document: removeEmpty({ organization, environment, workflows }) };
}

async function savePolicies(target: Target, before: RecordDocument, after: RecordDocument): Promise<void> {
  const { send } = target;
  const isChanged = (level: string) => !isDeepStrictEqual(before[level], after[level]);
  if (isChanged("organization")) await send("put", ORGANIZATION, { body: toPolicy(after.organization) });
  if (isChanged("environment")) await send("put", ENVIRONMENT, { body: toPolicy(after.environment) });
  const [old, now] = [before.workflows, after.workflows].map((all) => (isObject(all) ? all : {}));
  const names = await readWorkflowNames(target);
  for (const alias of new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})]))
    if (!isDeepStrictEqual(old?.[alias], now?.[alias]))
      await send("put", WORKFLOW, { path: { id: names.toId(alias) }, body: toPolicy(now?.[alias]) });
}

/** An empty policy removes what is there. */
function toPolicy(policy: RecordDocument[string] | undefined): Policy {
  return isObject(policy) ? (policy as Policy) : {};
}
