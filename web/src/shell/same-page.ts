import type { Environment } from "@junctor/sdk";

const IN_ENVIRONMENT = /^\/(?:app\/)?(test|production)(?=\/|$)/;
const ID = /^[0-9a-f]{24}$/;
// What stands between a list and its records without being a page of its own.
const NO_PAGES: ReadonlySet<string> = new Set(["mcp/servers"]);

/**
 * The address of a page in the other environment, without its filters: the same page, or the list that it belongs to
 * where it is named by an id, which the other environment does not have.
 */
export function samePageIn(environment: Environment, pathname: string): string {
  const parts = pathname.replace(IN_ENVIRONMENT, "").split("/").filter(Boolean);
  const end = parts.findIndex((part) => ID.test(part));
  const kept = end < 0 ? parts : parts.slice(0, end);
  if (NO_PAGES.has(kept.join("/"))) kept.pop();
  return `/${[environment, ...kept].join("/")}`;
}

/** The very same address in the other environment; undefined where a page is in none. */
export function sameAddressInOther(pathname: string): { environment: Environment; href: string } | undefined {
  const shown = IN_ENVIRONMENT.exec(pathname)?.[1];
  if (shown === undefined) return undefined;
  const environment = shown === "test" ? "production" : "test";
  return { environment, href: pathname.replace(IN_ENVIRONMENT, `/app/${environment}`) };
}
