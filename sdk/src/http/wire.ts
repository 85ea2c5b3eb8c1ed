import type { paths } from "../openapi.generated.ts";

/** HTTP methods of the API. */
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The API's paths that have the method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [Name in M]: object } ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathWith<M>> = paths[P] extends { [Name in M]: infer O }
  ? O
  : never;

/** JSON body that the operation takes; a form where it takes a file. */
export type Body<M extends Method, P extends PathWith<M>> =
  Operation<M, P> extends { requestBody?: { content: { "application/json": infer B } } }
    ? B
    : Operation<M, P> extends { requestBody: { content: { "multipart/form-data": object } } }
      ? FormData
      : undefined;

/** Query of the operation. */
export type Query<M extends Method, P extends PathWith<M>> =
  Operation<M, P> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : undefined;

type PathParameters<M extends Method, P extends PathWith<M>> =
  Operation<M, P> extends { parameters: { path: infer V } } ? V : undefined;

/** Body of the operation's successful reply; undefined where it has none. */
export type Reply<M extends Method, P extends PathWith<M>> =
  Operation<M, P> extends { responses: infer R } ? (R extends Successful<infer B> ? B : undefined) : never;

type Successful<B> =
  | { 200: { content: { "application/json": B } } }
  | { 201: { content: { "application/json": B } } };

type OptionalWhenUndefined<Key extends string, Value> = undefined extends Value
  ? { readonly [Name in Key]?: undefined }
  : { readonly [Name in Key]: Value };

/** What a request of the operation carries, apart from its headers. */
export type Input<M extends Method, P extends PathWith<M>> = OptionalWhenUndefined<
  "path",
  PathParameters<M, P>
> & {
  readonly query?: Query<M, P>;
  readonly body?: Body<M, P>;
};
