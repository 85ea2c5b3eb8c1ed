import type { Json } from "../platform/json/json.ts";
import { type Color, chooseInk, getContrast, parseColor, toHex, toReadableColor, WHITE } from "./color.ts";
import { FONT_FAMILIES, type Font } from "./fonts.ts";

/** The look of a company's pages. */
export interface Brand {
  /** Undefined: the pages name nobody. */
  readonly name: string | undefined;
  /** An https URL, a path on this server, or the image itself as a `data:` URL. */
  readonly logo: string | undefined;
  readonly color: Color;
  /** Of the page behind the cards. */
  readonly ground: Color | undefined;
  /** The palette of the surfaces: that of the ground. Undefined: according to the visitor's system. */
  readonly scheme: ColorScheme | undefined;
  /** Where visitors get help: an email address or an https address. */
  readonly support: string | undefined;
  /** The company's origins whose pages may show them in a frame. */
  readonly frameOrigins: readonly string[];
  /** Radius of the cards' corners; undefined: the layout's default. */
  readonly radiusPx?: number;
  /** Font families as CSS writes them. */
  readonly font: string;
}

/** Replacements of parts of a brand; `auto` follows the visitor's system. */
export interface BrandOverride extends Partial<Pick<Brand, "color" | "ground" | "radiusPx" | "font">> {
  readonly scheme?: ColorScheme | "auto";
}

export type ColorScheme = "light" | "dark";

/** The brand that a company has set; a logo that is not an https URL was checked when it was uploaded. */
export interface BrandSettings {
  readonly name?: string;
  readonly logo?: string | null;
  readonly color?: string | null;
  readonly background_color?: string | null;
  readonly support?: string | null;
  readonly frame_origins?: readonly string[];
  readonly font?: Font | null;
}

const DEFAULT_COLOR: Color = { red: 47, green: 91, blue: 234 };
const DARK_SURFACE: Color = { red: 27, green: 33, blue: 43 };
const LONGEST_NAME = 100;
// Required contrast of colored text on its ground (WCAG 2, AA).
const READABLE = 4.5;
// Required contrast of a button on the surface around it.
const VISIBLE = 1.5;

/** Reads `name`, `logo`, `color` and `bgColor` of properties; invalid names, URLs and colors count as absent. */
export function readBrand(properties: { readonly [name: string]: Json }, settings: BrandSettings): Brand {
  const { name, logo, color, bgColor } = properties;
  const ground = parseColor(textOf(bgColor) ?? "") ?? parseColor(settings.background_color ?? "");
  return {
    name: textOf(name)?.slice(0, LONGEST_NAME) ?? settings.name,
    logo: httpsOf(textOf(logo) ?? "") ?? ownLogo(settings.logo) ?? httpsOf(settings.logo ?? ""),
    color: parseColor(textOf(color) ?? "") ?? parseColor(settings.color ?? "") ?? DEFAULT_COLOR,
    ground,
    scheme: ground && schemeOf(ground),
    support: settings.support ?? undefined,
    frameOrigins: settings.frame_origins ?? [],
    font: FONT_FAMILIES[settings.font ?? "inter"],
  };
}

/** The brand with some parts replaced; a ground of another scheme is dropped. */
export function applyBrandOverride(
  brand: Brand,
  { scheme, ground = brand.ground, ...look }: BrandOverride,
): Brand {
  const ofGround = ground && schemeOf(ground);
  if (scheme === undefined) return { ...brand, ...look, ground, scheme: ofGround };
  const asked = scheme === "auto" ? undefined : scheme;
  return { ...brand, ...look, ground: ofGround === asked ? ground : undefined, scheme: asked };
}

/** The brand's color on surfaces of one scheme. */
export interface ShownColor {
  /** For links: the brand's own, or the nearest readable color. */
  readonly link: Color;
  /** Contrast of the brand's own color. */
  readonly ownContrast: number;
  /** A button in the brand's own color could not be told from the surface. */
  readonly needsOutline: boolean;
}

/** The brand's color on surfaces of one scheme. */
export function getSurfaceColor({ color }: Pick<Brand, "color">, scheme: ColorScheme): ShownColor {
  const surface = scheme === "dark" ? DARK_SURFACE : WHITE;
  const ownContrast = getContrast(color, surface);
  return {
    link: toReadableColor(color, surface, READABLE),
    ownContrast,
    needsOutline: ownContrast < VISIBLE,
  };
}

/** The brand as CSS custom properties, for light and for dark surfaces. */
export function renderBrandStyle(brand: Brand): string {
  const { color, ground, scheme } = brand;
  const { radiusPx, font } = brand;
  const shape = `${radiusPx === undefined ? "" : `--radius:${radiusPx}px;`}--font:${font};`;
  const button = `--button:${toHex(color)};--button-ink:${toHex(chooseInk(color))};${shape}`;
  if (scheme === undefined) {
    return `:root{color-scheme:light dark;${button}${accentStyle(brand, "light")}}@media (prefers-color-scheme:dark){:root{${accentStyle(brand, "dark")}}}`;
  }
  const ink = ground ? `--ground:${toHex(ground)};--ground-ink:${toHex(chooseInk(ground))};` : "";
  return `:root{color-scheme:${scheme};${button}${accentStyle(brand, scheme)}${ink}}`;
}

function accentStyle(brand: Brand, scheme: ColorScheme): string {
  const { link, needsOutline } = getSurfaceColor(brand, scheme);
  return `--accent:${toHex(link)};--button-line:${needsOutline ? "var(--field-line)" : "transparent"};`;
}

function schemeOf(ground: Color): ColorScheme {
  return getContrast(ground, WHITE) >= READABLE ? "dark" : "light";
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? undefined : text;
}

function httpsOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "https:" && !url.username && !url.password ? url.href : undefined;
}

function ownLogo(logo: string | null | undefined): string | undefined {
  return logo?.startsWith("/") || logo?.startsWith("data:image/") ? logo : undefined;
}
