import type { JsonObject } from "../../connector.ts";
import { FILE_RESPONSE } from "../manifest/operation.ts";
import type { ManifestAction } from "../manifest/schema/manifest-schema.ts";
import type { Inputs } from "./inputs.ts";
import { buildOperationTitle } from "./operation-title.ts";
import type { DocumentOperation } from "./operations.ts";
import { addParameters, listDeclaredParameters, type OperationContext } from "./parameters.ts";
import { toShortText } from "./read-json.ts";
import { addRequestBody, type DeclaredAnswer, readDeclaredAnswer } from "./request-body.ts";
import { findFixedServer } from "./servers.ts";

/** An operation's context, and how large its schemas may be. */
export interface Surroundings {
  base_url: string;
  documentUrl?: string;
  inputBytes: number;
  outputBytes: number;
}

/** Makes an action of an operation; undefined, with a warning, if it cannot be executed. */
export function buildAction(
  reading: OperationContext,
  operation: DocumentOperation,
  place: Surroundings,
): ManifestAction | undefined {
  const { method, path, source, pathItem } = operation;
  const inputs: Inputs = { properties: {}, required: [], styles: {} };
  const declared = listDeclaredParameters(pathItem, source);
  const placed = addParameters(reading, path, { inputs, declared });
  // A body with GET has no meaning in the standard, so it is ignored.
  const body = method === "GET" ? {} : addRequestBody(reading, source.requestBody, inputs);
  if (placed === undefined || body === undefined) return undefined;
  const { type, ...content } = body;
  const answer = readDeclaredAnswer(reading, source);
  const { accept } = answer;
  const headers = {
    ...placed.headers,
    ...(type !== undefined && { "Content-Type": type }),
    ...(accept !== undefined && { Accept: accept }),
  };
  const server = findFixedServer(source.servers ?? pathItem.servers, place.documentUrl);
  const summary = toShortText(source.summary, 200);
  return {
    title: buildOperationTitle(operation),
    description: toShortText(source.description, 1000) ?? summary ?? `${method} ${path}`.slice(0, 1000),
    hints: hintsOf(method),
    input: inputSchema(reading, inputs, place.inputBytes),
    ...outputOf(reading, answer, place.outputBytes),
    request: {
      method,
      path: placed.path,
      ...(server !== undefined && server !== place.base_url && { base_url: server }),
      ...(Object.keys(placed.query).length > 0 && { query: placed.query }),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...content,
      ...(Object.keys(inputs.styles).length > 0 && { styles: inputs.styles }),
    },
  };
}

function hintsOf(method: DocumentOperation["method"]): ManifestAction["hints"] {
  return {
    read_only: method === "GET",
    idempotent: method !== "POST" && method !== "PATCH",
    destructive: method === "DELETE",
  };
}

function inputSchema(
  reading: OperationContext,
  { properties, required, together }: Inputs,
  mostBytes: number,
): JsonObject {
  const whole = (members: Record<string, JsonObject>): JsonObject => ({
    type: "object",
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    ...(together && {
      dependentRequired: Object.fromEntries(together.members.map((name) => [name, together.required])),
    }),
    properties: members,
  });
  const complete = reading.schemas.complete(whole(properties), mostBytes);
  if (complete !== undefined) return complete;
  reading.warn("its input schema is too large: only the names and types of its members are kept");
  return whole(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, bare(schema)])));
}

function bare({ type, title, description }: JsonObject): JsonObject {
  return {
    ...(type !== undefined && { type }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
}

function outputOf(
  reading: OperationContext,
  { isFile, output: schema }: DeclaredAnswer,
  mostBytes: number,
): Pick<ManifestAction, "output" | "response"> {
  if (isFile) return { response: FILE_RESPONSE };
  const output = schema && reading.schemas.complete(schema, mostBytes);
  return output === undefined || Object.keys(output).length === 0 ? {} : { output };
}
