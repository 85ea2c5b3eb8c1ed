import { type Static, Type } from "typebox";
import { defineOperations } from "../auth/operation.ts";
import { Record } from "../platform/http/route.ts";
import { NODE_TYPES } from "./nodes/list.ts";
import type { NodeType } from "./nodes/node.ts";
import { AnyObject } from "./schema.ts";
import { NodeBody } from "./versions/body.ts";

const Texts = Type.Array(Type.String());

const NodeTypeReply = Record("NodeType", {
  type: Type.String(),
  title: Type.String(),
  description: Type.String({ description: "Markdown." }),
  settings: {
    ...AnyObject,
    description:
      "JSON Schema of `data` after its expressions are evaluated; any value may instead be a string with an expression.",
  },
  verbatim: Type.Array(Type.String(), { description: "Settings that hold no expressions, such as code." }),
  handles: Type.Array(Type.String(), {
    description: "Branches that its edges may leave from (`sourceHandle`), other than none and `error`.",
  }),
  handles_from: Type.Union([Type.String(), Type.Null()], {
    description:
      "Name of a list setting whose items each add a branch: their `handle`, or `case_1`, `case_2`, … by position.",
  }),
  branches: Type.Unsafe<{ [handle: string]: string }>({
    type: "object",
    additionalProperties: { type: "string" },
    description: "When each branch is taken, as Markdown.",
  }),
  has_link: Type.Boolean({
    description: "Whether it waits for an answer from outside, at `{{ links.<id> }}`.",
  }),
  fields: { ...Texts, description: "Which of `node_fields` it has." },
  example: { ...AnyObject, description: "A whole node." },
  output: Type.String({ description: "The output, as Markdown." }),
});

const NodeTypes = Type.Object({
  node_types: Type.Array(NodeTypeReply),
  node_fields: {
    ...AnyObject,
    description: "JSON Schemas of a node's fields other than `data`.",
  },
});

const { name, action, triggers, maximum_attempts, timeout_ms, on_error, is_batch } = NodeBody.properties;
const FIELDS = { name, action, triggers, maximum_attempts, timeout_ms, on_error, is_batch };

const reply = {
  node_types: NODE_TYPES.map(presentNodeType),
  node_fields: FIELDS as unknown as Static<typeof AnyObject>,
};
const operation = defineOperations<object>("Workflows");

/** Node types for editors, which build their settings forms from them. */
export const NODE_TYPE_OPERATIONS = [
  operation({
    id: "listNodeTypes",
    method: "get",
    path: "/api/v2/public/node-types",
    least: "viewer",
    credentials: "either",
    summary: "List node types",
    description:
      "Returns every node type with the JSON Schema of its settings, its branches and an example, for editors. The response is the same for everyone and may be cached for five minutes. See [Nodes](/guides/nodes).",
    schema: { response: { 200: NodeTypes } },
    run: async (_deps, _request, response) => {
      response.header("cache-control", "private, max-age=300");
      return reply;
    },
  }),
];

function presentNodeType(nodeType: NodeType): Static<typeof NodeTypeReply> {
  const { type, title, description, settings, verbatim = [], handles, handlesFrom, link, guide } = nodeType;
  return {
    type,
    title,
    description,
    settings: settings as Static<typeof AnyObject>,
    verbatim: [...verbatim],
    handles: [...(handles?.({ data: null }) ?? [])],
    handles_from: handlesFrom ?? null,
    branches: { ...guide?.branches },
    has_link: link !== undefined,
    fields: fieldsOf(nodeType),
    example: { ...guide?.example } as Static<typeof AnyObject>,
    output: guide?.output ?? "",
  };
}

/** The start node neither fails nor is retried; other nodes have the fields that their type uses. */
function fieldsOf({ type, untimed }: NodeType): string[] {
  if (type === "start") return ["name", "triggers"];
  return [
    "name",
    ...(type === "action" ? ["action"] : []),
    "maximum_attempts",
    ...(untimed === undefined ? ["timeout_ms"] : []),
    "on_error",
    ...(type === "loop" ? ["is_batch"] : []),
  ];
}
