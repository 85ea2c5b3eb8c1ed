import type { Body, Reply } from "@junctor/sdk";
import { LANGUAGES } from "../../../../../server/src/pages/words/languages.ts";

/** Where the organization's settings are. */
export const ORGANIZATION = "/api/v2/public/organization";

export type Organization = Reply<"get", typeof ORGANIZATION>;

/** The languages of the hosted pages, each by the name that its speakers use. */
export const LANGUAGE_OPTIONS = LANGUAGES.map((language) => {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return { value: language, label: name.charAt(0).toLocaleUpperCase(language) + name.slice(1) };
});

/** The branding in a form; empty texts mean unset. */
export interface BrandingValues {
  name: string;
  /** A URL, or the image itself. */
  logo: string;
  color: string;
  background_color: string;
  support: string;
  font: string;
  /** Of the hosted pages, if nothing else determines it. */
  language: string;
}

/** The members that an error can be about, named as in the form. */
export const BRANDING_FIELDS = {
  name: "name",
  logo: "logo",
  color: "color",
  background_color: "background_color",
  support: "support",
  font: "font",
  language: "language",
} as const;

export function getBranding(organization: Organization): BrandingValues {
  const { name, logo = "", color = "", background_color = "", support = "" } = organization;
  const { font = "", language = "" } = organization;
  return { name, logo, color, background_color, support, font, language };
}

type BrandingBody = Pick<Body<"put", typeof ORGANIZATION>, keyof typeof BRANDING_FIELDS>;

/** The body that sets the values; an empty name stays unchanged. */
export function getBody(values: BrandingValues): BrandingBody {
  const { name, ...rest } = values;
  const unset = Object.fromEntries(
    Object.entries(rest).map(([field, value]) => [field, value.trim() === "" ? null : value.trim()]),
  );
  return { ...(name.trim() !== "" && { name: name.trim() }), ...unset };
}

/** Whether a logo is an image on the web, displayed by its URL. */
export function isOnTheWeb(logo: string, organization: Organization): boolean {
  return (
    logo !== "" && !logo.startsWith("data:") && !logo.includes(`/organization/${organization._id}/logo/`)
  );
}
