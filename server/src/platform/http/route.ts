import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import {
  type Static,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  type TStringOptions,
  Type,
} from "typebox";

/** The HTTP server with TypeBox schemas: handlers get their types from the route's schema. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/**
 * Options of a GET route that consumes or changes something: it does not serve HEAD, which previews and scanners
 * send.
 */
export const GET_ALONE = { exposeHeadRoute: false } as const;

/** ISO 8601 in UTC with milliseconds. */
export const Timestamp = Type.String({
  description: "ISO 8601 in UTC with milliseconds.",
  examples: ["2026-01-31T09:30:00.000Z"],
});

/** 24 hex characters. */
export const Id = Type.String({ description: "24 hex characters.", examples: ["6a1f0c2e9b3d4f5a6b7c8d9e"] });

/** `{id}` as the path of a route; any text is accepted, so that a malformed id is simply not found (404). */
export const ById = Type.Object({ id: Type.String({ description: "The record's id." }) });

/** A text whose form is described in words when it does not fit: `slug must be <form>.` */
export function FormattedText(pattern: string, form: string, options: TStringOptions = {}) {
  return Type.String({ ...options, pattern, "x-form": form });
}

/**
 * A filter of the platform's clients that this server does not support: refused, because ignoring it would return too
 * much.
 */
export const MissingFilter = Type.Optional(
  Type.Unsafe<never>({ not: {}, description: "Not supported (400).", deprecated: true }),
);

/** `{message}` replies. */
export const Message = Type.Object({ message: Type.String() });

/**
 * An object of any keys whose values have one shape; TypeBox's own Record would not check a key with a line break.
 */
export function MapOf<Values extends TSchema>(values: Values, options: TObjectOptions = {}) {
  return Type.Unsafe<{ [key: string]: Static<Values> }>({
    type: "object",
    additionalProperties: values,
    ...options,
  });
}

/** A reply record: named in the OpenAPI document; fields that it does not list are not sent. */
export function Record<Properties extends TProperties>(title: string, properties: Properties) {
  return Type.Object(properties, { title });
}

/** A body or a reply with an example for the API document only. */
export function withExample<Schema extends TSchema>(schema: Schema, example: Static<Schema>): Schema {
  return { ...schema, examples: [example] };
}
