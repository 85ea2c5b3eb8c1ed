/** Sends every item, `concurrency` at a time, begun in their order; the first failure is thrown. */
export async function sendAll<Item>(
  items: readonly Item[],
  concurrency: number,
  send: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const sendNext = async () => {
    for (const item of left) await send(item);
  };
  await Promise.all(Array.from({ length: concurrency }, sendNext));
}
