/** What must be undone at the end, even after a failure. */
export type CleanUp = {
  /** Adds a task; tasks run in reverse order. */
  later(task: () => Promise<void>): void;
  /** Runs all tasks, even if one of them fails; prints failures to standard error. */
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
