/** The name of the work on runs, by which it is woken. */
export const RUNS = "runs";
