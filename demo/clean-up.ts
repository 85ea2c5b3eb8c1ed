/** What must be undone at the end, whatever happened before. */
export type CleanUp = {
  /** Remembers a task; tasks run in the reverse order. */
  later(task: () => Promise<void>): void;
  /** Runs all tasks, also after one of them failed; says on standard error what failed. */
  run(): Promise<void>;
};

/** Makes an empty list of tasks. */
export function createCleanUp(): CleanUp {
  const tasks: (() => Promise<void>)[] = [];
  return {
    later: (task) => {
      tasks.push(task);
    },
    async run() {
      for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
        try {
          await task();
        } catch (error) {
          console.error("Cleaning up failed:", error);
        }
      }
    },
  };
}
