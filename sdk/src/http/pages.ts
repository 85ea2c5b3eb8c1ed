/** A page of records, with its position (`page` counts from 1). */
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
  /** In lists that may grow long: the value of `after` for the next page. */
  readonly nextCursor?: string | null;
}

/** Which page to fetch: the largest possible pages, the next one by cursor if the list has one. */
export interface Place {
  readonly page: number;
  readonly limit: number;
  readonly after?: string;
}

/** Yields every record of a list, fetching the next page when the current one is used up. */
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
