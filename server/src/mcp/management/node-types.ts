import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
} from "@modelcontextprotocol/server";
import { type Static, Type } from "typebox";
import type { JsonObject } from "../../apps/connector.ts";
import { MapOf } from "../../platform/http/route.ts";
import { NODE_TYPES } from "../../workflows/nodes/list.ts";
import { describeBranches, type NodeType } from "../../workflows/nodes/node.ts";
import { toPlainSchema } from "./tool.ts";

const START = "junctor://node-types/";
const JSON_TYPE = "application/json";

/** A node type as a list shows it. */
export const NodeTypeHead = { type: Type.String(), title: Type.String(), description: Type.String() };

/** Everything needed to use a node type. */
export const NodeTypeRecord = Type.Object({
  ...NodeTypeHead,
  settings: Type.Unsafe<JsonObject>({
    type: "object",
    additionalProperties: true,
    description: "JSON Schema of the node's `data`, after its expressions are evaluated.",
  }),
  example: Type.Optional(
    Type.Unsafe<JsonObject>({ type: "object", additionalProperties: true, description: "A whole node." }),
  ),
  output: Type.Optional(Type.String({ description: "The node's output." })),
  branches: Type.Optional(
    MapOf(Type.String(), { description: "When each branch (`sourceHandle` of an edge) is taken." }),
  ),
  notes: Type.Optional(Type.String()),
});

/** A node type from its definition, which docs/nodes.md is also generated from. */
export function presentNodeType({
  type,
  texts,
  description,
  settings,
  guide: { output, notes, example },
  ...branching
}: NodeType): Static<typeof NodeTypeRecord> {
  const branches = describeBranches(branching);
  return {
    type,
    title: texts.en.title,
    description,
    output,
    notes,
    settings: toPlainSchema(settings),
    ...(Object.keys(branches).length > 0 && { branches }),
    example: JSON.parse(JSON.stringify(example)),
  };
}

/** The node types as resources. */
export function listNodeTypeResources(): Resource[] {
  return NODE_TYPES.map(({ type, texts, description }) => ({
    uri: START + type,
    name: type,
    title: `Node type: ${texts.en.title}`,
    description,
    mimeType: JSON_TYPE,
  }));
}

/** The content of such a resource. Throws for an unknown one. */
export function readNodeType(uri: string): ReadResourceResult {
  const found = NODE_TYPES.find(({ type }) => uri === START + type);
  if (!found)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no resource ${uri}.`, { uri });
  return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(presentNodeType(found)) }] };
}
