import type { Environment, Input, PathWith, Reply } from "@junctor/sdk";
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { getClient } from "./audience.ts";
import { useEnvironment } from "./use-environment.ts";

/** For a request about one customer, by the company's id. */
interface ForAccount {
  readonly account?: string;
  /** Additional headers of the operation. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface ReadOptions<Data = unknown> {
  readonly enabled?: boolean;
  /** Milliseconds after which it is read again while the page is visible; may depend on the last data. */
  readonly everyMs?: number | ((last: Data | undefined) => number | undefined);
  /** Reads again on mount, even if it was just read: `isFetchedAfterMount` tells when that is done. */
  readonly isFresh?: boolean;
}

interface PagesOptions extends ReadOptions {
  readonly everyMs?: number;
  /** Read again only by `restart`, so that no row moves under the pointer. */
  readonly isSteady?: boolean;
}

type GetPath = PathWith<"get">;
type ListPath = { [P in GetPath]: Reply<"get", P> extends { docs: readonly unknown[] } ? P : never }[GetPath];

type Before<P extends string> = P extends `${infer Head}/${infer Tail}`
  ? Head | `${Head}/${Before<Tail>}`
  : never;
type Beginning = Exclude<Before<GetPath>, "">;

/** A path that is read, or what several begin with: what is read again after a change. */
export type ReadPath = GetPath | Beginning | `${Beginning}/`;

/** A record of a list. */
export type Item<P extends ListPath> = Reply<"get", P> extends { docs: readonly (infer One)[] } ? One : never;

/** The typed client for the environment that the page shows. */
export function useSend() {
  return getClient(useEnvironment());
}

/** The cache key of a read: the environment, the path, and the input. */
export function getKey(
  environment: Environment,
  path: GetPath | PathWith<"post">,
  input?: unknown,
): unknown[] {
  return input === undefined ? [environment, path] : [environment, path, input];
}

/** Whether a key of `getKey` is of the environment and of one of the paths, which are prefixes. */
export function isReadUnder(
  [of, read]: readonly unknown[],
  environment: Environment,
  paths: readonly ReadPath[],
): boolean {
  return of === environment && typeof read === "string" && paths.some((one) => read.startsWith(one));
}

/**
 * Reads one resource; the last data stay while the next are loading. Types are derived from the path: a function for
 * each operation would be a second list to maintain.
 */
export function useRead<P extends GetPath>(
  path: P,
  input: Input<"get", P> & ForAccount,
  options: ReadOptions<Reply<"get", P>> = {},
): UseQueryResult<Reply<"get", P>> {
  return useReadIn(useEnvironment(), path, input, options);
}

/** The same in another environment than the page's, or outside pages. */
export function useReadIn<P extends GetPath>(
  environment: Environment,
  path: P,
  input: Input<"get", P> & ForAccount,
  { enabled = true, everyMs, isFresh = false }: ReadOptions<Reply<"get", P>> = {},
): UseQueryResult<Reply<"get", P>> {
  return useQuery({
    ...readOf(environment, path, input),
    enabled,
    refetchOnMount: isFresh ? "always" : true,
    refetchInterval: typeof everyMs === "function" ? ({ state }) => everyMs(state.data) : everyMs,
    placeholderData: keepPreviousData,
  });
}

/** Reads one path with several inputs, such as the ids of each page of a list; returns those read so far. */
export function useReadsIn<P extends GetPath>(
  environment: Environment,
  path: P,
  inputs: readonly (Input<"get", P> & ForAccount)[],
): readonly Reply<"get", P>[] {
  return useQueries({
    queries: inputs.map((input) => readOf(environment, path, input)),
    combine: dataOf,
  }) as readonly Reply<"get", P>[];
}

/** Outside the hook, so that its result changes only with the data. */
function dataOf(results: readonly { readonly data: unknown }[]): unknown[] {
  return results.flatMap(({ data }) => (data === undefined ? [] : [data]));
}

function readOf<P extends GetPath>(
  environment: Environment,
  path: P,
  { account, ...input }: Input<"get", P> & ForAccount,
) {
  return {
    queryKey: getKey(environment, path, { account, ...input }),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      request(environment, "get", path, { ...input, account, signal }),
  };
}

