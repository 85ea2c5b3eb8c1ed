interface TenantJob {
  tenant: string;
}

/** A thread and whose jobs it has. */
export interface SharedThread {
  running: TenantJob | undefined;
  ahead: TenantJob[];
}

/**
 * Whether a tenant may have one more of `size` threads: none has more than half, and the last quarter is for tenants
 * that have none, so that each makes progress however many others compute or wait. A job that was sent ahead counts as
 * if it ran; all those of `freed` count as ended.
 */
export function createShareRule<Thread extends SharedThread>(
  { size, workers }: { size: number; workers: Iterable<Thread> },
  freed?: Thread,
): (tenant: string) => boolean {
  const most = Math.ceil(size / 2);
  const kept = Math.floor(size / 4);
  const busy = [...workers].filter((worker) => worker !== freed && worker.running !== undefined);
  return (tenant) => {
    const own = busy.filter(
      ({ running, ahead }) => running?.tenant === tenant || ahead.some((job) => job.tenant === tenant),
    );
    return own.length === 0 || (own.length < most && busy.length < size - kept);
  };
}
