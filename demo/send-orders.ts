/** How far the orders have come. */
export type Sending = { accepted: number };

/**
 * Sends every item, `concurrency` at a time and in order of their beginning; counts each accepted one in `sending`
 * and tells `onAccepted` how many there are. The first failure ends it.
 */
export async function sendAll<Item>(
  items: readonly Item[],
  {
    concurrency,
    sending,
    send,
    onAccepted,
  }: {
    concurrency: number;
    sending: Sending;
    send: (item: Item) => Promise<void>;
    onAccepted: (accepted: number) => void;
  },
): Promise<void> {
  const left = items.values();
  const sendNext = async () => {
    for (const item of left) {
      await send(item);
      sending.accepted += 1;
      onAccepted(sending.accepted);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sendNext));
}
