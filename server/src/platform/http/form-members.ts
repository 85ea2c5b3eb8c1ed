import { decodeText } from "../decode-text.ts";
import { badRequest } from "../errors.ts";
import { isObject, type Json } from "../json/json.ts";

const MOST_MEMBERS = 1000;
const DEEPEST = 8;

interface FormObject {
  [name: string]: Json;
}

/**
 * A URL-encoded form as an object, in the encoding that its Content-Type declares; without one, a form that is not
 * UTF-8 may name its encoding in a member `_charset_` (HTML) or `charset` (PayPal).
 */
export function readUrlEncoded(bytes: Buffer, contentType: string): Json {
  const text = decodeText(bytes, contentType);
  const members = /;\s*charset=(?!["']?utf-?8)/i.test(contentType)
    ? decodeMembers(bytes, contentType)
    : [...new URLSearchParams(text)];
  const isGarbled = members.some((member) => member.some((part) => part.includes("\uFFFD")));
  const named = isGarbled && members.find(([name]) => name === "_charset_" || name === "charset")?.[1];
  return readFormMembers(named ? decodeMembers(bytes, `text/plain; charset=${named}`) : members);
}

/** URL-decodes to the bytes that were sent; URLSearchParams always takes them for UTF-8. */
function decodeMembers(bytes: Buffer, contentType: string): [string, string][] {
  const members = bytes.toString("latin1").split("&");
  return members.filter(Boolean).map((member) => {
    const [name = "", ...rest] = member.split("=");
    return [decodePart(name, contentType), decodePart(rest.join("="), contentType)];
  });
}

function decodePart(text: string, contentType: string): string {
  const raw = text
    .replaceAll("+", " ")
    .replace(/%([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  // A letter in front: a part that begins like a byte order mark has none.
  return decodeText(Buffer.from(`x${raw}`, "latin1"), contentType).slice(1);
}

/**
 * Names such as `a[b]` and `a[]` are nested members, `[]` the next index; a repeated name becomes a list. Throws
 * ApiError 400 beyond 1,000 members.
 */
export function readFormMembers(members: readonly (readonly [string, Json])[]): Json {
  if (members.length > MOST_MEMBERS) throw badRequest(`A form may have at most ${MOST_MEMBERS} members.`);
  const form: FormObject = Object.create(null);
  for (const [name, value] of members) {
    const path = [
      name.replace(/\[.*$/s, ""),
      ...[...name.matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? ""),
    ];
    if (path.length > DEEPEST || !setMember(form, path, value)) setMember(form, [name], value);
  }
  return form;
}

/** False if a part of the path is no object. */
function setMember(form: FormObject, path: readonly string[], value: Json): boolean {
  let parent = form;
  for (const [i, given] of path.entries()) {
    const name = given === "" && i > 0 ? String(Object.keys(parent).length) : given;
    if (i === path.length - 1) {
      parent[name] = name in parent ? repeat(parent[name], value) : value;
      return true;
    }
    parent[name] ??= Object.create(null);
    const member = parent[name];
    if (!isObject(member)) return false;
    parent = member;
  }
  return true;
}

function repeat(first: Json | undefined, next: Json): Json {
  return Array.isArray(first) ? [...first, next] : [first ?? null, next];
}
