import type { Json } from "../json.ts";
import { type Colour, contrast, hexOf, inkOn, readableOn, readColour, WHITE } from "./colour.ts";

/** What makes the pages look like a company's own. */
export interface Brand {
  /** Undefined: the pages name nobody. */
  readonly name: string | undefined;
  /** An https address. */
  readonly logo: string | undefined;
  readonly colour: Colour;
  /** Of the page behind the cards; it decides between light and dark. Undefined: as the visitor's system has it. */
  readonly ground: Colour | undefined;
  /** The company's origins whose pages may show them in a frame. */
  readonly frameOrigins: readonly string[];
}

const DEFAULT_COLOUR: Colour = { red: 47, green: 91, blue: 234 };
const DARK_SURFACE: Colour = { red: 27, green: 33, blue: 43 };
const LONGEST_NAME = 100;
// What text in colour must have on its ground (WCAG 2, AA).
const READABLE = 4.5;

/** Reads `name`, `logo`, `color` and `bgColor` of properties; what is no name, address or colour counts as absent. */
export function readBrand(
  properties: { readonly [name: string]: Json },
  fallback: { name?: string; logo?: string | null; frame_origins?: readonly string[] },
): Brand {
  const { name, logo, color, bgColor } = properties;
  return {
    name: textOf(name)?.slice(0, LONGEST_NAME) ?? fallback.name,
    logo: httpsOf(textOf(logo) ?? fallback.logo ?? ""),
    colour: readColour(textOf(color) ?? "") ?? DEFAULT_COLOUR,
    ground: readColour(textOf(bgColor) ?? ""),
    frameOrigins: fallback.frame_origins ?? [],
  };
}

/** The brand as CSS custom properties, for light and for dark surfaces. */
export function brandStyle({ colour, ground }: Brand): string {
  const inLight = `--accent:${hexOf(readableOn(colour, WHITE, READABLE))};`;
  const inDark = `--accent:${hexOf(readableOn(colour, DARK_SURFACE, READABLE))};`;
  const button = `--button:${hexOf(colour)};--button-ink:${hexOf(inkOn(colour))};`;
  if (ground === undefined) {
    return `:root{color-scheme:light dark;${button}${inLight}}@media (prefers-color-scheme:dark){:root{${inDark}}}`;
  }
  const scheme = groundIsDark(ground) ? "dark" : "light";
  const ink = `--ground:${hexOf(ground)};--ground-ink:${hexOf(inkOn(ground))};`;
  return `:root{color-scheme:${scheme};${button}${scheme === "dark" ? inDark : inLight}${ink}}`;
}

/** Which palette the surfaces take: undefined follows the visitor's system. */
export function schemeOf({ ground }: Brand): "light" | "dark" | undefined {
  if (ground === undefined) return undefined;
  return groundIsDark(ground) ? "dark" : "light";
}

function groundIsDark(ground: Colour): boolean {
  return contrast(ground, WHITE) >= READABLE;
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? undefined : text;
}

function httpsOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "https:" && !url.username && !url.password ? url.href : undefined;
}
