import type { AnyRoute, AnyRouter } from "@tanstack/react-router";
import { PAGES } from "./navigation.ts";

// For browsers that do not say when they are idle.
const LATER_MS = 1000;

/** Loads the code of the navigation's pages while the browser is idle, so that a click there only waits for data. */
export async function preloadPages(router: AnyRouter): Promise<void> {
  // In data-saving mode, which not every browser reports.
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData) return;
  try {
    for (const { to } of PAGES) {
      await new Promise((done) =>
        "requestIdleCallback" in window ? requestIdleCallback(done) : setTimeout(done, LATER_MS),
      );
      // The page, and what surrounds it.
      for (let route: AnyRoute | undefined = router.routesByPath[to]; route; route = route.parentRoute)
        await router.loadRouteChunk(route);
    }
  } catch {
    // Without a network the others would fail as well; a click loads its page itself, and shows why not.
  }
}
