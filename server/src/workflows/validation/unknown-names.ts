import { IsArray, IsObject, type TSchema } from "typebox";
import { findNearName } from "../../platform/near-name.ts";
import type { EdgeInput, NodeInput } from "../definition/graph.ts";
import { createEdgeProblem, createNodeProblem, type WorkflowProblem } from "./problem.ts";

// What editors that draw with React Flow keep in an edge.
const DRAWN =
  /^(_.*|animated|aria\w*|className|data|deletable|domAttributes|focusable|hidden|interactionWidth|label\w*|marker\w*|parentNode|pathOptions|reconnectable|selectable|selected|source(Node|Position|X|Y)|style|target(Node|Position|X|Y)|updatable|zIndex)$/;

/** A name in settings that their schema does not know, as a sentence. */
interface UnknownName {
  readonly field: string;
  readonly message: string;
}

/**
 * Names anywhere in settings that their schema does not know: what is misspelt would have no effect, without a word.
 * Objects whose schema says what else they may hold are open.
 */
export function findUnknownSettings(schema: TSchema, value: unknown, field = "data"): UnknownName[] {
  if (IsArray(schema) && Array.isArray(value))
    return value.flatMap((item, index) => findUnknownSettings(schema.items, item, `${field}.${index}`));
  if (!IsObject(schema) || typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const names = Object.keys(schema.properties);
  const isOpen = "additionalProperties" in schema && schema.additionalProperties !== false;
  return Object.entries(value).flatMap(([name, item]) => {
    const place = `${field}.${name}`;
    const known = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (known) return findUnknownSettings(known, item, place);
    return isOpen
      ? []
      : [{ field: place, message: `${place}: there is no such setting; ${describeNearName(name, names)}` }];
  });
}

/** What the name of a setting that there is not may be meant to be. */
export function describeNearName(name: string, names: readonly string[]): string {
  const near = findNearName(name, names);
  return near === undefined ? `known are ${names.join(", ")}.` : `do you mean "${near}"?`;
}

/** Fields of nodes in a request that are nearly one of `fields`, which the node does not have; others may stand there. */
export function findMisspeltFields(
  nodes: readonly NodeInput[],
  fields: readonly string[],
): WorkflowProblem[] {
  return nodes.flatMap((node) => {
    const free = fields.filter((field) => !Object.hasOwn(node, field));
    return Object.keys(node).flatMap((name) => {
      const near = fields.includes(name) ? undefined : findNearName(name, free);
      if (near === undefined) return [];
      return [createNodeProblem(node, name, `${name}: there is no such field; do you mean "${near}"?`)];
    });
  });
}

/** Fields of triggers in a request that a trigger does not have: they would be dropped without a word. */
export function findUnknownTriggerFields(
  nodes: readonly NodeInput[],
  fields: readonly string[],
): WorkflowProblem[] {
  return nodes.flatMap((node) =>
    (node.triggers ?? []).flatMap((trigger, index) =>
      unknownOf(trigger, fields).map((name) => {
        const place = `triggers.${index}.${name}`;
        return createNodeProblem(
          node,
          place,
          `${place}: there is no such field; ${describeNearName(name, fields)}`,
        );
      }),
    ),
  );
}

/** The same of edges, but for what they are drawn with. */
export function findUnknownEdgeFields(
  edges: readonly EdgeInput[],
  fields: readonly string[],
): WorkflowProblem[] {
  return edges.flatMap((edge) =>
    unknownOf(edge, fields)
      .filter((name) => !DRAWN.test(name))
      .map((name) =>
        createEdgeProblem(edge, name, `${name}: there is no such field; ${describeNearName(name, fields)}`),
      ),
  );
}

function unknownOf(given: object, fields: readonly string[]): string[] {
  return Object.keys(given).filter((name) => !fields.includes(name));
}
