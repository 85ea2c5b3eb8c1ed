import type { InvokeDeps } from "../apps/actions/with-connection.ts";
import type { Deps } from "../deps.ts";

/** What maintaining subscriptions needs. */
export type TriggerDeps = InvokeDeps &
  Pick<Deps, "plans" | "config" | "credentials" | "sandbox" | "expressionCache" | "tracer" | "usageCaps">;
