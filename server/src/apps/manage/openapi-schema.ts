import { Type } from "typebox";
import { MapOf, Record } from "../../platform/http/route.ts";
import { ActionSummary } from "../actions/action-schema.ts";
import { Slug } from "../schema.ts";
import { ApplicationSettings } from "./settings-schema.ts";
import { CheckRequest, SignInBody } from "./setup/setup-schema.ts";

const source = {
  document: Type.Optional(
    // No minLength: checking it counts all 20 MB.
    Type.Union([Type.String(), MapOf(Type.Unknown())], {
      description: "The document (OpenAPI 3.0 or 3.1, Swagger 2.0): an object, or a JSON or YAML string.",
    }),
  ),
  url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      description: "A URL to fetch the document from, at most 20 MB.",
    }),
  ),
};

/** A document to list the operations of. */
export const OpenApiSource = Type.Object(source, { additionalProperties: false });

const wanted = {
  slug: Type.Optional(Slug),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  base_url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: "Base URL to use instead of the document's servers.",
    }),
  ),
};
const CheckName = Type.String({
  minLength: 1,
  maxLength: 1100,
  description: "An operation that verifies a credential: a GET without required input.",
});
const SchemeName = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "Name of the only security scheme to use.",
});

/** Options for a document that is the whole body. */
export const OpenApiQuery = Type.Object({
  ...wanted,
  check: Type.Optional(CheckName),
  security_scheme: Type.Optional(SchemeName),
});

/** A document to create an application from. */
export const OpenApiBody = Type.Object(
  {
    ...source,
    ...wanted,
    check: Type.Optional(
      Type.Union([CheckName, Type.Null()], {
        description:
          "An operation that verifies a credential when a customer connects: a GET without required input, or `null` for none. Default: your choice of an earlier import, else the document's best.",
      }),
    ),
    operations: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 1100 }), {
        minItems: 1,
        maxItems: 2000,
        description: "Ids from `…/openapi/operations`, `operationId`s, or `GET /path`. Default: all.",
      }),
    ),
    security_scheme: Type.Optional(
      Type.Union([SchemeName, MapOf(Type.Unknown())], {
        description:
          'Name of the only security scheme to use, or an OpenAPI security scheme to use instead: an apiKey in header or query, http bearer or basic, oauth2 with the URLs of its flow, or `{"type":"none"}` if the API needs no credential.',
      }),
    ),
    sign_in: Type.Optional(SignInBody),
    auth: Type.Optional(
      MapOf(Type.Unknown(), {
        description:
          "Replaces the document's security with the `auth` of a [connector definition](/guides/add-a-connector): `your_app`, or `oauth2` with the customers' own clients.",
      }),
    ),
  },
  { additionalProperties: false },
);

/** One operation of a document. */
export const OpenApiOperation = Record("OpenApiOperation", {
  id: Type.String({ description: "The id that its action would have." }),
  method: Type.String(),
  path: Type.String(),
  summary: Type.String(),
  tags: Type.Array(Type.String()),
  deprecated: Type.Boolean(),
  needs_credential: Type.Boolean({
    description:
      "True if the document does not say how customers connect; the same for all of its operations.",
  }),
  can_check: Type.Boolean({
    description: "Whether it can verify a credential: a GET without required input that needs the sign-in.",
  }),
  proposed_check: Type.Boolean({ description: "Whether it is the best that can; at most one is." }),
});

/** What an import proposes. */
export const OpenApiPreview = Record("OpenApiPreview", {
  name: Type.String(),
  slug: Type.String(),
  base_url: Type.Union([Type.String(), Type.Null()], {
    description: "Where requests go; null if customers enter the address, or a part of it.",
  }),
  operations: Type.Array(OpenApiOperation),
});

/** The result of an import. */
export const OpenApiImport = Record("OpenApiImport", {
  ...ApplicationSettings.properties,
  actions: Type.Array(ActionSummary),
  needs_credential: Type.Boolean({
    description:
      "True if neither the document nor you declared a usable credential: customers cannot connect until you say how under `…/setup`, or import it again with `sign_in`.",
  }),
  check: Type.Union([CheckRequest, Type.Null()], {
    description:
      "What verifies a credential when a customer connects; null if nothing does, so that a wrong key is noticed by its first call.",
  }),
  warnings: Type.Array(Type.String(), { description: "What could not be imported." }),
});
