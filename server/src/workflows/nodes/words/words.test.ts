import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../../pages/words/languages.ts";
import { NODE_TYPES } from "../list.ts";
import type { NodeWords } from "../node.ts";

/** The part of JSON Schema that holds further settings. */
interface SettingSchema {
  readonly properties?: Readonly<Record<string, SettingSchema>>;
  readonly items?: SettingSchema;
}

// The editor's forms have words of their own for these.
const NAMED_BY_FORMS =
  /^(ai_code_executor\.code|switch\.cases(\.value)?|(rule|switch\.cases)\.(logic|conditions\..*))$/;

/** The paths of all settings of a schema, without the positions of lists. */
function pathsOf({ properties = {}, items }: SettingSchema): string[] {
  const below = items ? pathsOf(items) : [];
  return [
    ...below,
    ...Object.entries(properties).flatMap(([name, schema]) => [
      name,
      ...pathsOf(schema).map((path) => `${name}.${path}`),
    ]),
  ];
}

/** Where a type has texts in one language. */
function placesOf({ title, help, keywords = [], settings = {} }: NodeWords): string[] {
  const ofSettings = Object.entries(settings).flatMap(([path, { help: about, choices = {} }]) => [
    path,
    ...(about ? [`${path} (help)`] : []),
    ...Object.keys(choices).map((choice) => `${path} = ${choice}`),
  ]);
  return [
    ...(title ? ["title"] : []),
    ...(help ? ["help"] : []),
    ...(keywords.length > 0 ? ["keywords"] : []),
    ...ofSettings,
  ];
}

// A language may be without them, but not without some of them (D479).
const TRANSLATED = LANGUAGES.filter((language) => NODE_TYPES.some(({ texts }) => texts[language]));

describe.each(TRANSLATED)("the texts of node types in %s", (language) => {
  test.each(NODE_TYPES)("are complete for $type", ({ texts }) => {
    const words = texts[language];
    expect(words && placesOf(words)).toEqual(placesOf(texts.en));
  });
});

test("each setting of every type has a name", () => {
  const unnamed = NODE_TYPES.flatMap(({ type, settings, texts }) =>
    pathsOf(settings as SettingSchema)
      .filter((path) => !Object.hasOwn(texts.en.settings ?? {}, path))
      .map((path) => `${type}.${path}`),
  );
  expect(unnamed.filter((path) => !NAMED_BY_FORMS.test(path))).toEqual([]);
});

test("no text uses words of the API", () => {
  const settings = NODE_TYPES.flatMap(({ texts }) => Object.values(texts.en.settings ?? {}));
  const prose = settings.flatMap(({ name, help = "" }) => [name, help]);
  expect(prose.filter((text) => /\b(lhs|rhs|is_batch|node|nodes|json pointer)\b|\(ms\)/i.test(text))).toEqual(
    [],
  );
});
