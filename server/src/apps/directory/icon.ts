import type { DirectoryEntry } from "./entry-schema.ts";

/** What the data URL of an icon begins with. */
export const SVG_DATA_URL = "data:image/svg+xml;base64,";

/** An entry's icon as the shipped ones are: a tile of 40 × 40 in the vendor's color. Undefined if it has none. */
export function renderIcon({ name, mark }: DirectoryEntry): string | undefined {
  if (mark === undefined) return undefined;
  const label = name.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const ink = isLight(mark.hex) ? "#1f2328" : "#fff";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" role="img" aria-label="${label}"><rect width="40" height="40" rx="8" fill="#${mark.hex}"/><path transform="translate(8 8)" fill="${ink}" d="${mark.path}"/></svg>`;
}

/** Whether white does not stand out on a color (relative luminance of WCAG 2, simplified to a gamma of 2.2). */
function isLight(hex: string): boolean {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(
    (at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.6;
}
