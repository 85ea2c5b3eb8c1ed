import { type Static, Type } from "typebox";
import { type ApplicationReaderDeps, listApplications } from "../../apps/catalog/application.ts";
import { ENVIRONMENTS, type Scope } from "../../auth/scope.ts";
import { badField, badRequest } from "../../platform/errors.ts";
import { createId, isId } from "../../platform/id.ts";
import { PageQuery, parseQueryDate, parseQueryEndDate } from "../../platform/page.ts";
import { FieldBody } from "../definition/field.ts";
import { type Fields, ON_ERROR } from "../definition/graph.ts";
import { Settings } from "../definition/settings.ts";
import { NODE_TYPES } from "../nodes/list.ts";
import { AnyJson, AnyObject, Position } from "../schema.ts";
import type { WorkflowFilter } from "../table.ts";
import { findFieldProblem } from "../validation/field-problem.ts";
import { MOST_PROBLEMS, requireNoProblems, type WorkflowProblem } from "../validation/problem.ts";
import {
  findMisspeltFields,
  findUnknownEdgeFields,
  findUnknownTriggerFields,
} from "../validation/unknown-names.ts";
import type { Changes } from "./change.ts";
import { BaseRevision } from "./stale-revision.ts";

const ObjectOrNull = Type.Unsafe<Fields | null>({ type: ["object", "null"], additionalProperties: true });
const TextOrNull = Type.Unsafe<string | null>({ type: ["string", "null"] });
const Environments = Type.Array(Type.Enum(ENVIRONMENTS), { minItems: 1, maxItems: 2, uniqueItems: true });

const TriggerBody = Type.Object({
  _id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  application: Type.String({ maxLength: 255, description: "Slug or name; `Junctor` for your own events." }),
  event: Type.String({
    minLength: 1,
    maxLength: 255,
    description: "Name of the event, id of the application's trigger, or `API Call` for the execute route.",
  }),
  input: Type.Optional({
    ...AnyObject,
    description: "Input of an application's trigger; strings may contain `{{ config.… }}`.",
  }),
});

const UNTIMED = new Intl.ListFormat("en-GB").format(
  NODE_TYPES.flatMap(({ type, untimed }) => (untimed === undefined ? [] : [type])),
);

/** A node in a request. */
export const NodeBody = Type.Object(
  {
    id: Type.String({ description: "Unique in the workflow, 1 to 100 characters." }),
    type: Type.String({ description: "start, action, http, ai_code_executor, …" }),
    name: Type.Optional(Type.String({ maxLength: 255 })),
    position: Type.Optional(Position),
    configurable: Type.Optional(Type.Boolean()),
    maximum_attempts: Type.Optional(Type.Number({ description: "Attempts, from 1 (the default) to 10." })),
    on_error: Type.Optional(
      Type.Enum(ON_ERROR, {
        description:
          "What the execution does when the node has failed for good and has no `error` edge: it fails (the default), continues, or skips the nodes that only this node leads to.",
      }),
    ),
    timeout_ms: Type.Optional(
      Type.Unsafe<number | null>({
        type: ["integer", "null"],
        minimum: 1,
        maximum: 900_000,
        description: `How long one attempt may take; null for no limit beyond the node type's. Not for ${UNTIMED}.`,
      }),
    ),
    is_batch: Type.Optional(Type.Boolean()),
    action: Type.Optional(
      Type.String({ maxLength: 255, description: "For action nodes: the id of the action." }),
    ),
    triggers: Type.Optional(Type.Array(TriggerBody, { maxItems: 50, description: "On the start node." })),
    trigger_cron: Type.Optional(AnyJson),
    event_to_dynamic_var_map: Type.Optional(Type.Array(AnyJson)),
    data: Type.Optional(ObjectOrNull),
    parsed_response: Type.Optional(AnyObject),
    request: Type.Optional(AnyObject),
    input_data: Type.Optional(AnyObject),
    style: Type.Optional(AnyObject),
  },
  {
    description:
      "Other fields of a node as returned (status, incoming_nodes, …) may be sent back; they are not stored. A likely misspelling of a known field is rejected.",
  },
);

