import type { BrandOverride } from "../../pages/brand.ts";
import { parseColor, toHex } from "../../pages/color.ts";

const MOST_RADIUS = 32;
const MOST_FAMILIES = 6;
const FAMILY = /^[A-Za-z0-9][\w .-]{0,39}$/;
const GENERIC = ["system-ui", "sans-serif", "serif", "monospace", "ui-sans-serif", "ui-serif", "ui-rounded"];

/** How the embedding page wants the portal to look, and the same as an address's query. */
export interface EmbeddedLook {
  readonly override: BrandOverride;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * Reads `accent`, `background`, `radius`, `font` and `scheme` from an address. Values are parsed and written anew,
 * so that none of the text becomes CSS; invalid ones are ignored.
 */
export function readLook(query: unknown): EmbeddedLook {
  const { accent, background, radius, font, scheme }: Record<string, unknown> = Object(query);
  const color = parseColor(textOf(accent));
  const ground = parseColor(textOf(background));
  const px = /^\d{1,2}(px)?$/.test(textOf(radius))
    ? Math.min(Number.parseInt(textOf(radius), 10), MOST_RADIUS)
    : undefined;
  const families = familiesOf(textOf(font));
  const asked = (["light", "dark", "auto"] as const).find((one) => one === scheme);
  return {
    override: {
      ...(color && { color }),
      ...(ground && { ground }),
      ...(px !== undefined && { radiusPx: px }),
      ...(families && { font: families.map(cssFamily).join(",") }),
      ...(asked && { scheme: asked }),
    },
    query: {
      ...(color && { accent: toHex(color) }),
      ...(ground && { background: toHex(ground) }),
      ...(px !== undefined && { radius: String(px) }),
      ...(families && { font: families.join(",") }),
      ...(asked && { scheme: asked }),
    },
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function familiesOf(text: string): string[] | undefined {
  if (text === "") return undefined;
  const families = text.split(",").map((family) => family.trim().replace(/^(["'])(.*)\1$/, "$2"));
  return families.length <= MOST_FAMILIES && families.every((family) => FAMILY.test(family))
    ? families
    : undefined;
}

function cssFamily(family: string): string {
  return GENERIC.includes(family) ? family : `"${family}"`;
}
