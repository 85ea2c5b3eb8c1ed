import type { Json } from "../../../../platform/json/json.ts";
import { resolvePointer } from "../../../../platform/json/json-pointer.ts";
import type { JsonObject } from "../../../connector.ts";
import type { Manifest, ManifestAction } from "../../manifest/schema/manifest-schema.ts";
import type { ManifestTrigger } from "../../manifest/schema/trigger-schema.ts";
import { toList, toObject } from "../read-json.ts";
import { findResourceName, type ResourceName } from "../resource-name.ts";
import { buildListKey } from "./list-key.ts";

/** A list in a response: where its items are, and what their schema says about them. */
interface ListedItems {
  /** `body` or `body.<member>`. */
  readonly items: string;
  readonly members: readonly string[];
  /** The member that identifies an item, if one is named so. */
  readonly id?: string;
  /** The member that changes with the item. */
  readonly time?: string;
}

/** A list that would have a trigger if somebody said what identifies an item. */
export interface UnidentifiedList {
  /** Of the trigger. */
  readonly id: string;
  readonly trigger: Omit<ManifestTrigger, "poll"> & {
    readonly poll: Omit<NonNullable<ManifestTrigger["poll"]>, "key">;
  };
  readonly members: readonly string[];
}

type Actions = Readonly<Record<string, ManifestAction>>;
type Triggers = NonNullable<Manifest["triggers"]>;

const MOST_HOPS = 10;
const MOST_MEMBERS = 100;
const MOST_SCHEMAS = 100;
const ID = /^(id|_id|uuid|guid|gid)$/i;
const TIME =
  /^(date_?|time_?|last_?)?(updated?|modified|modification|changed?)(_?(at|on|date|time|timestamp|date_?(time|utc)))*$/i;
const PATH_NAME = /^[A-Za-z0-9_$@-]+$/;

/**
 * Triggers for the lists among actions: one for new items, and one for changed items where the document says what
 * changes with them. A list is a GET whose response has one list of objects with an id.
 */
export function buildListTriggers(actions: Actions): Triggers {
  const triggers: Triggers = {};
  const add = (id: string, trigger: ManifestTrigger, list: string) => {
    const name = findFreeName(id, triggers);
    triggers[name] = name === id ? trigger : { ...trigger, title: `${trigger.title} (${list})` };
  };
  for (const { action, list, resource } of findLists(actions)) {
    const { request, input } = action;
    const { items, id, time } = list;
    if (id === undefined) continue;
    const { one, words } = resource;
    const poll = (key: string) => ({ input, poll: { request, items, key } });
    add(
      `new_${one}`.slice(0, 60),
      {
        title: `New ${words.one}`,
        description: describe(resource, action, "was added"),
        ...poll(buildListKey({ key: id })),
      },
      action.title,
    );
    if (time === undefined) continue;
    add(
      `${one}_changed`.slice(0, 60),
      {
        title: `${capital(words.one)} created or changed`,
        description: describe(resource, action, "was added or changed"),
        ...poll(buildListKey({ key: id, time })),
      },
      action.title,
    );
  }
  return triggers;
}

/** The lists among actions whose items have no member that is called an id, except those that a trigger polls already. */
export function findUnidentifiedLists(actions: Actions, triggers: Triggers): UnidentifiedList[] {
  const names: Record<string, unknown> = { ...triggers };
  return findLists(actions).flatMap(({ action, list, resource }) => {
    const { request, input } = action;
    const { items, id, members } = list;
    const isPolled = Object.values(triggers).some(
      ({ poll }) => poll?.request.path === request.path && poll.items === items,
    );
    if (id !== undefined || isPolled) return [];
    const wanted = `new_${resource.one}`.slice(0, 60);
    const name = findFreeName(wanted, names);
    names[name] = true;
    const title = `New ${resource.words.one}${name === wanted ? "" : ` (${action.title})`}`;
    const description = describe(resource, action, "was added");
    return [{ id: name, members, trigger: { title, description, input, poll: { request, items } } }];
  });
}

/** Lists at several paths may be about the same. */
function findFreeName(id: string, taken: Readonly<Record<string, unknown>>): string {
  let name = id;
  for (let i = 2; Object.hasOwn(taken, name); i++) name = `${id}_${i}`;
  return name;
}

interface FoundList {
  readonly action: ManifestAction;
  readonly list: ListedItems;
  readonly resource: ResourceName;
}

function findLists(actions: Actions): FoundList[] {
  return Object.values(actions).flatMap((action) => {
    const { request, output } = action;
    if (request.method !== "GET" || output === undefined) return [];
    const list = findList(output as JsonObject);
    const resource = findResourceName(request.path);
    return list === undefined || resource === undefined ? [] : [{ action, list, resource }];
  });
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Only the first page is read, so the input must put the newest there. */
function describe({ words }: ResourceName, { title }: ManifestAction, what: string): string {
  return `One of the ${words.many} ${what}. Reads the first page of “${title.slice(0, 200)}”: where the order can be chosen, choose the newest first.`;
}

function findList(schema: JsonObject): ListedItems | undefined {
  const whole = follow(schema, schema);
  const direct = readItems(schema, whole, "body");
  if (direct !== undefined) return direct;
  const found = Object.entries(toObject(whole.properties)).flatMap(([name, member]) => {
    const list = PATH_NAME.test(name) ? readItems(schema, follow(schema, member), `body.${name}`) : undefined;
    return list === undefined ? [] : [list];
  });
  const identified = found.filter(({ id }) => id !== undefined);
  const [list, ...others] = identified.length > 0 ? identified : found;
  // Which of several is meant, nobody can tell.
  return others.length === 0 ? list : undefined;
}

function readItems(root: JsonObject, schema: JsonObject, items: string): ListedItems | undefined {
  if (schema.items === undefined) return undefined;
  const names = Object.keys(listMembers(root, schema.items)).filter((name) => PATH_NAME.test(name));
  if (names.length === 0) return undefined;
  const id = names.find((name) => ID.test(name));
  return { items, members: names.slice(0, MOST_MEMBERS), id, time: names.find((name) => TIME.test(name)) };
}

/**
 * The properties of a schema, with those of the schemas that it is composed of: each of these counts once, so that the
 * work is bounded however they refer to each other.
 */
function listMembers(
  root: JsonObject,
  schema: Json | undefined,
  seen = new Set<JsonObject>(),
  hops = 0,
): JsonObject {
  if (hops > MOST_HOPS || seen.size >= MOST_SCHEMAS) return {};
  const whole = follow(root, schema);
  if (seen.has(whole)) return {};
  seen.add(whole);
  const parts = toList(whole.allOf)
    .slice(0, MOST_SCHEMAS)
    .map((part) => listMembers(root, part, seen, hops + 1));
  return Object.assign({}, ...parts, toObject(whole.properties)) as JsonObject; // its parts are JSON
}

/** The schema that a reference within `root` leads to. */
function follow(root: JsonObject, schema: Json | undefined): JsonObject {
  let found = toObject(schema);
  for (let hops = 0; typeof found.$ref === "string" && hops < MOST_HOPS; hops++) {
    found = toObject(resolvePointer(root, found.$ref) as Json | undefined); // schemas are JSON
  }
  return found;
}
