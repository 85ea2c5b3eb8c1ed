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

/** A type of node as a list shows it. */
export const NodeTypeHead = { type: Type.String(), title: Type.String(), description: Type.String() };

/** Everything that one must know of a type of node to use it. */
export const NodeTypeRecord = Type.Object({
  ...NodeTypeHead,
  settings: Type.Unsafe<JsonObject>({
    type: "object",
    additionalProperties: true,
    description: "JSON Schema of the node's `data`, once its expressions are replaced.",
  }),
  example: Type.Optional(
    Type.Unsafe<JsonObject>({ type: "object", additionalProperties: true, description: "A whole node." }),
  ),
  output: Type.Optional(Type.String({ description: "What the node comes to." })),
  branches: Type.Optional(
    MapOf(Type.String(), { description: "When each branch (`sourceHandle` of an edge) is taken." }),
  ),
  notes: Type.Optional(Type.String()),
});

/** A type of node as its definition says, which docs/nodes.md is written from, too. */
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

/** The types of nodes as resources. */
export function listNodeTypeResources(): Resource[] {
  return NODE_TYPES.map(({ type, title, description }) => ({
    uri: START + type,
    name: type,
    title: `Node type: ${title}`,
    description,
    mimeType: JSON_TYPE,
  }));
}

/** The content of such a resource. Throws for one that there is not. */
export function readNodeType(uri: string): ReadResourceResult {
  const found = NODE_TYPES.find(({ type }) => uri === START + type);
  if (!found)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no resource ${uri}.`, { uri });
  return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(presentNodeType(found)) }] };
}
