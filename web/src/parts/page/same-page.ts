import type { Environment } from "@junctor/sdk";

const IN_ENVIRONMENT = /^\/(?:app\/)?(test|production)(?=\/|$)/;
const ID = /^[0-9a-f]{24}$/;
// Path segments between a list and its records that are not pages of their own.
const NO_PAGES: ReadonlySet<string> = new Set(["mcp/servers"]);

/**
 * The URL of a page in the other environment, without its filters: the same page, or its list if the page has an id,
 * which the other environment does not have.
 */
export function samePageIn(environment: Environment, pathname: string): string {
  const parts = pathname.replace(IN_ENVIRONMENT, "").split("/").filter(Boolean);
  const end = parts.findIndex((part) => ID.test(part));
  const kept = end < 0 ? parts : parts.slice(0, end);
  if (NO_PAGES.has(kept.join("/"))) kept.pop();
  return `/${[environment, ...kept].join("/")}`;
}

/** The very same URL in the other environment; undefined for a page outside environments. */
export function sameAddressInOther(pathname: string): { environment: Environment; href: string } | undefined {
  const shown = IN_ENVIRONMENT.exec(pathname)?.[1];
  if (shown === undefined) return undefined;
  const environment = shown === "test" ? "production" : "test";
  return { environment, href: pathname.replace(IN_ENVIRONMENT, `/app/${environment}`) };
}
