/** Sends every item in order, `concurrency` at a time; throws the first failure. */
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
