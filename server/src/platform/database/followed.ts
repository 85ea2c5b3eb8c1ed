import type { Database } from "./database.ts";

const RETRY_MS = 1000;

/** What a process knows of the database, and follows. */
export interface Followed {
  /** Reads it again here, and has other processes do so. */
  changed(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Runs `load` now, whenever a process reports a change on `channel`, and whenever the connection that hears of changes
 * was lost; until it succeeds, each failure is passed to `onUnread`. Fails if the first one does.
 */
export async function openFollowed(
  database: Database,
  { channel, onUnread }: { readonly channel: string; readonly onUnread: (error: unknown) => void },
  load: () => Promise<void>,
): Promise<Followed> {
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;
  // One after the other, so that an older answer never replaces a newer one.
  let last = Promise.resolve();
  const read = () => {
    const next = last.then(load);
    last = next.catch(() => {});
    return next;
  };
  const readLater = () => {
    read().catch((error: unknown) => {
      if (isClosed) return;
      onUnread(error);
      clearTimeout(retry);
      retry = setTimeout(readLater, RETRY_MS).unref();
    });
  };
  const subscription = await database.listen(channel, { onMessage: readLater, onConnect: readLater });
  await read();
  return {
    changed: async () => {
      await read();
      await database.notify(channel, "changed");
    },
    close: async () => {
      isClosed = true;
      clearTimeout(retry);
      await subscription.close();
    },
  };
}
