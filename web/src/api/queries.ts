import { JunctorError } from "@junctor/sdk";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { SESSION_KEY } from "./session.ts";

// Without a network a request fails, which pages tell; by default they would wait for one in silence.
const ASK_ANYWAY = "always";

/** The one place where the server's state is kept. */
export function createQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: forget }),
    mutationCache: new MutationCache({ onError: forget }),
    defaultOptions: {
      // The client library repeats by itself what may be repeated.
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
