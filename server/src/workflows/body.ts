import { type Static, Type } from "typebox";
import { ENVIRONMENTS } from "../auth/scope.ts";
import { badRequest } from "../platform/errors.ts";
import { isId, newId } from "../platform/id.ts";
import { PageQuery, readDate, readEndDate } from "../platform/page.ts";
import type { Changes } from "./change.ts";
import { FieldBody } from "./field.ts";
import { fieldProblem } from "./field-problem.ts";
import type { Fields } from "./graph.ts";
import { AnyJson, AnyObject, Position } from "./schema.ts";
import type { WorkflowFilter } from "./table.ts";

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
    description: "What an application's trigger is asked with; texts may hold `{{ config.… }}`.",
  }),
});

const NodeBody = Type.Object(
  {
    id: Type.String({ description: "Unique in the workflow, 1 to 100 characters." }),
    type: Type.String({ description: "start, action, http, ai_code_executor, …" }),
    name: Type.Optional(Type.String({ maxLength: 255 })),
    position: Type.Optional(Position),
    configurable: Type.Optional(Type.Boolean()),
    maximum_attempts: Type.Optional(Type.Number({ description: "1 (the default) to 10 tries." })),
    is_batch: Type.Optional(Type.Boolean()),
    action: Type.Optional(Type.String({ maxLength: 255, description: "What an action node carries out." })),
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
      "Other fields of a node as shown (status, incoming_nodes, …) may be sent back; they are not stored.",
  },
);

const EdgeBody = Type.Object({
  id: Type.Optional(Type.String({ description: "Unique in the workflow; made when left out." })),
  source: Type.String({ description: "Id of the node it leaves." }),
  target: Type.String({ description: "Id of the node it leads to." }),
  sourceHandle: Type.Optional(TextOrNull),
  targetHandle: Type.Optional(TextOrNull),
  type: Type.Optional(Type.String({ maxLength: 100 })),
});

const Name = Type.String({ minLength: 1, maxLength: 1000 });
const WorkflowFields = {
  slug: Type.Optional(
    Type.Unsafe<string | null>({
      type: ["string", "null"],
      maxLength: 255,
      description: "The application it belongs to; null or empty for none.",
    }),
  ),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  icon: Type.Optional(Type.String({ maxLength: 65_536, description: "Address of a picture, may be empty." })),
  index_order: Type.Optional(Type.Number({ description: "Lower ones are shown first." })),
  autoEnable: Type.Optional(Type.Boolean({ description: "Switched on in new configs." })),
  hide_in_config: Type.Optional(Type.Boolean({ description: "Not offered in configs and lists." })),
  workflow_environment: Type.Optional(Environments),
  workflow_alias: Type.Optional(
    Type.Unsafe<string | null>({
      type: ["string", "null"],
      pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$",
      description: "A name that execute and schedules take instead of the id; null takes it away.",
    }),
  ),
  nodes: Type.Optional(Type.Array(NodeBody)),
  edges: Type.Optional(Type.Array(EdgeBody)),
  settings: Type.Optional(AnyObject),
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
export const WorkflowBody = Type.Object({ name: Type.Optional(Name), ...WorkflowFields });
export type WorkflowBody = Static<typeof WorkflowBody>;

/** Body of publish and unpublish. */
export const PublishBody = Type.Object({
  published: Type.Boolean(),
  version: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: "An earlier version to publish again." }),
  ),
});

/** Query of the lists of workflows. */
export const ListQuery = Type.Object({
  ...PageQuery.properties,
  slug: Type.Optional(Type.String({ description: "Only workflows of this application." })),
  name: Type.Optional(Type.String({ description: "Only workflows whose name contains this." })),
  published: Type.Optional(Type.Boolean()),
  start_date: Type.Optional(Type.String({ description: "Created on this day (UTC) or moment, or later." })),
  end_date: Type.Optional(Type.String({ description: "Created on this day (UTC) or moment, or earlier." })),
});

/** The changes that a body describes, without fields that it leaves out; 400 for an alias in the form of an id and for data slots that cannot be filled in. */
export function readChanges(body: WorkflowBody): Changes {
  const { workflow_alias: alias, test_instance_meta_data: test, data_slots: slots = [] } = body;
  if (alias && isId(alias)) throw badRequest("workflow_alias must not have the form of an id.");
  const problem = fieldProblem(slots, "data_slots");
  if (problem) throw badRequest(problem);
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
    test_instance_meta_data: test && {
      ...test,
      trigger: test.trigger && { ...test.trigger, _id: test.trigger._id ?? newId() },
    },
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** What a list's query asks for; empty texts ask for nothing, 400 for what is not a date. */
export function readFilter(query: Static<typeof ListQuery>): WorkflowFilter {
  return {
    slug: query.slug || undefined,
    name: query.name || undefined,
    published: query.published,
    from: readDate("start_date", query.start_date),
    until: readEndDate("end_date", query.end_date),
  };
}
