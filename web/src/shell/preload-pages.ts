import type { AnyRoute, AnyRouter } from "@tanstack/react-router";
import { PAGES } from "./navigation.ts";

// Where the browser does not say when it is idle.
const LATER_MS = 1000;

/** Loads the code of the navigation's pages while the browser is idle, so that a click there waits for data alone. */
export async function preloadPages(router: AnyRouter): Promise<void> {
  // Where somebody saves data; not every browser tells.
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData) return;
  try {
    for (const { to } of PAGES) {
      await new Promise((done) =>
        "requestIdleCallback" in window ? requestIdleCallback(done) : setTimeout(done, LATER_MS),
      );
      // The page, and what stands around it.
      for (let route: AnyRoute | undefined = router.routesByPath[to]; route; route = route.parentRoute)
        await router.loadRouteChunk(route);
    }
  } catch {
    // Without a network nothing is gained by asking for the others; a click loads its page itself, and says why not.
  }
}
