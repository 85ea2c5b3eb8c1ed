/** A page of records, with its place among the others (`page` counts from 1). */
export interface Page<Item> {
  readonly docs: Item[];
  /** An estimate where `totalDocsIsEstimate` is set. */
  readonly totalDocs: number;
  readonly totalDocsIsEstimate?: boolean;
  readonly totalPages: number;
  readonly page: number;
  readonly limit: number;
  readonly hasNextPage: boolean;
  readonly nextPage: number | null;
  /** Of lists that may grow long: what `after` takes for the next page. */
  readonly nextCursor?: string | null;
}

/** Which page to fetch: the largest ones, the next by cursor where the list gives one. */
export interface Place {
  readonly page: number;
  readonly limit: number;
  readonly after?: string;
}

/** Yields every record of a list, fetching the next page when the one before is used up. */
export async function* eachRecord<Item>(
  fetchPage: (place: Place) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let place: Place | undefined = { page: 1, limit: 100 };
  while (place) {
    const { docs, hasNextPage, nextPage, nextCursor }: Page<Item> = await fetchPage(place);
    yield* docs;
    place =
      hasNextPage && nextPage !== null
        ? { page: nextPage, limit: 100, after: nextCursor ?? undefined }
        : undefined;
  }
}
