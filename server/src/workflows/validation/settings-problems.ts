import type { JsonSchema } from "../../apps/connector.ts";
import { findSchemaProblems } from "../../apps/providers/manifest/check/check-schema.ts";
import { findHeaderMarkProblem } from "../../apps/providers/manifest/input/header-mark-problem.ts";
import { isObject } from "../../platform/json/json.ts";
import type { Fields } from "../definition/graph.ts";
import { KNOWN_SETTINGS } from "../definition/settings.ts";
import { createWorkflowProblem, type WorkflowProblem } from "./problem.ts";
import { describeNearName } from "./unknown-names.ts";

// What workflows of other makers have there (platform-surface 3.13), and what tells callers of an example
// (`request-structure`).
const OTHERS = [
  "caching",
  "incremental_sync_settings",
  "json_schema",
  "manual_execution_payload",
  "workflow_response",
];
const NAMES = [...KNOWN_SETTINGS, ...OTHERS];
const SCHEMA = "json_schema";
const IDEMPOTENCY = ["header", "path", "window_ms"];

/**
 * Problems of a workflow's settings beyond their types: names that nothing reads, a key without a source, and an
 * input schema that cannot be applied or could block the server.
 */
export function findSettingsProblems(settings: Fields): WorkflowProblem[] {
  const { idempotency } = settings;
  return [
    ...unknownOf(settings, "settings", NAMES),
    ...(isObject(idempotency) ? idempotencyProblems(idempotency) : []),
    ...schemaProblems(settings),
  ];
}

/**
 * The settings without unknown and inapplicable ones, and a warning about each: documents from before their check may
 * have some.
 */
export function removeUnknownSettings(settings: Fields): { settings: Fields; warnings: WorkflowProblem[] } {
  const broken = schemaProblems(settings);
  const warnings = [...unknownOf(settings, "settings", NAMES), ...broken];
  const known = Object.entries(settings).filter(
    ([name]) => NAMES.includes(name) && (name !== SCHEMA || broken.length === 0),
  );
  return {
    settings: Object.fromEntries(known),
    warnings: warnings.map(({ message, ...one }) => ({ ...one, message: `${message} It was left out.` })),
  };
}

function schemaProblems({ [SCHEMA]: schema }: Fields): WorkflowProblem[] {
  // A schema that is not an object is treated as any object.
  if (!isObject(schema)) return [];
  const field = `settings.${SCHEMA}`;
  const json = schema as JsonSchema; // it came as JSON
  const broken = findSchemaProblems([], json, "api").map(({ message }) => message);
  const messages = broken.length > 0 ? broken : (findHeaderMarkProblem(json) ?? []);
  return [messages].flat().map((message) => createWorkflowProblem(field, `${field} ${message}.`));
}

function idempotencyProblems(idempotency: Fields): WorkflowProblem[] {
  const field = "settings.idempotency";
  const unknown = unknownOf(idempotency, field, IDEMPOTENCY);
  if (unknown.length > 0 || "header" in idempotency || "path" in idempotency) return unknown;
  const text = `${field} must name a header of the request or a path in the payload, such as {"header": "x-order-id"} or {"path": "order.id"}.`;
  return [createWorkflowProblem(field, text)];
}

function unknownOf(given: Fields, where: string, names: readonly string[]): WorkflowProblem[] {
  return Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const field = `${where}.${name}`;
      return createWorkflowProblem(field, `${field}: unknown setting; ${describeNearName(name, names)}`);
    });
}
