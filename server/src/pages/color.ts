/** A color by its red, green and blue, 0 to 255 each. */
export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

export const WHITE: Color = { red: 255, green: 255, blue: 255 };
export const BLACK: Color = { red: 0, green: 0, blue: 0 };

const NAMED: Readonly<Record<string, string>> = {
  black: "#000000",
  white: "#ffffff",
  silver: "#c0c0c0",
  gray: "#808080",
  grey: "#808080",
  red: "#ff0000",
  maroon: "#800000",
  orange: "#ffa500",
  yellow: "#ffff00",
  olive: "#808000",
  lime: "#00ff00",
  green: "#008000",
  aqua: "#00ffff",
  teal: "#008080",
  blue: "#0000ff",
  navy: "#000080",
  fuchsia: "#ff00ff",
  purple: "#800080",
  pink: "#ffc0cb",
  indigo: "#4b0082",
};

/** Reads a CSS color: `#rgb`, `#rrggbb`, `rgb()`, `hsl()` or one of the common names; undefined for anything else. */
export function parseColor(text: string): Color | undefined {
  const plain = text.trim().toLowerCase();
  const hex = Object.hasOwn(NAMED, plain) ? NAMED[plain] : plain;
  return readHex(hex ?? "") ?? readRgb(plain) ?? readHsl(plain);
}

/** The color as `#rrggbb`. */
export function toHex({ red, green, blue }: Color): string {
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** Contrast of two colors by WCAG 2, from 1 to 21. */
export function getContrast(a: Color, b: Color): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever is easier to read on the color. */
export function chooseInk(color: Color): Color {
  return getContrast(color, WHITE) >= getContrast(color, BLACK) ? WHITE : BLACK;
}

/** The color, darkened or lightened until its contrast on `ground` is at least `least`. */
export function toReadableColor(color: Color, ground: Color, least: number): Color {
  const goal = chooseInk(ground);
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = mix(color, goal, share);
    if (getContrast(mixed, ground) >= least) return mixed;
  }
  return goal;
}

function mix(from: Color, to: Color, share: number): Color {
  const between = (a: number, b: number) => Math.round(a + (b - a) * share);
  return {
    red: between(from.red, to.red),
    green: between(from.green, to.green),
    blue: between(from.blue, to.blue),
  };
}

function luminance({ red, green, blue }: Color): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function readHex(text: string): Color | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text);
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(text);
  const parts = short ? short.slice(1).map((part) => part + part) : long?.slice(1);
  return parts && colorOf(parts.map((part) => Number.parseInt(part, 16)));
}

function readRgb(text: string): Color | undefined {
  const parts = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(text)?.slice(1);
  return parts && colorOf(parts.map((part) => Math.min(255, Number(part))));
}

function readHsl(text: string): Color | undefined {
  const parts = /^hsl\(\s*(\d{1,3})(?:deg)?[\s,]+(\d{1,3})%[\s,]+(\d{1,3})%\s*\)$/.exec(text)?.slice(1);
  if (!parts) return undefined;
  const [hue = 0, saturation = 0, lightness = 0] = parts.map(Number);
  const light = Math.min(100, lightness) / 100;
  const spread = (Math.min(100, saturation) / 100) * Math.min(light, 1 - light);
  const channel = (offset: number) => {
    const turn = (offset + hue / 30) % 12;
    return 255 * (light - spread * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  };
  return colorOf([channel(0), channel(8), channel(4)]);
}

function colorOf([red = 0, green = 0, blue = 0]: readonly number[]): Color {
  return { red, green, blue };
}
