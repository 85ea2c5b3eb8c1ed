import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type PageAddress, PageLink } from "./page-link.tsx";
import type { TextLink } from "./text-link.tsx";

async function hrefOn(page: string, to: PageAddress): Promise<string | undefined> {
  const rootRoute = createRootRoute({ component: () => createElement(PageLink, to) });
  const paths = ["/$environment/executions", "/$environment/customers/$id"];
  const routes = paths.map((path) => createRoute({ getParentRoute: () => rootRoute, path }));
  const history = createMemoryHistory({ initialEntries: [page] });
  const router = createRouter({ routeTree: rootRoute.addChildren(routes), history });
  await router.load();
  const html = renderToStaticMarkup(createElement(RouterProvider<typeof router>, { router }));
  return /href="([^"]*)"/.exec(html)?.[1];
}

test("a link leads to a page in the environment of the page that it is on", async () => {
  expect(await hrefOn("/test/executions", { to: "/$environment/executions" })).toBe("/test/executions");
  const customer = { to: "/$environment/customers/$id", params: { id: "a b" } } as const;
  expect(await hrefOn("/production/customers/other", customer)).toBe("/production/customers/a%20b");
});

test("a link leads to another environment if it is named", async () => {
  const params = { environment: "test", id: "a" };
  const customer = { to: "/$environment/customers/$id", params } as const;
  expect(await hrefOn("/production/executions", customer)).toBe("/test/customers/a");
});

test("links to unknown pages, and those without their parameters, do not compile", () => {
  const links: ComponentProps<typeof TextLink>[] = [
    { to: "/$environment/customers/$id", params: { id: "a" }, search: { tab: "portal" }, size: "sm" },
    // @ts-expect-error: an unknown page
    { to: "/$environment/customer/$id", params: { id: "a" } },
    // @ts-expect-error: a URL, not a path with the names of its parameters
    { to: "/test/customers" },
    // @ts-expect-error: without a parameter
    { to: "/$environment/customers/$id" },
    // @ts-expect-error: with another parameter
    { to: "/$environment/customers/$id", params: { slug: "a" } },
    // @ts-expect-error: "undefined" would be in the URL
    { to: "/$environment/customers", search: { name: undefined } },
  ];
  expect(links).toHaveLength(6);
});
