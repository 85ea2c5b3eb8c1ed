// What was cut off still says so to its table.
const ABORT_GRACE_MS = 1000;

/** Claims work for this process, one claim at a time. */
export interface ClaimLoop {
  /** Something may be ready: claims now, or once more after the claim under way. */
  wake(): void;
  /** Claims no more; waits for the claim under way. */
  stop(): Promise<void>;
}

/** Calls `claimSome` at the start, when woken, and again while it answers that there may be more. It must not throw. */
export function startClaimLoop(claimSome: () => Promise<boolean>): ClaimLoop {
  let stopping = false;
  let wanted = false;
  let claiming: Promise<void> | undefined;
  const wake = () => {
    wanted = true;
    claiming ??= claimAll().finally(() => {
      claiming = undefined;
      // A wake-up that came between the last claim and this line must not wait for the poll.
      if (wanted && !stopping) wake();
    });
  };
  const claimAll = async () => {
    while (wanted && !stopping) {
      wanted = false;
      if (await claimSome()) wanted = true;
    }
  };
  wake();
  return {
    wake,
    stop: async () => {
      stopping = true;
      await claiming;
    },
  };
}

/** Waits up to `graceMs` until nothing is active, then aborts the rest by `abortAll` and gives it a moment to say so. */
export async function drain(
  active: { readonly size: number },
  graceMs: number,
  abortAll: () => void,
): Promise<void> {
  await untilEmpty(active, graceMs);
  abortAll();
  await untilEmpty(active, ABORT_GRACE_MS);
}

async function untilEmpty(active: { readonly size: number }, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (active.size > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
}
