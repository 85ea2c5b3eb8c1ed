/** A page of records, with its place among the others (`page` counts from 1). */
export interface Page<Item> {
  readonly docs: Item[];
  readonly totalDocs: number;
  readonly totalPages: number;
  readonly page: number;
  readonly limit: number;
  readonly hasNextPage: boolean;
  readonly nextPage: number | null;
}

/** Yields every record of a list, fetching the next page when the one before is used up. */
export async function* eachRecord<Item>(
  fetchPage: (page: number) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  for (let page: number | null = 1; page !== null; ) {
    const { docs, hasNextPage, nextPage }: Page<Item> = await fetchPage(page);
    yield* docs;
    page = hasNextPage ? nextPage : null;
  }
}
