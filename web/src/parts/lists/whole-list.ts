import type { UseQueryResult } from "@tanstack/react-query";

/** A list that the server gives whole, as `DataList` takes one; `items` are those of it that are shown. */
export function wholeList<Row>(
  { isPending, isError, error, refetch }: UseQueryResult<unknown>,
  items: readonly Row[],
) {
  return {
    items,
    isPending,
    isError,
    error,
    refetch,
    hasNextPage: false,
    isFetchingNextPage: false,
    fetchNextPage: () => undefined,
  };
}
