/** Settles as `work` does, or rejects with the signal's reason as soon as it aborts: not all work stops by itself. */
export function untilAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/**
 * Settles as `work` does, or as `onLate` says once `limitMs` are over. The signal of `work` aborts then; what does not
 * heed it goes on, and is not waited for.
 */
export async function within<Result, Late>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
  onLate: () => Late,
): Promise<Result | Late> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  try {
    return await untilAborted(limit.signal, work(limit.signal));
  } catch (error) {
    if (limit.signal.aborted) return onLate();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
