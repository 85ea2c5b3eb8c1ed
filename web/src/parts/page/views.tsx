import { Link, useLocation } from "@tanstack/react-router";
import { useEnvironment } from "../../shell/use-environment.ts";
import { useCurrentInView } from "./use-current-in-view.ts";
import classes from "./views.module.css";

interface View {
  /** Path below the environment, such as `/webhooks/deliveries`. */
  readonly path: string;
  readonly label: string;
}

/** The lists of one page, each with its own URL. */
export function Views({ label, views }: { label: string; views: readonly View[] }) {
  const environment = useEnvironment();
  const { pathname } = useLocation();
  const list = useCurrentInView<HTMLElement>(pathname);
  return (
    <nav ref={list} aria-label={label} className={classes.views}>
      {views.map((view) => {
        const to = `/${environment}${view.path}`;
        return (
          <Link
            key={view.path}
            to={to as never}
            className={classes.view}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {view.label}
          </Link>
        );
      })}
    </nav>
  );
}
