import type { Config } from "../config.ts";

const LOOK_MS = 250;

/**
 * Resolves with the reason at the first SIGINT or SIGTERM; a signal more than a second later ends the process at once
 * (Ctrl-C in a terminal may arrive twice, once from npm). The listeners stay, because a library that is the only
 * listener of a signal would end the process before it has stopped. Under npm it also resolves when the parent process
 * has ended.
 */
export function stopSignal({ runByNpm }: Pick<Config, "runByNpm">): Promise<string> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    const stop = (signal: string) => {
      askedAt ??= performance.now();
      if (performance.now() - askedAt > 1000) process.exit(1);
      resolve(signal);
    };
    process.on("SIGINT", stop).on("SIGTERM", stop);
    if (runByNpm) whenParentGone(() => resolve("parent-gone"));
  });
}

/** A signal to npm ends the shell between npm and this process but does not reach this process. */
function whenParentGone(then: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return;
    clearInterval(timer);
    then();
  }, LOOK_MS);
  timer.unref();
}

/** Windows still reports a parent that has ended. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
