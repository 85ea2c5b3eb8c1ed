import { expect, test } from "vitest";
import { LANGUAGES } from "../../../../server/src/pages/words/languages.ts";
import { findTextFaults } from "../../../../server/src/pages/words/test-texts.ts";
import { definedWords } from "./words.ts";

const files = import.meta.glob<object>("./*.json", { import: "default", eager: true });
import.meta.glob(["../**/*.ts", "!../**/*.test.ts"], { eager: true });
const { LOCALE, ...english } = Object.fromEntries(definedWords);

test.each(LANGUAGES.filter((language) => language !== "en"))(
  "%s has every text that customers see, with the same placeholders",
  (language) => {
    expect(findTextFaults(english, files[`./${language}.json`] ?? {}, language)).toEqual([]);
  },
);

test("there are no other languages", () => {
  expect(
    Object.keys(files).filter((file) => !LANGUAGES.some((language) => file === `./${language}.json`)),
  ).toEqual([]);
});
