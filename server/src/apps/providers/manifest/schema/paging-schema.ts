import Type, { type Static } from "typebox";
import { AnyObject, CLOSED, Dotted, Request, Text } from "./schema-parts.ts";

/** Where the request carries a page's position: `query.page`, `json.variables.after`, `form.cursor`. */
const Target = Type.String({ pattern: "^(query|json|form)\\.[^{}]+$", maxLength: 200 });
const Size = Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Text]);

const MANNERS = {
  /** Each response, or its last item, says where the next page begins. */
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
  /**
   * The response contains the next page's address, by default in its `Link` header; `path` is allowed besides the
   * request's own path, with `*` for any one segment.
   */
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

/** How an action's list is paged: where the items are, and exactly one kind of paging. */
export const ActionPaging = Type.Object(
  { items: Dotted, item: Type.Optional(Type.Unknown()), output: Type.Optional(AnyObject), ...MANNERS },
  CLOSED,
);

/** How a list that the engine reads itself is paged. */
export const Paging = Type.Object({ items: Type.Optional(Dotted), ...MANNERS }, CLOSED);

/** A list of choices from the provider. */
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

/** How a list is paged. */
export type ManifestPaging = Static<typeof Paging>;
/** How an action's list is paged. */
export type ManifestActionPaging = Static<typeof ActionPaging>;
/** An option list. */
export type ManifestOptions = Static<typeof OptionSource>;
