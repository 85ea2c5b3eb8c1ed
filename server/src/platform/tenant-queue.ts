interface QueuedWork {
  readonly tenant: string;
  readonly amount: number;
  readonly begin: () => void;
}

/**
 * Lets work of tenants reserve parts of one amount, waiting for what does not fit. Tenants take turns, none takes
 * more than half while others want something, and what is larger than the whole runs alone. Nobody may hold two
 * reservations at a time.
 */
export class TenantQueue {
  readonly #most: number;
  readonly #waiting: QueuedWork[] = [];
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** What is reserved now. */
  get total(): number {
    return this.#total;
  }

  /** Waits for the part; rejects with the signal's reason. The returned function releases it, once. */
  take(tenant: string, amount: number, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason);
      };
      const waiting: QueuedWork = {
        tenant,
        amount,
        begin: () => {
          signal.removeEventListener("abort", abort);
          this.#add(tenant, amount);
          let isTaken = true;
          resolve(() => {
            if (!isTaken) return;
            isTaken = false;
            this.#add(tenant, -amount);
            this.#next();
          });
        },
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  #add(tenant: string, amount: number): void {
    const left = (this.#taken.get(tenant) ?? 0) + amount;
    if (left > 0) this.#taken.set(tenant, left);
    else this.#taken.delete(tenant);
    this.#total += amount;
  }

  #next(): void {
    for (;;) {
      const next = this.#choose();
      if (!next) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.begin();
    }
  }

  /** The first waiting item of the tenant that has least, if it fits: a tenant with less must not be overtaken. */
  #choose(): QueuedWork | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const has = ({ tenant }: QueuedWork) => this.#taken.get(tenant) ?? 0;
    const next = this.#waiting.reduce((chosen, one) => (has(one) < has(chosen) ? one : chosen), first);
    const fits = this.#total === 0 || this.#total + next.amount <= this.#most;
    return fits && (has(next) === 0 || has(next) + next.amount <= this.#most / 2) ? next : undefined;
  }
}
