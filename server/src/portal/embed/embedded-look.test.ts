import { expect, test } from "vitest";
import { applyBrandOverride, readBrand, renderBrandStyle } from "../../pages/brand.ts";
import { readLook } from "./embedded-look.ts";

const styleOf = (query: object, background?: string) =>
  renderBrandStyle(
    applyBrandOverride(readBrand({}, { background_color: background }), readLook(query).override),
  );

test("accent, background, radius, font and scheme of an address style the page, and are kept in its links", () => {
  const query = {
    accent: "rgb(13, 122, 95)",
    background: "hsl(0, 0%, 0%)",
    radius: "4px",
    font: "'Fira Sans', system-ui",
    scheme: "dark",
  };
  const style = styleOf(query);
  expect(style).toContain("--button:#0d7a5f;");
  expect(style).toContain('--radius:4px;--font:"Fira Sans",system-ui;');
  expect(style).toContain("color-scheme:dark");
  expect(style).toContain("--ground:#000000;");
  const carried = {
    accent: "#0d7a5f",
    background: "#000000",
    radius: "4",
    font: "Fira Sans,system-ui",
    scheme: "dark",
  };
  expect(readLook(query).query).toEqual(carried);
  expect(readLook(carried)).toEqual(readLook(query));
});

test("a scheme overrides the brand's background if that belongs to the other one; auto follows the system", () => {
  expect(styleOf({ scheme: "light" }, "#101418")).not.toContain("--ground:");
  expect(styleOf({ scheme: "dark" }, "#101418")).toContain("--ground:#101418");
  expect(styleOf({ scheme: "light", background: "#101418" })).not.toContain("--ground:");
  expect(styleOf({ scheme: "auto" }, "#101418")).toContain("color-scheme:light dark");
});

test("a background determines light or dark if no scheme does, and takes precedence over the brand's", () => {
  expect(styleOf({ background: "#101418" }, "#ffffff")).toMatch(/color-scheme:dark.*--ground:#101418/);
  expect(styleOf({ background: "#fffdf8" })).toMatch(/color-scheme:light;.*--ground:#fffdf8/);
});

test.each([
  { background: "#fff;}*{" },
  { accent: "red;}body{display:none" },
  { accent: "url(https://evil.example)" },
  { radius: "1px;} *{" },
  { radius: "-4" },
  { radius: "999" },
  { font: 'x";}@import url(//evil.example);' },
  { font: "a,b,c,d,e,f,g" },
  { font: "</style><script>" },
  { scheme: "dark;" },
  { accent: ["red"], radius: {}, font: 7, scheme: null },
])("%j is ignored", (query) => {
  expect(readLook(query)).toEqual({ override: {}, query: {} });
});

test("no radius exceeds what a card can have", () => {
  expect(readLook({ radius: "99" }).query).toEqual({ radius: "32" });
});
