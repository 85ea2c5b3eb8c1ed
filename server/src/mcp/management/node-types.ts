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
import type { NodeType } from "../../workflows/nodes/node.ts";
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
  title,
  description,
  settings,
  guide,
}: NodeType): Static<typeof NodeTypeRecord> {
  const { output, branches, notes } = { ...guide };
  return {
    ...{ type, title, description, output, notes },
    settings: toPlainSchema(settings),
    ...(branches && { branches: { ...branches } }),
    ...(guide && { example: JSON.parse(JSON.stringify(guide.example)) }),
  };
}

/** The node types as resources. */
export function listNodeTypeResources(): Resource[] {
  return NODE_TYPES.map(({ type, title, description }) => ({
    uri: START + type,
    name: type,
    title: `Node type: ${title}`,
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
