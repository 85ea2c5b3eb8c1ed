import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import type { HttpClient, Reply } from "./http-client.ts";

const BYTES = "application/octet-stream";

/** A JSON Schema, as far as it is read here. */
export type Schema = { readonly [keyword: string]: unknown };

/** A path, query or header parameter. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

/** An operation of the OpenAPI document. */
export interface SpecOperation {
  /** Such as `GET /api/v2/public/webhook/{id}`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Names of the security schemes, any of which suffices; empty if the operation is open. */
  readonly security: readonly string[];
  readonly statuses: readonly number[];
  readonly parameters: readonly Parameter[];
  /** The schema of the JSON body, if there is one. */
  readonly body: Schema | undefined;
}

/** What `/openapi.json` promises. */
export interface Contract {
  readonly operations: readonly SpecOperation[];
  /** Follows `$ref` once. */
  resolve(schema: Schema): Schema;
  /** The operation for a request; undefined if no route matches. */
  find(method: string, path: string): SpecOperation | undefined;
  /** Throws if a reply has an undocumented status, or a body that its schema does not allow. */
  check(method: string, path: string, reply: Reply): void;
}

interface Described {
  readonly security?: readonly Record<string, unknown>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Record<string, { readonly schema?: Schema }> };
  readonly responses: Record<string, { readonly content?: Record<string, unknown> }>;
}

interface Document {
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

const METHODS = ["get", "post", "put", "patch", "delete"];
const JSON_TYPE = "application/json";

// Compiling schemas is slow, and all servers of a process have the same ones.
const contracts = new Map<string, Contract>();

/** Reads the document from the running server. */
export async function readContract(client: HttpClient): Promise<Contract> {
  const { body } = await client.send({ path: "/openapi.json" });
  const promises = JSON.stringify({ ...body, servers: undefined });
  const contract = contracts.get(promises) ?? openContract(body);
  contracts.set(promises, contract);
  return contract;
}

function openContract(document: Document): Contract {
  // A CommonJS module: the function is the module object's `default`. Most schemas check a few replies, which costs less
  // than optimizing their code.
  const ajv = ajvFormats.default(new Ajv2020({ strict: false, code: { optimize: false } }));
  ajv.addSchema(document, "openapi");
  const validators = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string) => {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    validators.set(pointer, known);
    return known;
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const described = methods[method];
      return described ? [describe(method.toUpperCase(), path, described)] : [];
    }),
  );
  const find = createOperationSearch(operations);
  return {
    operations,
    find,
    resolve: (schema) => {
      const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema.$ref))?.[1];
      return (name && document.components.schemas[name]) || schema;
    },
    check: (method, path, reply) => {
      const operation = find(method, path);
      const where = `${method} ${path.slice(0, 200)} answered ${reply.status}`;
      checkHeaders(reply, where);
      if (!operation) return checkUnrouted(reply, path, where);
      const response = document.paths[operation.path]?.[method.toLowerCase()]?.responses[reply.status];
      if (!response) throw new Error(`${where}, which is not documented: ${reply.text.slice(0, 500)}`);
      checkType(reply, Object.keys(response.content ?? {}), where);
      const [type] = String(reply.headers["content-type"]).split(";");
      if (type !== JSON_TYPE) return;
      const steps = ["paths", operation.path, method.toLowerCase(), "responses", String(reply.status)];
      const validate = validatorAt(pointerTo([...steps, "content", JSON_TYPE, "schema"]));
      if (!validate(reply.body))
        throw new Error(`${where}, but ${ajv.errorsText(validate.errors)}: ${reply.text.slice(0, 2000)}`);
    },
  };
}

function describe(method: string, path: string, described: Described): SpecOperation {
  return {
    id: `${method} ${path}`,
    method,
    path,
    security: (described.security ?? []).flatMap((one) => Object.keys(one)),
    statuses: Object.keys(described.responses)
      .filter((status) => status !== "default")
      .map(Number),
    parameters: described.parameters ?? [],
    body: described.requestBody?.content?.[JSON_TYPE]?.schema,
  };
}

function pointerTo(steps: readonly string[]): string {
  return steps
    .map((step) => `/${encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))}`)
    .join("");
}

/** The path with the fewest parameters wins, as in the router. */
function createOperationSearch(operations: readonly SpecOperation[]): Contract["find"] {
  const count = ({ path }: SpecOperation) => path.split("{").length;
  const routes = operations
    .toSorted((a, b) => count(a) - count(b))
    .map((operation) => ({ operation, pattern: patternOf(operation.path) }));
  return (method, path) => {
    const bare = (path.split("?")[0] ?? "").replace(/(?<=.)\/$/, "");
    return routes.find(({ operation, pattern }) => operation.method === method && pattern.test(bare))
      ?.operation;
  };
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`);
}

function checkHeaders(reply: Reply, where: string): void {
  if (reply.status >= 500) throw new Error(`${where}: ${reply.text}`);
  if (reply.status < 400) return;
  if (!reply.body && String(reply.headers["content-type"]).startsWith("text/html")) return;
  const { status_code, http_error_type, error_type, error_code, error, message, request_id } =
    reply.body ?? {};
  const isShaped =
    status_code === reply.status &&
    /^[A-Z_]+$/.test(http_error_type) &&
    error_type === http_error_type &&
    /^[A-Z_]+$/.test(error_code) &&
    error === error_code &&
    typeof message === "string" &&
    message !== "" &&
    /^[0-9a-f-]{36}$/.test(request_id);
  if (!isShaped) throw new Error(`${where} without the error shape: ${reply.text.slice(0, 500)}`);
  // A request that is not valid HTTP gets its id in the body only.
  const named = reply.headers["x-request-id"];
  if (named !== request_id && reply.status !== 431)
    throw new Error(`${where} with two request ids: ${named} and ${request_id}`);
}

function checkUnrouted(reply: Reply, path: string, where: string): void {
  if (!path.startsWith("/api/") || reply.status === 404 || reply.status === 400 || reply.status === 431)
    return;
  throw new Error(`${where}, though no operation is documented for it.`);
}

function checkType(reply: Reply, types: readonly string[], where: string): void {
  const sent = reply.headers["content-type"];
  if (types.length === 0) {
    if (reply.text !== "") throw new Error(`${where} with a body, which is not documented.`);
    return;
  }
  // Bytes have no charset.
  const withCharset = (type: string) => (type === BYTES ? type : `${type}; charset=utf-8`);
  if (!types.some((type) => sent === withCharset(type)))
    throw new Error(`${where} with the content type ${sent}, not one of ${types.join(", ")} in UTF-8.`);
}
