import type { Environment } from "@junctor/sdk";

/** What the portal says about the page that it has opened. */
export interface CustomerVisit {
  readonly environment: Environment;
  /** Id of the workflow to edit. */
  readonly workflow: string;
  /** The page that it was opened from. */
  readonly back: { readonly href: string; readonly label: string };
  /** Where session tokens are issued, and what authenticates this page. */
  readonly session: { readonly path: string; readonly form: string };
  /** The company's color, readable on light and on dark surfaces. */
  readonly accent: { readonly light: string; readonly dark: string };
  readonly scheme: "light" | "dark" | "auto";
  /** Of the portal's pages, such as `de`. */
  readonly language: string;
  /** The company's own name. */
  readonly company: string;
}

/** Reads it from the element that the page is rendered into. */
export function readVisit(root: HTMLElement): CustomerVisit {
  return JSON.parse(root.dataset.visit ?? "");
}
