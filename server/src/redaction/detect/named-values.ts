import { decodeEscapes } from "./decoded-text.ts";

/** What is done with a value under a name; returns what stands for it. */
export type NamedValueChange = (name: string, value: string) => string | undefined;

// "name": "value" within a text that as a whole is no JSON, also where it is escaped.
const MEMBER = /(\\?["'])([^"'\\]{1,100})\1(\s*:\s*)(?:(\\?["'])((?:(?!\4).)*)\4|(-?\d[\d.eE+-]*))/gs;
// Of queries, forms, cookies and attributes.
const PAIR = /(?<=^|[?&;\s])([\w.%[\]-]{1,100})=(?:"([^"<>]*)"|'([^'<>]*)'|([^&;\s"'<>]+))/g;
const ELEMENT = /<([\w:.-]{1,100})(?:\s[^<>]{0,500})?>(?:<!\[CDATA\[([\s\S]*?)\]\]>|([^<]+))/g;

/**
 * A text with other values where it names them: as members, as `name=value`, or as XML elements. `change` returns
 * undefined for values that stay.
 */
export function mapNamedValues(text: string, change: NamedValueChange): string {
  let shown = text;
  if (shown.includes(":"))
    shown = shown.replace(MEMBER, (all, quote, name, colon, ofValue, value, number) => {
      const changed = change(name, value ?? number);
      return changed === undefined
        ? all
        : `${quote}${name}${quote}${colon}${ofValue ?? '"'}${changed}${ofValue ?? '"'}`;
    });
  if (shown.includes("="))
    shown = shown.replace(PAIR, (all, name: string, double, single, bare) => {
      const value = double ?? single ?? bare;
      const decoded = bare === undefined ? value : decodeText(bare.replaceAll("+", " "));
      const changed = changeAny(readNames(name), decoded, change);
      return changed === undefined
        ? all
        : `${name}=${all.slice(name.length + 1).replace(value, () => changed)}`;
    });
  if (!shown.includes("<")) return shown;
  return shown.replace(ELEMENT, (all, name: string, data, plain) => {
    const value = data ?? plain;
    const changed = changeAny([name.slice(name.indexOf(":") + 1)], decodeText(value), change);
    return changed === undefined
      ? all
      : all.slice(0, all.lastIndexOf(value)) + changed + (data === undefined ? "" : "]]>");
  });
}

function changeAny(names: readonly string[], value: string, change: NamedValueChange): string | undefined {
  for (const name of names) {
    const changed = change(name, value);
    if (changed !== undefined) return changed;
  }
  return undefined;
}

/** A parameter's name, and the last part of `customer[email]`. */
function readNames(name: string): string[] {
  const decoded = decodeText(name);
  const last =
    decoded
      .replace(/\]+$/, "")
      .split(/[.[\]]/)
      .at(-1) ?? decoded;
  return [decoded, last];
}

const decodeText = (text: string) => decodeEscapes(text)?.text ?? text;