const EdgeBody = Type.Object({
  id: Type.Optional(Type.String({ description: "Unique in the workflow; generated if omitted." })),
  source: Type.String({ description: "Id of the node that the edge leaves." }),
  target: Type.String({ description: "Id of the node that the edge leads to." }),
  sourceHandle: Type.Optional(TextOrNull),
  targetHandle: Type.Optional(TextOrNull),
  type: Type.Optional(Type.String({ maxLength: 100 })),
});

const Name = Type.String({ minLength: 1, maxLength: 1000 });
/** The fields of a workflow in a request, all optional. */
export const WorkflowFields = {
  slug: Type.Optional(
    Type.Unsafe<string | null>({
      type: ["string", "null"],
      maxLength: 255,
      description: "The application it belongs to; null or empty for none.",
    }),
  ),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  icon: Type.Optional(Type.String({ maxLength: 65_536, description: "URL of an image; may be empty." })),
  index_order: Type.Optional(Type.Number({ description: "Lower values are shown first." })),
  autoEnable: Type.Optional(Type.Boolean({ description: "Whether it is switched on in new configs." })),
  hide_in_config: Type.Optional(
    Type.Boolean({ description: "Whether it is hidden from configs and lists." }),
  ),
  workflow_environment: Type.Optional(Environments),
  workflow_alias: Type.Optional(
    Type.Unsafe<string | null>({
      type: ["string", "null"],
      pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$",
      "x-form": "1 to 100 letters, digits, dots, underscores and hyphens, beginning with a letter or digit",
      description: "A name that can be used instead of the id; null removes it.",
    }),
  ),
  nodes: Type.Optional(Type.Array(NodeBody)),
  edges: Type.Optional(Type.Array(EdgeBody)),
  settings: Type.Optional(Settings),
  data_slots: Type.Optional(
    Type.Array(FieldBody, { maxItems: 200, description: "Fields that the config asks for." }),
  ),
  test_instance_meta_data: Type.Optional(
    Type.Unsafe<{
      trigger?: Static<typeof TriggerBody>;
      environment?: string;
      linked_account_id?: string;
    } | null>({
      type: ["object", "null"],
      properties: {
        trigger: TriggerBody,
        environment: Type.String({ maxLength: 255 }),
        linked_account_id: Type.String({ maxLength: 255 }),
      },
    }),
  ),
};

/** Body of a new workflow. */
export const NewWorkflow = Type.Object({ name: Name, ...WorkflowFields });
/** Body of a change: given fields are set, others stay. */
export const WorkflowBody = Type.Object({
  name: Type.Optional(Name),
  ...WorkflowFields,
  base_revision: BaseRevision,
});
export type WorkflowBody = Static<typeof WorkflowBody>;

/** Body of a change that is only checked. */
export const PreviewedChange = Type.Object({ name: Type.Optional(Name), ...WorkflowFields });

const Version = { minimum: 1, maximum: 2_147_483_647 };

/** Body of publish and unpublish. */
export const PublishBody = Type.Object({
  published: Type.Boolean(),
  version: Type.Optional(
    Type.Integer({
      ...Version,
      description:
        "A version to publish. Default: in test, the draft; in production, the version that test has published.",
    }),
  ),
  base_revision: BaseRevision,
});

/** Query of the preview of publishing. */
export const PreviewQuery = Type.Object({
  version: PublishBody.properties.version,
  document: Type.Optional(
    Type.Boolean({
      description:
        "Whether to return what would be published as a document, as export does. Requires the role developer.",
    }),
  ),
});

/** Body of restore. */
export const RestoreBody = Type.Object({
  version: Type.Integer({ ...Version, description: "The version to restore to the draft." }),
  base_revision: BaseRevision,
});

/** Query of export. */
export const ExportQuery = Type.Object({
  version: Type.Optional(
    Type.Integer({ ...Version, description: "Export this version instead of the current content." }),
  ),
});

// A hundred ids of 24 characters, with their commas.
const LONGEST_IDS = 2500;

