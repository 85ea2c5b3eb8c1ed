import Type, { type Static } from "typebox";
import { AnyObject, CLOSED, Dotted, Request, Text } from "./schema-parts.ts";

/** Where a page's position goes in the request: `query.page`, `json.variables.after`, `form.cursor`. */
const Target = Type.String({ pattern: "^(query|json|form)\\.[^{}]+$", maxLength: 200 });
const Size = Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Text]);

const MANNERS = {
  /** The provider says in each answer where the next page begins, or its last item does. */
  cursor: Type.Optional(Type.Object({ from: Dotted, to: Target, more: Type.Optional(Dotted) }, CLOSED)),
  /** Pages are numbered. */
  page: Type.Optional(
    Type.Object(
      {
        to: Target,
        first: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
        size: Type.Optional(Size),
        more: Type.Optional(Dotted),
        pages: Type.Optional(Dotted),
      },
      CLOSED,
    ),
  ),
  /** Items are counted. */
  offset: Type.Optional(
    Type.Object(
      {
        to: Target,
        size: Type.Optional(Size),
        total: Type.Optional(Dotted),
        more: Type.Optional(Dotted),
      },
      CLOSED,
    ),
  ),
  /** The answer holds the next page's address, by default in its `Link` header; `path` is where it may lie beside the request's own path, with `*` for any one segment. */
  link: Type.Optional(
    Type.Object(
      {
        from: Type.Optional(Dotted),
        path: Type.Optional(Type.String({ pattern: "^(/([A-Za-z0-9._~-]+|\\*))+$", maxLength: 200 })),
      },
      CLOSED,
    ),
  ),
};

/** How an action's answer goes on: where the items are, and exactly one manner. */
export const ActionPaging = Type.Object(
  { items: Dotted, item: Type.Optional(Type.Unknown()), output: Type.Optional(AnyObject), ...MANNERS },
  CLOSED,
);

/** The same for lists that the engine reads for itself. */
export const Paging = Type.Object({ items: Type.Optional(Dotted), ...MANNERS }, CLOSED);

/** A list of choices that the provider knows. */
export const OptionSource = Type.Object(
  {
    request: Request,
    paging: Type.Optional(Paging),
    items: Type.Optional(Dotted),
    name: Text,
    value: Text,
  },
  CLOSED,
);

/** How a list goes on. */
export type ManifestPaging = Static<typeof Paging>;
/** How an action's answer goes on. */
export type ManifestActionPaging = Static<typeof ActionPaging>;
/** One list of choices. */
export type ManifestOptions = Static<typeof OptionSource>;
