import type { Environment } from "@junctor/sdk";
import { DAY_MS, HOUR_MS } from "../../../parts/time/durations.ts";
import type { Organization } from "../branding/branding.ts";

/** Days by environment; an empty text: as long as the server keeps records. */
export type RetentionValues = Record<Environment, number | "">;

/** A retention setting, by its API name. */
export type Retained = "retention" | "audit_retention";

export function getRetention(organization: Organization, retained: Retained): RetentionValues {
  const { test, production } = organization[retained];
  return { test: test ?? "", production: production ?? "" };
}

/** The API's value: null for as long as the server keeps records. */
export function retentionBody({ test, production }: RetentionValues) {
  return { test: test === "" ? null : test, production: production === "" ? null : production };
}

/** How many days a value stands for; 0: forever. */
export function getDays(value: number | "", server: number): number {
  if (value === "") return server;
  return server === 0 ? value : Math.min(value, server);
}

/** Whether saving deletes current records. */
export function isShorter(days: number, before: number): boolean {
  return days !== 0 && (before === 0 || days < before);
}

/** The moment before which nothing is kept, rounded to the hour, so that it is queried once. */
export function getCutoff(days: number): Date {
  const ms = Date.now() - days * DAY_MS;
  return new Date(ms - (ms % HOUR_MS));
}