/** Query of the lists of workflows. */
export const ListQuery = Type.Object({
  ...PageQuery.properties,
  workflow_id: Type.Optional(
    Type.String({ maxLength: LONGEST_IDS, description: "Comma-separated workflow ids, at most 100." }),
  ),
  slug: Type.Optional(Type.String({ description: "Only workflows of this application." })),
  name: Type.Optional(Type.String({ description: "Only workflows whose name contains this." })),
  published: Type.Optional(Type.Boolean()),
  archived: Type.Optional(
    Type.Boolean({
      description: "Only archived workflows; by default they are left out unless `workflow_id` names them.",
    }),
  ),
  draft_of: Type.Optional(
    Type.String({
      maxLength: LONGEST_IDS,
      description:
        "Only drafts of the published workflows with these ids (comma-separated, at most 100); `none` excludes such drafts.",
    }),
  ),
  nodes: Type.Optional(
    Type.Boolean({ description: "If false, `nodes` and `edges` are empty, which keeps a long list small." }),
  ),
  start_date: Type.Optional(Type.String({ description: "Created on or after this date (UTC) or time." })),
  end_date: Type.Optional(Type.String({ description: "Created on or before this date (UTC) or time." })),
  application_id: Type.Optional(
    Type.String({ description: "Only workflows of the application with this `_id`." }),
  ),
  scope: Type.Optional(
    Type.Enum(["private", "public"] as const, {
      description: "`private`: only linked accounts' own workflows; `public`: only the organization's.",
    }),
  ),
});

// Words that take the place of an id or alias in addresses; a test compares them with the API document.
const ROUTES = ["all", "enabled", "import", "public", "request-structure", "versions"];

/**
 * The changes that a body describes, without omitted fields; 400 for an alias in the form of an id or a route, data
 * slots that cannot be filled in and fields that nodes, triggers and edges do not have.
 */
export function readChanges(body: WorkflowBody): Changes {
  const { workflow_alias: alias, test_instance_meta_data: test, data_slots: slots = [] } = body;
  if (alias && isId(alias))
    throw badField("workflow_alias", "workflow_alias must not have the form of an id.");
  if (alias && ROUTES.includes(alias))
    throw badField(
      "workflow_alias",
      `workflow_alias must not be one of ${ROUTES.join(", ")}, which are routes.`,
    );
  const problem = findFieldProblem(slots, "data_slots");
  if (problem) throw badRequest(problem);
  requireNoProblems(unknownFields(body));
  const changes: Changes = {
    name: body.name,
    slug: body.slug === "" ? null : body.slug,
    alias,
    description: body.description,
    icon: body.icon,
    index_order: body.index_order,
    auto_enable: body.autoEnable,
    hide_in_config: body.hide_in_config,
    environments: body.workflow_environment,
    nodes: body.nodes,
    edges: body.edges,
    settings: body.settings,
    data_slots: body.data_slots,
    // Its environment is the reader's.
    test_instance_meta_data: test && {
      trigger: test.trigger && { ...test.trigger, _id: test.trigger._id ?? createId() },
      linked_account_id: test.linked_account_id,
    },
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

function unknownFields({ nodes = [], edges = [] }: WorkflowBody): WorkflowProblem[] {
  return [
    ...findMisspeltFields(nodes, Object.keys(NodeBody.properties)),
    ...findUnknownTriggerFields(nodes, Object.keys(TriggerBody.properties)),
    ...findUnknownEdgeFields(edges, Object.keys(EdgeBody.properties)),
  ].slice(0, MOST_PROBLEMS);
}

/** The filters of a list's query; empty texts are ignored, 400 for an invalid date. */
export async function readWorkflowFilter(
  deps: ApplicationReaderDeps,
  scope: Scope,
  query: Static<typeof ListQuery>,
): Promise<WorkflowFilter> {
  const { application_id: applicationId } = query;
  return {
    application: applicationId ? await findSlug(deps, scope, applicationId) : undefined,
    owner: query.scope && (query.scope === "private" ? "account" : "organization"),
    ids: idsOf(query.workflow_id),
    withoutGraph: query.nodes === false,
    slug: query.slug || undefined,
    name: query.name || undefined,
    published: query.published,
    archived: query.archived,
    draftOf: idsOf(query.draft_of),
    from: parseQueryDate("start_date", query.start_date),
    until: parseQueryEndDate("end_date", query.end_date),
  };
}

/** The slug of the application with this id; the text itself, which is then no slug, if there is none. */
async function findSlug(deps: ApplicationReaderDeps, scope: Scope, applicationId: string): Promise<string> {
  const applications = await listApplications(deps, scope);
  return applications.find(({ id }) => id === applicationId)?.connector.info.slug ?? applicationId;
}

function idsOf(list: string | undefined): string[] | undefined {
  return list ? list.split(",").map((id) => id.trim()) : undefined;
}
