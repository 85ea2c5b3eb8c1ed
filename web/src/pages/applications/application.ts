import type { Reply } from "@junctor/sdk";
import type { Mood } from "../../parts/values/state.tsx";
import { APPLICATIONS } from "../../words/applications.ts";

/** Where applications are read, and what is read again after one has changed. */
export const ALL = "/api/v2/public/application/all";
export const AFTER_CHANGES = ["/api/v2/public/application", "/api/v2/integration-schema"] as const;

/** An application with the organization's settings. */
export type ListedApplication = Reply<"get", typeof ALL>[number];

/** Whether customers cannot connect it without an OAuth client. */
export function lacksClient({
  auth_types: kinds,
  client_id: own,
  has_default_client: hasDefault,
}: ListedApplication) {
  return kinds.length === 1 && kinds[0] === "oauth2" && !own && !hasDefault;
}

/** Whether customers have connected it. */
export function isInUse({ connections }: ListedApplication): boolean {
  return (connections?.total ?? 0) > 0;
}

/** The state of an application, in a word. */
export function getState(application: ListedApplication): { mood: Mood; word: string } {
  if (!application.enabled) return { mood: "none", word: APPLICATIONS.notEnabled };
  if (lacksClient(application)) return { mood: "warn", word: APPLICATIONS.lacksClient };
  return { mood: "good", word: APPLICATIONS.enabled };
}
