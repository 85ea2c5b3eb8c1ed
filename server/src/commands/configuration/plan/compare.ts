import { isDeepStrictEqual } from "node:util";
import { isObject, type Json } from "../../../platform/json/json.ts";
import type { ValuePath } from "../../../platform/json/located-yaml.ts";
import type { RecordDocument } from "../kind.ts";

/** A member that differs; without `before` it is new, without `after` it goes. */
export interface MemberChange {
  /** Where it is, as people read it: `nodes[total].data.code`. */
  readonly member: string;
  /** Where it is in the file, or would be. */
  readonly path: ValuePath;
  readonly before?: Json;
  readonly after?: Json;
}

interface MemberPlace {
  readonly member: string;
  readonly path: ValuePath;
}

/** What differs between two documents, member by member; parts of lists that have an `id` are compared by it. */
export function compareDocuments(before: RecordDocument, after: RecordDocument): MemberChange[] {
  return compare(before, after, { member: "", path: [] });
}

function compare(before: Json | undefined, after: Json | undefined, place: MemberPlace): MemberChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isObject(before) && isObject(after)) return compareMembers(before, after, place);
  if (Array.isArray(before) && Array.isArray(after)) return compareItems(before, after, place);
  return [{ ...place, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

function compareMembers(
  before: { [name: string]: Json },
  after: { [name: string]: Json },
  { member, path }: MemberPlace,
): MemberChange[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...names].flatMap((name) =>
    compare(before[name], after[name], {
      member: member === "" ? name : `${member}.${name}`,
      path: [...path, name],
    }),
  );
}

function compareItems(before: readonly Json[], after: readonly Json[], place: MemberPlace): MemberChange[] {
  const [old, now] = [idsOf(before), idsOf(after)];
  if (!old || !now) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      compare(before[index], after[index], placeOf(place, index, index)),
    );
  }
  const changes = now.flatMap((id, index) =>
    compare(before[old.indexOf(id)], after[index], placeOf(place, id, index)),
  );
  const gone = old.filter((id) => !now.includes(id));
  const removed = gone.flatMap((id) =>
    compare(before[old.indexOf(id)], undefined, placeOf(place, id, now.length)),
  );
  const all = [...changes, ...removed];
  if (all.length > 0) return all;
  return [{ member: `${place.member} (order)`, path: place.path, before: [...old], after: [...now] }];
}

function placeOf({ member, path }: MemberPlace, name: string | number, index: number): MemberPlace {
  return { member: `${member}[${name}]`, path: [...path, index] };
}

/** The ids of the items; undefined if they are not all objects with an id of their own. */
function idsOf(items: readonly Json[]): string[] | undefined {
  const ids = items.map((item) => (isObject(item) ? item.id : undefined));
  const texts = ids.filter((id) => typeof id === "string");
  return texts.length === items.length && new Set(texts).size === texts.length ? texts : undefined;
}
