import type { UsedApplication } from "../../configs/used-connections.ts";
import type { PortalSettings } from "./settings.ts";
import type { SettingsStep } from "./settings-steps.ts";
import type { FilledStep } from "./settings-values.ts";

/** The accounts that workflows can use. */
export interface AccountsView {
  readonly used: readonly UsedApplication[];
  /** Slugs of the applications that have a page, where another account can be connected. */
  readonly pages: ReadonlySet<string>;
}

/** Nothing to choose from. */
export const NO_ACCOUNTS: AccountsView = { used: [], pages: new Set() };

/** The step to show, and the result of submitting it, if any. */
export interface SettingsView extends PortalSettings {
  readonly slug: string;
  readonly accounts: AccountsView;
  readonly steps: readonly SettingsStep[];
  /** Zero-based. */
  readonly current: number;
  readonly filled?: FilledStep;
}
