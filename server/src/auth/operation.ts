import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from "fastify";
import type { App } from "../platform/http/route.ts";
import type { AuthKind } from "./guard.ts";
import type { Role } from "./roles.ts";

/** The shapes of an operation's requests and responses. */
type OperationSchema = Pick<FastifySchema, "params" | "querystring" | "headers" | "body" | "response">;

type RouteOptions = Pick<
  RouteShorthandOptions,
  "onRequest" | "preParsing" | "preValidation" | "bodyLimit" | "exposeHeadRoute"
>;

/** Who may call an operation: where an API key is accepted, the least role that it needs (spec 5). */
export type Access =
  | { readonly credentials: "session" | "operator" | "none"; readonly least?: never }
  | { readonly credentials: Exclude<AuthKind, "session" | "operator" | "none">; readonly least: Role };

interface Described extends RouteOptions, Omit<FastifyContextConfig, "auth" | "least"> {
  /** Names it in the API document, the client library and the audit log. */
  readonly id: string;
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly path: string;
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly deprecated?: true;
  /** Markdown, without the credential, which is appended. */
  readonly description: string;
}

type RouteMethod<Schema extends FastifySchema> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
  FastifyContextConfig,
  Schema,
  TypeBoxTypeProvider
>;

/** One operation of the API: its address, who may call it, its shapes and what it does. */
export type Operation<Deps> = Described &
  Access & {
    readonly schema: FastifySchema;
    /** What depends on the configuration, or on what a process keeps. */
    options?(deps: Deps): RouteOptions;
    run(deps: Deps, request: FastifyRequest, reply: FastifyReply): unknown;
  };

/** What is written for an operation; `run` gets what its schema says. */
type NewOperation<Deps, Schema extends OperationSchema> = Described &
  Access & {
    readonly schema: Schema;
    options?(deps: Deps): RouteOptions;
    run(deps: Deps, ...given: Parameters<RouteMethod<Schema>>): ReturnType<RouteMethod<Schema>>;
  };

/** Describes operations that need `Deps` and have these tags. */
export function defineOperations<Deps>(...tags: string[]) {
  return <Schema extends OperationSchema>(operation: NewOperation<Deps, Schema>): Operation<Deps> =>
    ({ tags, ...operation }) as Operation<Deps>; // its own schema has told `run` the types
}

/** The operation with an id, which must be in the list. */
export function findOperation<Deps>(operations: readonly Operation<Deps>[], id: string): Operation<Deps> {
  const found = operations.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no operation ${id} in this list.`);
  return found;
}

/** Serves operations; each gets the part of `deps` that it takes. */
export function registerOperations<Deps>(app: App, operations: readonly Operation<Deps>[], deps: Deps): void {
  for (const operation of operations) {
    const { id, method, path, tags, summary, description, deprecated, schema, run, options, ...others } =
      operation;
    const { credentials, onRequest, preParsing, preValidation, bodyLimit, exposeHeadRoute, ...config } =
      others;
    app[method](
      path,
      {
        onRequest,
        preParsing,
        preValidation,
        bodyLimit,
        exposeHeadRoute,
        ...options?.(deps),
        config: { ...config, auth: credentials },
        schema: { operationId: id, summary, description, tags, ...(deprecated && { deprecated }), ...schema },
      },
      (request, reply) => run(deps, request, reply),
    );
  }
}
