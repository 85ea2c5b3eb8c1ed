import Type, { type Static } from "typebox";
import { MapOf } from "../../../../platform/http/route.ts";

/** Objects of a manifest allow only declared members, so that typing mistakes are found. */
export const CLOSED = { additionalProperties: false };
/** The form of the ids of actions, triggers, lists and fields. */
export const NAME = "^[a-z][a-z0-9_]{0,63}$";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const KEYS = { propertyNames: Type.String({ minLength: 1, maxLength: 100 }) };

/** A text or template of at most 2,000 characters. */
export const Text = Type.String({ minLength: 1, maxLength: 2000 });
/** Names mapped to texts or templates. */
export const TextMap = MapOf(Type.String({ maxLength: 2000 }), KEYS);
/** Names mapped to templates of any JSON. */
export const TemplateMap = MapOf(Type.Unknown(), KEYS);
/** A JSON object of any content, such as a JSON Schema. */
export const AnyObject = MapOf(Type.Unknown());
/** A dotted path into an answer, such as `body.data`. */
export const Dotted = Type.String({
  pattern: "^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z0-9_$@-]+)*$",
  maxLength: 200,
});

/**
 * How lists and objects of an input are sent: in one text with a separator or as JSON, or in the query as `name[member]`
 * at any depth (`deep`) or as one parameter a member.
 */
export const STYLES = ["comma", "space", "pipe", "json", "deep", "members"] as const;

/**
 * A request template; `styles` are by input, `optional_body` sends no body if none of its values is given, and `open` takes
 * path, query and headers from values that are known only when it is sent.
 */
export const Request = Type.Object(
  {
    method: Type.Enum(METHODS),
    path: Type.String({ pattern: "^/", maxLength: 1000 }),
    base_url: Type.Optional(Text),
    query: Type.Optional(TemplateMap),
    headers: Type.Optional(TextMap),
    json: Type.Optional(Type.Unknown()),
    form: Type.Optional(TemplateMap),
    text: Type.Optional(Type.String({ maxLength: 20_000 })),
    multipart: Type.Optional(TemplateMap),
    file: Type.Optional(Text),
    optional_body: Type.Optional(Type.Boolean()),
    styles: Type.Optional(MapOf(Type.Enum(STYLES), KEYS)),
    open: Type.Optional(
      Type.Object(
        { path: Type.Optional(Text), query: Type.Optional(Text), headers: Type.Optional(Text) },
        CLOSED,
      ),
    ),
  },
  CLOSED,
);

/** One request template of a manifest. */
export type ManifestRequest = Static<typeof Request>;
