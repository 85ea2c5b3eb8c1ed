import { setTimeout as sleep } from "node:timers/promises";

const WITHIN_MS = 120_000;

/** Waits until something is so; throws what `otherwise` says if it is not within two minutes. */
export async function poll(isSo: () => boolean | Promise<boolean>, otherwise: () => string): Promise<void> {
  const endMs = performance.now() + WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(otherwise());
    await sleep(200);
  }
}

/** Whether the process with this port, for the API or for metrics, is ready. */
export function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
