/** Counts the requests of each account's agents that are being answered. */
export interface AgentsAtOnce {
  /** Counts one more, and returns what ends it; undefined if the account already has as many as it may. */
  begin(accountId: string): (() => void) | undefined;
}

/** Creates the counts of this process: one account's agents must not keep those of others waiting (D460). */
export function createAgentsAtOnce(most: number): AgentsAtOnce {
  const counts = new Map<string, number>();
  return {
    begin: (accountId) => {
      const count = counts.get(accountId) ?? 0;
      if (count >= most) return undefined;
      counts.set(accountId, count + 1);
      return () => {
        const left = (counts.get(accountId) ?? 1) - 1;
        if (left > 0) counts.set(accountId, left);
        else counts.delete(accountId);
      };
    },
  };
}
