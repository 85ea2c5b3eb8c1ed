import type { Deps } from "../deps.ts";

/**
 * Reloads the connectors on SIGHUP (not on Windows) and logs how many there are. Connectors that no longer load are
 * named and left out. In a terminal the signal means that the terminal was closed, and ends the process as usual.
 */
export function startReloadOnHangUp(deps: Pick<Deps, "catalog" | "log">): void {
  if (process.platform === "win32" || process.stdin.isTTY) return;
  process.on("SIGHUP", () => {
    reload(deps).catch((error: unknown) => deps.log.error({ err: error }, "connectors.notReloaded"));
  });
}

async function reload({ catalog: shared, log }: Pick<Deps, "catalog" | "log">): Promise<void> {
  const catalog = await shared.load();
  await catalog.reload();
  log.info({ connectors: catalog.list().length, problems: catalog.problems().length }, "connector.reloaded");
}
