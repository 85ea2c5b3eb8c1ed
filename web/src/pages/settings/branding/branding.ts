import type { Body, Reply } from "@junctor/sdk";

/** Where the organization's settings are. */
export const ORGANIZATION = "/api/v2/public/organization";

export type Organization = Reply<"get", typeof ORGANIZATION>;

/** The branding as a form has it; empty texts stand for what is not set. */
export interface BrandingValues {
  name: string;
  /** An address, or the image itself. */
  logo: string;
  color: string;
  background_color: string;
  support: string;
  /** Of the hosted pages, where nothing else decides. */
  language: string;
}

/** The members that an error can be about, which are called as in the form. */
export const BRANDING_FIELDS = {
  name: "name",
  logo: "logo",
  color: "color",
  background_color: "background_color",
  support: "support",
  language: "language",
} as const;

export function brandingOf(organization: Organization): BrandingValues {
  const { name, logo = "", color = "", background_color = "", support = "", language = "" } = organization;
  return { name, logo, color, background_color, support, language };
}

type BrandingBody = Pick<Body<"put", typeof ORGANIZATION>, keyof typeof BRANDING_FIELDS>;

/** The body that sets the values; a name that is not filled in stays as it is. */
export function bodyOf(values: BrandingValues): BrandingBody {
  const { name, ...rest } = values;
  const unset = Object.fromEntries(
    Object.entries(rest).map(([field, value]) => [field, value.trim() === "" ? null : value.trim()]),
  );
  return { ...(name.trim() !== "" && { name: name.trim() }), ...unset };
}

/** Whether a logo is an image on the web, which is shown by its address. */
export function isOnTheWeb(logo: string, organization: Organization): boolean {
  return (
    logo !== "" && !logo.startsWith("data:") && !logo.includes(`/organization/${organization._id}/logo/`)
  );
}
