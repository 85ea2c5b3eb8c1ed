import type { Environment } from "@junctor/sdk";
import { PageLink } from "../parts/links/page-link.tsx";
import { SHELL } from "../words/shell.ts";
import classes from "./shell.module.css";

/** The product's mark, which leads to the overview. */
export function Mark({ environment }: { environment: Environment }) {
  return (
    <PageLink to="/$environment" params={{ environment }} aria-label={SHELL.home} className={classes.brand}>
      <img src="/app/icon.svg" width={20} height={20} alt="" />
      <span className={classes.brandName}>Junctor</span>
    </PageLink>
  );
}
