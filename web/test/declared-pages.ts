import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { expect } from "vitest";
import { type Dashboard, inLanes, openLanes, openPage, type Visit } from "./dashboard.ts";

// The number of pages that are checked in parallel.
const LANES = 2;
const PAGES = fileURLToPath(new URL("../src/pages", import.meta.url));

/** The address of each page below its environment, as declared: `executions/$id`. */
export function declaredPages(): string[] {
  return readdirSync(PAGES).flatMap((folder) => {
    if (folder === "sign-in") return [];
    const routes = readFileSync(`${PAGES}/${folder}/routes.ts`, "utf8");
    return [...routes.matchAll(/getParentRoute: \(\) => (\w+),\s*path: "([^"]*)"/g)].map(
      ([, parent, path = ""]) =>
        `${parent === "settingsRoute" ? "settings/" : ""}${path}`.replace(/^\/|\/$/g, ""),
    );
  });
}

/** Visits pages of the dashboard in several of the owner's browser contexts; `look` finds the address opened. */
export interface Walk {
  readonly lanes: readonly Visit[];
  go(addresses: readonly string[], look: (lane: Visit, address: string) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Prepares a walk in the owner's browser context and further ones with the same session. */
export async function startWalk(browser: Browser, { url }: Dashboard, owner: Visit): Promise<Walk> {
  const lanes = [owner, ...(await openLanes(browser, owner, LANES - 1))];
  return {
    lanes,
    go: (addresses, look) =>
      inLanes(lanes, addresses, async (lane, address) => {
        await openPage(lane.page, `${url}/app/${address}`);
        await look(lane, address);
        expect(lane.complaints, address).toEqual([]);
      }),
    close: async () => {
      await Promise.all(lanes.map(({ page }) => page.context().close()));
    },
  };
}
