import type { UseQueryResult } from "@tanstack/react-query";

/** A list that the server returns as a whole, in the form that `DataList` takes; `items` are the shown ones. */
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
