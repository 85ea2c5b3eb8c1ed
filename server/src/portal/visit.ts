import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { buildLinkUrl, type ConnectLink, findConnectLink } from "../apps/connections/connect-link.ts";
import { setCustomerActor } from "../audit-log/actor.ts";
import { readOrganization } from "../auth/organizations/organizations.ts";
import type { Deps } from "../deps.ts";
import { applyBrandOverride, type Brand, readBrand } from "../pages/brand.ts";
import { findRequestedLanguage, getRequestWords } from "../pages/words/request-words.ts";
import type { Words } from "../pages/words/words.ts";
import { readLook } from "./embed/embedded-look.ts";

const LONGEST_RETURN = 2000;

/** A request to a page of a valid link. */
export interface Visit {
  readonly link: ConnectLink;
  readonly brand: Brand;
  readonly words: Words;
  /** The language in the address, repeated in the addresses on the page. */
  readonly asked: string | undefined;
  /** The look in the address, and where the visitor came from. */
  readonly carried: Readonly<Record<string, string>>;
  /** The company's page that the portal links back to. */
  readonly returnTo?: string;
  /** The company's own name, whatever the link's properties say. */
  readonly company: string;
  /** Path of the link's first page, as browsers see it. */
  readonly base: string;
  /** Proves that a form comes from one of the link's own pages. */
  readonly formToken: string;
  /** Whether the page is in a frame, where providers refuse to appear. */
  readonly framed: boolean;
  /** Whether it is a link to one application, which must not be framed: it is for the person who received it. */
  readonly isAlone: boolean;
}

/** The parts of a request that a visit reads. */
export type VisitRequest = Pick<FastifyRequest, "headers"> & { readonly query: unknown };

/** The visit of a request; undefined if the link is unknown, used or expired. */
export async function findVisit(
  deps: Pick<Deps, "db" | "config" | "clock" | "credentials">,
  request: VisitRequest,
  token: string,
): Promise<Visit | undefined> {
  const link = await findConnectLink(deps, token);
  if (link === undefined) return undefined;
  const organization = await readOrganization(deps.db, link.scope.orgId);
  setCustomerActor(link.scope);
  const { product, slug } = link;
  const company = product.name ?? organization.name;
  const isAlone = slug !== undefined;
  const { lang } = link.properties;
  const brand = readBrand(link.properties, {
    ...organization,
    name: company,
    logo: product.logo ?? organization.logo,
  });
  const look = readLook(request.query);
  const returnTo = returnAddress(deps, request.query, brand.frameOrigins);
  const { language, portal_texts: texts } = organization;
  const stored = { account: link.language, organization: language, texts };
  return {
    link,
    company,
    isAlone,
    words: getRequestWords(request, stored, typeof lang === "string" ? lang : undefined),
    asked: findRequestedLanguage(request.query),
    carried: { ...look.query, ...(returnTo !== undefined && { return: returnTo }) },
    returnTo,
    brand: applyBrandOverride(brand, look.override),
    base: new URL(buildLinkUrl(deps.config, token)).pathname,
    formToken: formTokenOf(deps, link.id),
    framed: !isAlone && request.headers["sec-fetch-dest"] === "iframe",
  };
}

/** Where the query says the visitor came from, if that page may show the portal. */
function returnAddress(
  { config }: Pick<Deps, "config">,
  query: unknown,
  frameOrigins: readonly string[],
): string | undefined {
  const { return: given } = Object(query);
  if (typeof given !== "string" || given.length > LONGEST_RETURN || !URL.canParse(given)) return undefined;
  const { origin, href } = new URL(given);
  const named = config.corsOrigins === "*" ? [] : config.corsOrigins;
  return frameOrigins.includes(origin) || named.includes(origin) ? href : undefined;
}

/** Address of a page within the link, with the language and look of the current address. */
export function buildVisitUrl(
  { base, asked, carried }: Pick<Visit, "base" | "asked" | "carried">,
  path = "",
  query: Readonly<Record<string, string>> = {},
): string {
  const all = new URLSearchParams({
    ...query,
    ...(asked !== undefined && { lang: asked }),
    ...carried,
  }).toString();
  return `${base}${path}${all === "" ? "" : `?${all}`}`;
}

/** Path of an application's page within the link. */
export function buildApplicationPath(slug: string): string {
  return `/apps/${encodeURIComponent(slug)}`;
}

function formTokenOf({ credentials }: Pick<Deps, "credentials">, linkId: string): string {
  return createHmac("sha256", credentials.keyFor("portal form")).update(linkId).digest("base64url");
}
