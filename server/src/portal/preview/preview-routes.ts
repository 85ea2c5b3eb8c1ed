import { type Static, Type } from "typebox";
import { type Application, listApplications } from "../../apps/catalog/application.ts";
import { listPortalApplications } from "../../apps/catalog/portal-availability.ts";
import { getScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import { BrandingFields, readBranding } from "../../auth/organizations/branding.ts";
import { parseLogo } from "../../auth/organizations/logo.ts";
import { readOrganization } from "../../auth/organizations/organizations.ts";
import { buildLogoUrl } from "../../auth/schema.ts";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { type Brand, type ColorScheme, getSurfaceColor, readBrand } from "../../pages/brand.ts";
import { chooseInk, getContrast, toHex } from "../../pages/color.ts";
import { renderDocument } from "../../pages/document.ts";
import { OWN_KEYS, updateOwnTexts } from "../../pages/words/own-texts.ts";
import { createWords } from "../../pages/words/words.ts";
import { badRequest } from "../../platform/errors.ts";
import { Record } from "../../platform/http/route.ts";
import { FieldBody, listDeclaredFields } from "../../workflows/definition/field.ts";
import { findFieldProblem } from "../../workflows/validation/field-problem.ts";
import {
  PREVIEWED,
  type PreviewedPage,
  type PreviewedWorkflow,
  renderPreviewPage,
  renderPreviewSettings,
  renderPreviewText,
} from "./preview.ts";

// The line that offers help appears only if a contact is set.
const INVENTED_SUPPORT = "help@example.com";

const Contrast = Type.Number({ description: "Contrast ratio (WCAG 2) from 1 to 21; text needs 4.5." });

const LinkColor = Type.Object({
  color: Type.String({ description: "The color itself, or the nearest readable one." }),
  own_contrast: Contrast,
});

const PreviewBody = Type.Object({
  ...BrandingFields,
  page: Type.Optional(Type.Enum(PREVIEWED, { default: "applications" })),
  text: Type.Optional(
    Type.Enum(OWN_KEYS, {
      description: "Shows the page that contains this text, instead of `page`.",
    }),
  ),
  workflow: Type.Optional(
    Type.Object(
      {
        name: Type.Optional(Type.String({ maxLength: 255 })),
        description: Type.Optional(Type.String({ maxLength: 10_000 })),
        data_slots: Type.Array(FieldBody, { maxItems: 200 }),
      },
      { description: "Shows the settings page of this workflow, which is not stored, instead of `page`." },
    ),
  ),
  scheme: Type.Optional(
    Type.Enum(["light", "dark"], {
      description: "The color scheme of the customer's system; ignored if a background color is set.",
      default: "light",
    }),
  ),
});

const PortalPreview = Record("PortalPreview", {
  html: Type.String({ description: "The page as HTML without scripts." }),
  button: Type.Object({ color: Type.String(), text: Type.String(), contrast: Contrast }),
  links: Type.Object({ light: LinkColor, dark: LinkColor }),
});

const operation = defineOperations<Deps>("Portal");

/** Pages of the portal in a branding that is not stored yet, and how readable its colors are. */
export const PORTAL_PREVIEW_OPERATIONS = [
  operation({
    id: "previewPortal",
    method: "post",
    path: "/api/v2/public/organization/portal-preview",
    least: "viewer",
    credentials: "apiKey",
    summary: "Preview the portal",
    description:
      "Renders a portal page for a sample customer, with branding that is not stored, and returns how readable its colors are. Omitted fields are as in the organization; `null` means none.",
    schema: { body: PreviewBody, response: { 200: PortalPreview } },
    run: async (deps, request) => {
      const { page = "applications", scheme = "light" } = request.body;
      const scope = getScope(request);
      const brand = await draftBrand(deps, scope.orgId, request.body);
      const { language = "en", texts = {} } = request.body;
      const { portal_texts: own } = await readOrganization(deps.db, scope.orgId);
      const words = createWords(language ?? "en", updateOwnTexts(own, texts));
      const now = deps.clock.now();
      const workflow = readWorkflow(request.body);
      const { text: key } = request.body;
      const content = async () => {
        if (workflow) return renderPreviewSettings({ scope, brand, words }, workflow);
        const applications = await shownApplications(deps, scope, key ? "application" : page);
        const previewed = { scope, brand, words, now, applications };
        return key ? renderPreviewText(key, previewed) : renderPreviewPage(page, previewed);
      };
      const support = brand.support ?? (key === "page.help" ? INVENTED_SUPPORT : undefined);
      const seen = { ...brand, support, scheme: brand.scheme ?? scheme };
      const { text } = renderDocument(
        deps.config,
        { brand: seen, words },
        { ...(await content()), inert: true },
      );
      return { html: text, ...presentColors(brand) };
    },
  }),
];

/** The workflow whose settings are shown; 400 for fields that cannot be stored. */
function readWorkflow({ workflow }: Static<typeof PreviewBody>): PreviewedWorkflow | undefined {
  if (workflow === undefined) return undefined;
  const { name = "", description = "", data_slots: slots } = workflow;
  const problem = findFieldProblem(slots, "data_slots");
  if (problem) throw badRequest(problem);
  return { name, description, fields: listDeclaredFields(slots) };
}

/** The applications on the page: the list shows what is offered; an application's page needs one, offered or not. */
async function shownApplications(deps: Deps, scope: Scope, page: PreviewedPage): Promise<Application[]> {
  const offered = await listPortalApplications(deps, scope, new Set());
  if (page === "applications" || offered.length > 0) return offered;
  return (await listApplications(deps, scope)).filter(({ enabled }) => enabled);
}

/** The organization's branding with the body's changes. */
async function draftBrand(
  { db, config }: Deps,
  orgId: string,
  body: Parameters<typeof readBranding>[0],
): Promise<Brand> {
  const organization = await readOrganization(db, orgId);
  const draft = readBranding(body);
  if (draft.logo?.startsWith("data:")) parseLogo(draft.logo);
  if (draft.logo === buildLogoUrl(organization, config.publicUrl)) draft.logo = undefined;
  const given = Object.entries(draft).filter(([, value]) => value !== undefined);
  return readBrand({}, { ...organization, ...Object.fromEntries(given) });
}

function presentColors(brand: Brand) {
  const button = brand.color;
  const text = chooseInk(button);
  const link = (scheme: ColorScheme) => {
    const { link: color, ownContrast } = getSurfaceColor(brand, scheme);
    return { color: toHex(color), own_contrast: rounded(ownContrast) };
  };
  return {
    button: { color: toHex(button), text: toHex(text), contrast: rounded(getContrast(text, button)) },
    links: { light: link("light"), dark: link("dark") },
  };
}

/** Rounds down, so that 4.49 does not pass as enough. */
function rounded(value: number): number {
  return Math.floor(value * 10) / 10;
}
