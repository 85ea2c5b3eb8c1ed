import { IsArray, IsObject, type TSchema } from "typebox";
import { findNearName } from "../../platform/near-name.ts";
import type { EdgeInput, NodeInput } from "../definition/graph.ts";
import { createEdgeProblem, createNodeProblem, type WorkflowProblem } from "./problem.ts";

// What editors based on React Flow store in an edge.
const DRAWN =
  /^(_.*|animated|aria\w*|className|data|deletable|domAttributes|focusable|hidden|interactionWidth|label\w*|marker\w*|parentNode|pathOptions|reconnectable|selectable|selected|source(Node|Position|X|Y)|style|target(Node|Position|X|Y)|updatable|zIndex)$/;

/** A name in settings that their schema does not know, as a sentence. */
interface UnknownName {
  readonly field: string;
  readonly message: string;
}

/**
 * Names anywhere in settings that their schema does not know: a misspelt one would silently have no effect. Objects
 * whose schema allows other members are open.
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
      : [{ field: place, message: `${place}: unknown setting; ${describeNearName(name, names)}` }];
  });
}

/** A suggestion for an unknown setting's name. */
export function describeNearName(name: string, names: readonly string[]): string {
  const near = findNearName(name, names);
  return near === undefined ? `use one of ${names.join(", ")}.` : `did you mean "${near}"?`;
}

/**
 * Fields of nodes in a request that nearly match one of `fields` that the node lacks; other unknown fields are
 * allowed.
 */
export function findMisspeltFields(
  nodes: readonly NodeInput[],
  fields: readonly string[],
): WorkflowProblem[] {
  return nodes.flatMap((node) => {
    const free = fields.filter((field) => !Object.hasOwn(node, field));
    return Object.keys(node).flatMap((name) => {
      const near = fields.includes(name) ? undefined : findNearName(name, free);
      if (near === undefined) return [];
      return [createNodeProblem(node, name, `${name}: unknown field; did you mean "${near}"?`)];
    });
  });
}

/** Fields of triggers in a request that triggers do not have: they would be dropped silently. */
export function findUnknownTriggerFields(
  nodes: readonly NodeInput[],
  fields: readonly string[],
): WorkflowProblem[] {
  return nodes.flatMap((node) =>
    (node.triggers ?? []).flatMap((trigger, index) =>
      unknownOf(trigger, fields).map((name) => {
        const place = `triggers.${index}.${name}`;
        return createNodeProblem(node, place, `${place}: unknown field; ${describeNearName(name, fields)}`);
      }),
    ),
  );
}

/** The same for edges, except for fields that editors draw with. */
export function findUnknownEdgeFields(
  edges: readonly EdgeInput[],
  fields: readonly string[],
): WorkflowProblem[] {
  return edges.flatMap((edge) =>
    unknownOf(edge, fields)
      .filter((name) => !DRAWN.test(name))
      .map((name) =>
        createEdgeProblem(edge, name, `${name}: unknown field; ${describeNearName(name, fields)}`),
      ),
  );
}

function unknownOf(given: object, fields: readonly string[]): string[] {
  return Object.keys(given).filter((name) => !fields.includes(name));
}
