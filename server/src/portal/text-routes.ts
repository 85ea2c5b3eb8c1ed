import { type TSchema, Type } from "typebox";
import { defineOperations } from "../auth/operation.ts";
import { CATALOGS } from "../pages/words/catalogs.ts";
import { mapLanguages } from "../pages/words/languages.ts";
import { LONGEST_TEXT, listPluralForms, OWN_KEYS } from "../pages/words/own-texts.ts";
import { MapOf, Record as Reply } from "../platform/http/route.ts";

const PLACEHOLDER = /\{[^{}]*\}/g;

const Text = Type.Union([Type.String(), MapOf(Type.String())], {
  description: "A text with a count has its plural forms by name.",
});

const PortalText = Type.Object({
  key: Type.Enum(OWN_KEYS),
  standard: byLanguage(Text),
  placeholders: Type.Array(Type.String(), {
    description: "Placeholders that your own text must contain; a plural form may leave out `{count}`.",
  }),
});

const PortalTexts = Reply("PortalTexts", {
  texts: Type.Array(PortalText),
  plural_forms: byLanguage(Type.Array(Type.String())),
  longest: Type.Integer({ description: "Maximum number of characters in your own text." }),
});

function byLanguage<Of extends TSchema>(one: Of) {
  return Type.Object(mapLanguages(() => one));
}

const operation = defineOperations<object>("Portal");

/** The texts of the hosted pages that an organization can replace, and their default wording. */
export const PORTAL_TEXT_OPERATIONS = [
  operation({
    id: "listPortalTexts",
    method: "get",
    path: "/api/v2/public/portal-texts",
    least: "viewer",
    credentials: "apiKey",
    summary: "List portal texts",
    description:
      "Returns the texts of the hosted pages that you can replace, with the standard text in each language. Your own are in `texts` of the organization.",
    schema: { response: { 200: PortalTexts } },
    run: async () => ({
      texts: OWN_KEYS.map((key) => ({
        key,
        standard: mapLanguages((language) => CATALOGS[language].texts[key]),
        placeholders: placeholdersOf(CATALOGS.en.texts[key]),
      })),
      plural_forms: mapLanguages(listPluralForms),
      longest: LONGEST_TEXT,
    }),
  }),
];

function placeholdersOf(text: (typeof CATALOGS)["en"]["texts"][(typeof OWN_KEYS)[number]]): string[] {
  return typeof text === "string" ? [...new Set(text.match(PLACEHOLDER))] : [];
}
