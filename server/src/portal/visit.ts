import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { type ConnectLink, findConnectLink, linkUrl } from "../apps/connect-link.ts";
import { readOrganization } from "../auth/organizations.ts";
import type { Deps } from "../deps.ts";
import { type Brand, readBrand } from "../platform/pages/brand.ts";

/** A request to a page of a good link. */
export interface Visit {
  readonly link: ConnectLink;
  readonly brand: Brand;
  /** As it calls itself, whatever the link's properties say. */
  readonly company: string;
  /** Path of the link's first page, as browsers see it. */
  readonly base: string;
  /** Proves that a form comes from one of the link's own pages. */
  readonly formToken: string;
  /** The page stands in a frame, where providers do not show themselves. */
  readonly framed: boolean;
  /** A link to one application, which no page may frame: it is for whoever was sent its address. */
  readonly isAlone: boolean;
}

/** The visit that a request makes; undefined when the link is unknown, used or expired. */
export async function openVisit(
  deps: Pick<Deps, "db" | "config" | "clock" | "credentials">,
  request: Pick<FastifyRequest, "headers">,
  token: string,
): Promise<Visit | undefined> {
  const link = await findConnectLink(deps, token);
  if (link === undefined) return undefined;
  const organization = await readOrganization(deps.db, link.scope.orgId);
  const { product, slug } = link;
  const company = product.name ?? organization.name;
  const isAlone = slug !== undefined;
  return {
    link,
    company,
    isAlone,
    brand: readBrand(link.properties, {
      ...organization,
      name: company,
      logo: product.logo ?? organization.logo,
    }),
    base: new URL(linkUrl(deps.config, token)).pathname,
    formToken: formTokenOf(deps.credentials.sessionSecret, link.id),
    framed: !isAlone && request.headers["sec-fetch-dest"] === "iframe",
  };
}

/** Path of an application's page. */
export function applicationPath({ base }: Pick<Visit, "base">, slug: string): string {
  return `${base}/apps/${encodeURIComponent(slug)}`;
}

/**
 * Whether a form comes from a page of this link: browsers say of which site it is, and it carries the link's token.
 * Without either header it is no browser, and the token alone decides, unless only browsers are let in.
 */
export function formIsOurs(
  { publicUrl }: Pick<Deps["config"], "publicUrl">,
  { headers }: Pick<FastifyRequest, "headers">,
  { given, expected, fromBrowser = false }: { given: string; expected: string; fromBrowser?: boolean },
): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  if (a.length !== b.length || !timingSafeEqual(a, b)) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin, host } = headers;
  if (origin === undefined) return !fromBrowser;
  // A server may be reached under another name than the public one, for instance from its own machine.
  return origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === host);
}

function formTokenOf(secret: Buffer, linkId: string): string {
  // The session secret serves under a name of its own, so that no token of one kind is valid as another.
  const key = createHmac("sha256", secret).update("junctor portal form").digest();
  return createHmac("sha256", key).update(linkId).digest("base64url");
}
