import { type Static, Type } from "typebox";
import { Record } from "../../../platform/http/route.ts";
import { PageEnvelope, PageQuery } from "../../../platform/page.ts";
import { ActionSummary } from "../../actions/action-schema.ts";
import { GRADES } from "../../connector.ts";
import type { DirectoryEntry } from "../../directory/entry-schema.ts";
import { getGrade } from "../../directory/grade.ts";
import { listSignIns, SIGN_INS } from "../../directory/sign-in.ts";
import { buildDirectoryIconUrl } from "../icon-route.ts";
import { OpenApiOperation } from "../openapi-schema.ts";
import { ApplicationGrade, ApplicationSettings } from "../settings-schema.ts";

/** Filters of the directory. */
export const DirectoryListQuery = Type.Object({
  ...PageQuery.properties,
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Words of the name, category or description; best matches come first.",
    }),
  ),
  category: Type.Optional(Type.String({ maxLength: 64, description: "One of `categories`." })),
  grade: Type.Optional(Type.Enum(GRADES)),
});

/** An application of the directory in lists. */
export const DirectoryApplication = Record("DirectoryApplication", {
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
  category: Type.String(),
  tags: Type.Array(Type.String()),
  icon_url: Type.String({ description: "Path of the icon on this server; empty if there is none." }),
  documentation_url: Type.Optional(Type.String({ description: "The provider's own documentation." })),
  grade: ApplicationGrade,
  sign_in: Type.Array(Type.Enum(SIGN_INS), {
    description: "The ways in which customers can connect, the proposed one first.",
  }),
  as_of: Type.String({ description: "The day on which the facts were looked up.", examples: ["2026-11-29"] }),
  is_added: Type.Boolean({ description: "Whether this environment has an application with this slug." }),
});

/** A page of the directory. */
export const DirectoryPage = Type.Object({
  docs: Type.Array(DirectoryApplication),
  categories: Type.Array(Type.String(), { description: "All categories of the directory." }),
  ...PageEnvelope,
});

/** What adding an application of the directory would give. */
export const DirectoryDetails = Record("DirectoryDetails", {
  ...DirectoryApplication.properties,
  base_url: Type.String({ description: "Where its API is; `{{ settings.x }}` is what customers enter." }),
  callback_url: Type.String({ description: "Register this redirect URL with the provider." }),
  scopes: Type.Array(Type.String()),
  fields: Type.Array(Type.Object({ label: Type.String(), help_text: Type.Optional(Type.String()) }), {
    description: "What customers enter when they connect.",
  }),
  has_check: Type.Boolean({ description: "Whether a credential is tried when a customer connects." }),
  actions: Type.Array(ActionSummary),
  triggers: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), description: Type.String() })),
  document: Type.Enum(["none", "missing", "installed", "address"], {
    description:
      "Where further operations come from: nowhere, the package of documents once the operator has installed it, that package, or the provider's address.",
  }),
});

/** What to add. */
export const AddDirectoryBody = Type.Object(
  {
    operations: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 1100 }), {
        maxItems: 2000,
        description: "Operations of its OpenAPI document that become actions too. Default: none.",
      }),
    ),
  },
  { additionalProperties: false },
);

/** The application that was added. */
export const AddedApplication = Record("AddedApplication", {
  ...ApplicationSettings.properties,
  actions: Type.Array(ActionSummary),
  warnings: Type.Array(Type.String(), { description: "What could not be imported." }),
});

/** An operation of an entry's document. */
export const DirectoryOperation = Record("DirectoryOperation", {
  ...OpenApiOperation.properties,
  proposed: Type.Boolean({ description: "Whether it is one of the main operations." }),
});

/** An entry in lists; `added` are the slugs of this environment's applications. */
export function presentEntry(
  entry: DirectoryEntry,
  added: ReadonlySet<string>,
): Static<typeof DirectoryApplication> {
  const { slug, name, about, category, tags = [], docs, as_of } = entry;
  return {
    slug,
    name,
    description: about,
    category,
    tags,
    icon_url: buildDirectoryIconUrl(entry),
    documentation_url: docs,
    grade: getGrade(entry),
    sign_in: listSignIns(entry),
    as_of,
    is_added: added.has(slug),
  };
}
