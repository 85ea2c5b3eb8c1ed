import { describe, expect, test } from "vitest";
import { readBrand, renderBrandStyle } from "./brand.ts";
import { BLACK, getContrast, parseColor, toHex, WHITE } from "./color.ts";

const DARK_SURFACE = { red: 27, green: 33, blue: 43 };

describe("colors", () => {
  test.each([
    ["#0af", "#00aaff"],
    [" #1B2230 ", "#1b2230"],
    ["rgb(13, 122, 95)", "#0d7a5f"],
    ["rgb(13 122 95)", "#0d7a5f"],
    ["hsl(210, 50%, 40%)", "#336699"],
    ["hsl(0deg 100% 50%)", "#ff0000"],
    ["Navy", "#000080"],
  ])("%s is read", (text, hex) => {
    const color = parseColor(text);
    expect(color && toHex(color)).toBe(hex);
  });

  test.each(["", "#12", "#12345", "red;}", "url(x)", "rgb(a,b,c)", "constructor", "__proto__", "var(--x)"])(
    "%s is not a color",
    (text) => expect(parseColor(text)).toBeUndefined(),
  );

  test("contrast matches WCAG", () => {
    expect(getContrast(BLACK, WHITE)).toBeCloseTo(21);
    expect(getContrast(WHITE, WHITE)).toBe(1);
  });
});

describe("the brand", () => {
  // Every color that a company may choose, from black over all hues to white.
  const colors = [0, 40, 90, 128, 170, 220, 255].flatMap((red) =>
    [0, 60, 128, 190, 255].flatMap((green) => [0, 100, 180, 255].map((blue) => ({ red, green, blue }))),
  );

  test.each([undefined, "#ffffff", "#10141b", "#808080"])(
    "text in any color is readable on the ground %s: contrast of at least 4.5",
    (bgColor) => {
      for (const color of colors) {
        const brand = readBrand({ color: toHex(color), ...(bgColor && { bgColor }) }, {});
        const style = renderBrandStyle(brand);
        const surfaces = { light: WHITE, dark: DARK_SURFACE };
        const { scheme } = brand;
        const grounds = scheme === undefined ? [WHITE, DARK_SURFACE] : [surfaces[scheme]];
        const accents = [...style.matchAll(/--accent:(#\w{6})/g)].map(
          ([, hex = ""]) => parseColor(hex) ?? WHITE,
        );
        expect(accents).toHaveLength(grounds.length);
        for (const [index, ground] of grounds.entries())
          expect(getContrast(accents[index] ?? ground, ground)).toBeGreaterThanOrEqual(4.5);
        const ink = parseColor(/--button-ink:(#\w{6})/.exec(style)?.[1] ?? "") ?? color;
        expect(getContrast(ink, color)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  test("values that are not text, a color or an https address are ignored", () => {
    const bad = { name: ["x"], logo: "javascript:alert(1)", color: 7, bgColor: { a: 1 } };
    expect(readBrand(bad, {})).toEqual(readBrand({}, {}));
    expect(readBrand({ logo: "http://insecure.example.com/a.png" }, {}).logo).toBeUndefined();
    expect(readBrand({ logo: "https://user:pass@example.com/a.png" }, {}).logo).toBeUndefined();
    expect(readBrand({ name: "n".repeat(101) }, {}).name).toBe("n".repeat(100));
    expect(readBrand({ name: " " }, { name: "Company", logo: "https://example.com/a.png" })).toMatchObject({
      name: "Company",
      logo: "https://example.com/a.png",
    });
  });
});
