import type { Reply } from "@junctor/sdk";
import type { Mood } from "../../parts/values/state.tsx";
import { APPLICATIONS } from "../../words/applications.ts";

/** Where applications are read, and what is read again after one has changed. */
export const ALL = "/api/v2/public/application/all";
export const AFTER_CHANGES = ["/api/v2/public/application", "/api/v2/integration-schema"] as const;

/** An application with the organization's settings. */
export type ListedApplication = Reply<"get", typeof ALL>[number];

/** Whether customers cannot connect it without an OAuth client. */
export function lacksClient({ portal }: ListedApplication): boolean {
  return portal.missing.includes("oauth_client");
}

/** Whether customers have connected it. */
export function isInUse({ connections }: ListedApplication): boolean {
  return (connections?.total ?? 0) > 0;
}

/** How far an application is: customers find it, they could, or something is missing. */
export const STAGES = ["portal", "ready", "unready"] as const;
export type Stage = (typeof STAGES)[number];

export function getStage({ portal }: ListedApplication): Stage {
  if (portal.in_portal) return "portal";
  return portal.ready ? "ready" : "unready";
}

/** The state of an application, in a word. */
export function getState(application: ListedApplication): { mood: Mood; word: string } {
  const stage = getStage(application);
  if (stage !== "unready")
    return { mood: stage === "portal" ? "good" : "none", word: APPLICATIONS.stages[stage] };
  const [gap = "enabled"] = application.portal.missing;
  return { mood: gap === "enabled" ? "none" : "warn", word: APPLICATIONS.gaps[gap] };
}
