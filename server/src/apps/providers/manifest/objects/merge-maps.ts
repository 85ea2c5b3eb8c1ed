import { isObject, type Json } from "../../../../platform/json/json.ts";

/** Adds the members of `more` at every depth; anything but an object replaces what was there. */
export function mergeMaps(base: Json | undefined, more: Json): Json {
  return combine(base, more, false);
}

/** The same, except that null removes a member (RFC 7396). */
export function mergePatch(base: Json | undefined, more: Json): Json {
  return combine(base, more, true);
}

function combine(base: Json | undefined, more: Json, nullRemoves: boolean): Json {
  if (!isObject(more)) return more;
  // As entries, "__proto__" is a name like any other.
  const members = new Map(isObject(base) ? Object.entries(base) : []);
  for (const [name, value] of Object.entries(more)) {
    if (nullRemoves && value === null) members.delete(name);
    else members.set(name, combine(members.get(name), value, nullRemoves));
  }
  return Object.fromEntries(members);
}
