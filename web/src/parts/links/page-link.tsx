import type { ElementProps } from "@mantine/core";
import {
  createLink,
  type LinkComponentProps,
  type RegisteredRouter,
  useNavigate,
} from "@tanstack/react-router";
import { type ReactElement, useCallback } from "react";
import { useEnvironment } from "../../api/use-environment.ts";

type Pages = RegisteredRouter["routesByPath"];
type PagePath = Exclude<Extract<keyof Pages, `/$environment${string}`>, `${string}/`>;

type Params<To extends PagePath> = Omit<Pages[To]["types"]["allParams"], "environment">;
type InEnvironment<Own> = Own & { readonly environment?: string };

/** A page with its parameters and filters; in the current environment if the parameters name none. */
export type PageAddress = {
  [To in PagePath]: {
    readonly to: To;
    readonly search?: Readonly<Record<string, string>>;
  } & (Record<never, never> extends Params<To>
    ? { readonly params?: InEnvironment<Params<To>> }
    : { readonly params: InEnvironment<Params<To>> });
}[PagePath];

/** The props of a component of Mantine as a link. */
export type LinkProps<Own> = Own & ElementProps<"a", keyof Own & string>;

type HostProps<Host> = Omit<LinkComponentProps<Host>, "to" | "params" | "search" | "from" | "mask">;

/** Makes links of a component, which gets `href`. Mantine's `component={Link}` would accept any path and parameters. */
export function createPageLink<const Host>(host: Host) {
  // What the router asks of a component, and its own types of links, are too general to be compared.
  return createLink(host as never) as (props: PageAddress & HostProps<Host>) => ReactElement;
}

/** A link to a page. */
export const PageLink = createPageLink("a");

/**
 * Navigates to a page, in the environment in which the calling component was rendered unless `params` names one: an
 * answer that comes after the operator has switched is about the former.
 */
export function usePageNavigation() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  return useCallback(
    (page: PageAddress) => navigate({ ...page, params: { environment, ...page.params } }),
    [environment, navigate],
  );
}
