import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

type Schema = { readonly [key: string]: unknown };

interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Record<string, Media> };
  readonly responses: Record<string, { readonly content?: Record<string, Media> }>;
}

/** An example, its schema, and its path in the document. */
interface Example {
  readonly where: string;
  readonly schema: Schema;
  readonly example: unknown;
}

// The operations that people read first: each shows what to send, if it takes a body, and what comes back.
const SHOWN = [
  "createSessionToken",
  "updateOrganization",
  "createApiKey",
  "upsertLinkedAccount",
  "listLinkedAccounts",
  "createConnectUrl",
  "createReconnectLink",
  "saveKeyCredentials",
  "listConnections",
  "executeAction",
  "createWorkflow",
  "publishWorkflow",
  "executeWorkflow",
  "testWorkflow",
  "createEvent",
  "triggerEvent",
  "getReceivedEvent",
  "listExecutions",
  "getExecution",
  "getExecutionResponse",
  "replayExecution",
  "replayExecutions",
  "decideApproval",
  "getOrCreateConfig",
  "updateConfig",
  "getConfig",
  "listDatastoreRecords",
  "searchDatastoreRecords",
  "createSchedule",
  "createWebhook",
  "rotateWebhookSecret",
  "createMcpServer",
  "createMcpToken",
  "getStatisticsOverview",
  "streamChanges",
  "listAuditLog",
  "inviteOperator",
];

let server: TestServer;
let document: Schema;
let operations: DocumentedOperation[];

beforeAll(async () => {
  server = await startTestServer();
  const { body } = await server.request({ url: "/openapi.json" });
  document = body;
  const paths: Record<string, Record<string, DocumentedOperation>> = body.paths;
  operations = Object.values(paths).flatMap((methods) => Object.values(methods));
});
afterAll(() => server.close());

function mediaOf({ operationId, requestBody, responses }: DocumentedOperation): [string, Media][] {
  const bodies = { request: requestBody, ...responses };
  return Object.entries(bodies).flatMap(([name, body]) =>
    Object.values(body?.content ?? {}).map((media): [string, Media] => [`${operationId} ${name}`, media]),
  );
}

/** Every example in the document: of bodies, of replies, and within schemas. */
function examples(): Example[] {
  const found: Example[] = [];
  const visit = (node: unknown, where: string, isNames = false): void => {
    if (typeof node !== "object" || node === null) return;
    const schema = node as Schema;
    if (!isNames && Array.isArray(schema.examples))
      for (const example of schema.examples) found.push({ where, schema, example });
    for (const [key, value] of Object.entries(schema))
      if (isNames || (key !== "example" && key !== "examples"))
        visit(value, `${where}/${key}`, key === "properties");
  };
  visit(document, "");
  for (const [where, { schema, example }] of operations.flatMap(mediaOf))
    if (example !== undefined) found.push({ where, schema, example });
  return found;
}

/** The fields of an example that its schema lacks: a reply would not contain them, and in a body they are ignored. */
function unknownFields(schema: Schema, value: unknown, path: string): string[] {
  const { $ref, anyOf, items, properties, additionalProperties } = resolve(schema);
  if ($ref !== undefined || anyOf !== undefined) return [];
  if (Array.isArray(value))
    return value.flatMap((one, index) => unknownFields((items ?? {}) as Schema, one, `${path}[${index}]`));
  if (typeof value !== "object" || value === null || properties === undefined) return [];
  const known = properties as Record<string, Schema>;
  return Object.entries(value).flatMap(([name, one]) => {
    const own = known[name];
    if (own) return unknownFields(own, one, `${path}.${name}`);
    return additionalProperties ? [] : [`${path}.${name}`];
  });
}

function resolve(schema: Schema): Schema {
  if (typeof schema.$ref !== "string") return schema;
  const [, , , name = ""] = schema.$ref.split("/");
  return (document.components as { schemas: Record<string, Schema> }).schemas[name] ?? schema;
}

describe("examples of /openapi.json", () => {
  test("match their schemas", () => {
    const ajv = ajvFormats.default(new Ajv2020({ strict: false, allErrors: true }));
    ajv.addSchema({ $id: "document", ...document });
    const all = examples();
    expect(all.length).toBeGreaterThan(2 * SHOWN.length);
    for (const { where, schema, example } of all) {
      const own = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));
      const isValid = ajv.validate(own, example);
      expect(isValid ? [] : ajv.errors, where).toEqual([]);
    }
  });

  test("contain no field that their schemas lack", () => {
    const unknown = operations
      .flatMap(mediaOf)
      .flatMap(([where, { schema, example }]) => unknownFields(schema, example, where));
    expect(unknown).toEqual([]);
  });

  test("exist for requests and answers of the most used operations", () => {
    const bare = SHOWN.filter((id) => {
      const operation = operations.find(({ operationId }) => operationId === id);
      const replies = Object.entries(operation?.responses ?? {}).filter(([status]) => status.startsWith("2"));
      const shown = [operation?.requestBody, ...replies.map(([, reply]) => reply)];
      const media = shown.flatMap((body) => Object.values(body?.content ?? {}));
      return media.length === 0 || media.some(({ example }) => example === undefined);
    });
    expect(bare).toEqual([]);
  });
});
