import { useLocation } from "@tanstack/react-router";
import { type PageAddress, PageLink } from "../links/page-link.tsx";
import { useCurrentInView } from "./use-current-in-view.ts";
import classes from "./views.module.css";

type View = PageAddress & { readonly label: string };

/** The lists of one page, each with its own URL. */
export function Views({ label, views }: { label: string; views: readonly View[] }) {
  const { pathname } = useLocation();
  const list = useCurrentInView<HTMLElement>(pathname);
  return (
    <nav ref={list} aria-label={label} className={classes.views}>
      {views.map(({ label, ...page }) => (
        <PageLink
          key={page.to}
          {...page}
          className={classes.view}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {label}
        </PageLink>
      ))}
    </nav>
  );
}
