import type { Body, Reply } from "@junctor/sdk";
import type { ORGANIZATION, Organization } from "./branding.ts";

/** Where the texts that can be replaced are listed. */
export const TEXTS = "/api/v2/public/portal-texts";

export type TextList = Reply<"get", typeof TEXTS>;
export type PortalText = TextList["texts"][number];
export type TextKey = PortalText["key"];
export type TextLanguage = keyof PortalText["standard"];

/** Unsaved changes of own texts: null restores the default. */
export type TextDrafts = NonNullable<Body<"put", typeof ORGANIZATION>["texts"]>;

/** A text, or its plural forms by name. */
export type TextValue = PortalText["standard"][TextLanguage];

export type PluralForm = "zero" | "one" | "two" | "few" | "many" | "other";

/** The organization's own text: as changed, otherwise as saved; undefined for the default. */
export function ownValue(
  { texts }: Organization,
  drafts: TextDrafts,
  language: TextLanguage,
  key: TextKey,
): TextValue | undefined {
  const draft = drafts[language]?.[key];
  if (draft === undefined) return texts[language]?.[key];
  return draft ?? undefined;
}

/** The drafts with a text changed; a text equal to the saved one is no change. */
export function withDraft(
  { texts }: Organization,
  drafts: TextDrafts,
  { language, key, value }: { language: TextLanguage; key: TextKey; value: TextValue | null },
): TextDrafts {
  const { [key]: _before, ...others } = drafts[language] ?? {};
  const isSaved = JSON.stringify(value) === JSON.stringify(texts[language]?.[key] ?? null);
  const { [language]: _all, ...rest } = drafts;
  const own = isSaved ? others : { ...others, [key]: value };
  return Object.keys(own).length === 0 ? rest : { ...rest, [language]: own };
}

/** The form's names of all fields that the API may report: `key`, or `key.form`. */
export function draftFields(drafts: TextDrafts): Record<string, string> {
  const names = Object.entries(drafts).flatMap(([language, texts]) =>
    Object.entries(texts).flatMap(([key, value]) => {
      const forms = value !== null && typeof value === "object" ? [...Object.keys(value), "other"] : [];
      return [key, ...forms.map((form) => `${key}.${form}`)].map((name) => [
        `texts.${language}.${name}`,
        `${language}.${name}`,
      ]);
    }),
  );
  return Object.fromEntries(names);
}

/** A text on one line of a list. */
export function getLine(value: TextValue): string {
  return typeof value === "string" ? value : Object.values(value).join(" / ");
}
