import { JunctorError } from "@junctor/sdk";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { SESSION_KEY } from "./session.ts";

// Without a network a request fails, which pages show; by default they would silently wait for one.
const ASK_ANYWAY = "always";

/** The only cache of the server's state. */
export function createQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: forget }),
    mutationCache: new MutationCache({ onError: forget }),
    defaultOptions: {
      // The client library itself retries what may be retried.
      queries: { retry: false, staleTime: 10_000, networkMode: ASK_ANYWAY },
      mutations: { retry: false, networkMode: ASK_ANYWAY },
    },
  });
  function forget(error: unknown): void {
    const isSignedOut = error instanceof JunctorError && error.status === 401;
    if (isSignedOut) queries.setQueryData(SESSION_KEY, null);
  }
  return queries;
}
