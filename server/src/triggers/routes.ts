import type { Deps } from "../deps.ts";
import type { App } from "../platform/http/route.ts";
import { hookRoute } from "./hook-route.ts";

/** What connectors tell of. */
export async function triggerRoutes(app: App, deps: Deps): Promise<void> {
  await hookRoute(app, deps);
}