/**
 * Asks the server about something that is not stored, such as a form while it is filled in; the last answer stays
 * while the next is computed.
 */
export function usePreview<P extends PathWith<"post">>(
  path: P,
  { account, ...input }: Input<"post", P> & ForAccount,
  { enabled = true }: Pick<ReadOptions, "enabled"> = {},
): UseQueryResult<Reply<"post", P>> {
  const environment = useEnvironment();
  return useQuery({
    queryKey: getKey(environment, path, { account, ...input }),
    queryFn: ({ signal }) => request(environment, "post", path, { ...input, account, signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** The pages of a list so far, and how to load the next. */
export type Pages<P extends ListPath> = UseInfiniteQueryResult<{ pages: Reply<"get", P>[] }> & {
  readonly items: readonly Item<P>[];
  /** Reads the list again from its beginning. */
  restart(): void;
};

/** Reads a list page by page: by cursor if the list has one. */
export function usePages<P extends ListPath>(
  path: P,
  { account, ...input }: Input<"get", P> & ForAccount,
  { enabled = true, everyMs, isSteady = false }: PagesOptions = {},
): Pages<P> {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const queryKey = getKey(environment, path, { pages: true, account, ...input });
  const result = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: 50, ...(input.query as object | undefined), ...pageParam };
      return request(environment, "get", path, { ...input, query, account, signal });
    },
    initialPageParam: {} as Place,
    getNextPageParam: nextPlace,
    enabled,
    refetchInterval: everyMs,
    ...(isSteady && { staleTime: Number.POSITIVE_INFINITY, meta: { isSteady } }),
    placeholderData: keepPreviousData,
  });
  const restart = () => {
    queries.setQueryData<InfiniteData<unknown>>(
      queryKey,
      (read) => read && { pages: read.pages.slice(0, 1), pageParams: read.pageParams.slice(0, 1) },
    );
    result.refetch();
  };
  const pages = (result.data?.pages ?? []) as readonly unknown[] as readonly {
    readonly docs: readonly Item<P>[];
  }[];
  return { ...result, restart, items: pages.flatMap(({ docs }) => docs) } as unknown as Pages<P>;
}

interface Place {
  readonly page?: number;
  readonly after?: string;
}

function nextPlace(last: unknown): Place | undefined {
  const { nextPage, nextCursor } = last as { nextPage?: number | null; nextCursor?: string | null };
  if (!nextPage && !nextCursor) return undefined;
  return { page: nextPage ?? undefined, after: nextCursor ?? undefined };
}

/** A change that a page can make, as a TanStack mutation. */
export type ApiChange<M extends ChangeMethod, P extends PathWith<M>> = UseMutationResult<
  Reply<M, P>,
  Error,
  Input<M, P> & ForAccount
>;

type ChangeMethod = "post" | "put" | "patch" | "delete";

/**
 * Changes something on the server. Afterwards everything read under the paths of `renews` is read again; paths are
 * prefixes, so `/api/v2/public/webhook` includes its deliveries.
 */
export function useChange<M extends ChangeMethod, P extends PathWith<M>>(
  method: M,
  path: P,
  renews: readonly ReadPath[],
): ApiChange<M, P> {
  return useChangeIn(useEnvironment(), method, path, renews);
}

/** The same outside pages, such as in a dialog, which knows no URL. */
export function useChangeIn<M extends ChangeMethod, P extends PathWith<M>>(
  environment: Environment,
  method: M,
  path: P,
  renews: readonly ReadPath[],
): ApiChange<M, P> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<M, P> & ForAccount) => request(environment, method, path, input),
    onSettled: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [, read] }) =>
          typeof read === "string" && renews.some((one) => read.startsWith(one)),
      }),
  });
}

interface Request extends ForAccount {
  readonly signal?: AbortSignal;
}

/** One request; the hooks have checked that input and path belong together. */
async function request<M extends ChangeMethod | "get", P extends PathWith<M>>(
  environment: Environment,
  method: M,
  path: P,
  { account, headers: further, ...input }: Request,
): Promise<Reply<M, P>> {
  const headers = { ...further, ...(account !== undefined && { linked_account_id: account }) };
  const send = getClient(environment);
  return send(method, path, { ...input, headers } as unknown as Parameters<typeof send<M, P>>[2]);
}
