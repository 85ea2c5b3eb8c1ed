import type { Reply } from "@junctor/sdk";
import type { Item } from "../../../api/use-api.ts";

/** Where one config is read, and what is read again after one has changed. */
export const CONFIG = "/api/v2/public/slug/{slug}/config/{config_id}";
export const CONFIGS = "/api/v2/public/configs";
/** What its workflows can choose among. */
export const CONNECTIONS = "/api/v2/public/slug/{slug}/connections";
export const AFTER_CONFIGS = ["/api/v2/public/slug/", CONFIGS, "/api/v2/public/workflow/"] as const;

export type Config = Reply<"get", typeof CONFIG>;
export type ConfigField = Config["fields"][number];
export type UsedApplication = Reply<"get", typeof CONNECTIONS>[number];
export type ListedConfig = Item<typeof CONFIGS>;

/** Identifies one config of a customer. */
export interface ConfigKey {
  /** Your own id for the customer. */
  readonly account: string;
  readonly slug: string;
  readonly id: string;
  /** What the application is called. */
  readonly application: string;
}

/** The identifier of a config in the URL. */
export function nameInAddress({ slug, config_id: id }: Pick<ListedConfig, "slug" | "config_id">): string {
  return `${slug}/${id}`;
}
