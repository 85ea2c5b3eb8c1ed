import Type, { type Static } from "typebox";
import { MapOf } from "../../../../platform/http/route.ts";
import { AnyObject, CLOSED, NAME, Text } from "../schema/schema-parts.ts";

/** The actions that an object can have by naming them. */
export const VERBS = ["create", "get", "list", "search", "update", "delete"] as const;
/** The triggers that an object can have by naming them. */
export const CHANGES = ["new", "changed", "deleted"] as const;

const IDS = { propertyNames: Type.String({ pattern: NAME }) };

const Override = Type.Optional(AnyObject);

const overrides = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, Override])) as Record<Name, typeof Override>; // one for each name

// Not a template, and short: words are repeated wherever a manifest names them.
const Word = Type.String({ minLength: 1, maxLength: 100, pattern: "^[^{}]*$" });

const MEMBERS = {
  name: Type.Optional(Word),
  plural: Type.Optional(Word),
  words: Type.Optional(MapOf(Word, IDS)),
  path: Type.Optional(Type.String({ pattern: "^/", maxLength: 500 })),
  within: Type.Optional(MapOf(AnyObject)),
  id: Type.Optional(AnyObject),
  id_name: Type.Optional(Type.String({ pattern: NAME })),
  fields: Type.Optional(MapOf(AnyObject)),
  required: Type.Optional(Type.Array(Type.String())),
  filters: Type.Optional(MapOf(AnyObject)),
  encoding: Type.Optional(Type.Enum(["json", "form"])),
  envelope: Type.Optional(
    Type.Union([Text, Type.Object({ request: Type.Optional(Text), response: Type.Optional(Text) }, CLOSED)]),
  ),
  output: Type.Optional(AnyObject),
  option: Type.Optional(Type.Object({ name: Text, value: Text, request: Type.Optional(AnyObject) }, CLOSED)),
  verbs: Type.Optional(Type.Array(Type.Enum(VERBS), { maxItems: VERBS.length })),
  changes: Type.Optional(Type.Array(Type.Enum(CHANGES), { maxItems: CHANGES.length })),
  ...overrides(VERBS),
  ...overrides(CHANGES),
  actions: Type.Optional(MapOf(AnyObject)),
  triggers: Type.Optional(MapOf(AnyObject)),
  options: Type.Optional(MapOf(AnyObject)),
};

/**
 * What customers work with in an application, such as contacts: each of `verbs` becomes an action, each of `changes` a
 * trigger, which the members of the same name complete (docs/add-a-connector.md).
 */
const ObjectSource = Type.Object({ kind: Type.Optional(Word), ...MEMBERS }, CLOSED);

/** The members of a manifest that become actions, triggers and option lists before anything else reads it. */
export const ObjectsSchema = Type.Object({
  /** What objects of a kind have in common; each of them may add to it. */
  object_kinds: Type.Optional(MapOf(Type.Object(MEMBERS, CLOSED), IDS)),
  objects: MapOf(ObjectSource, { ...IDS, minProperties: 1, maxProperties: 200 }),
});

/** An object of a manifest, with what its kind says. */
export type ManifestObject = Static<typeof ObjectSource>;
/** One of an object's actions. */
export type ObjectVerb = (typeof VERBS)[number];
/** One of an object's triggers. */
export type ObjectChange = (typeof CHANGES)[number];
