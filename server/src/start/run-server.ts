import type { AddressInfo } from "node:net";
import { buildApp, JOBS } from "../api/app.ts";
import { buildMetricsApp } from "../api/metrics-app.ts";
import { importFolderPieces } from "../apps/catalog/pieces/import-folder-pieces.ts";
import type { Config } from "../config.ts";
import { createFirstLink } from "../operators/links.ts";
import type { App } from "../platform/http/route.ts";
import { compactHeap } from "../platform/memory/compact-heap.ts";
import { keepCompiledCode } from "../platform/memory/keep-compiled-code.ts";
import { startCountingCalls } from "../statistics/count-calls.ts";
import { startBackgroundWork } from "./background.ts";
import { buildDeps } from "./build-deps.ts";
import { createFirstOrganization, describeStart } from "./first-start.ts";
import { findMetricsPort, getApiPort, type Listening, requireFreePorts, toListenError } from "./free-port.ts";
import { startReloadOnHangUp } from "./reload-on-hang-up.ts";
import { stopSignal } from "./stop-signal.ts";

const SHUTDOWN_GRACE_MS = 15_000;

/** `junctor migrate`: brings the database up to date. */
export async function runMigrate(config: Config): Promise<void> {
  const deps = await buildDeps(config, {
    queueNames: JOBS.map(({ name }) => name),
    works: false,
    name: "junctor migrate",
  });
  await deps.close();
  console.log("The database is up to date.");
}

/** `junctor all|serve|work`: serves requests, carries out work, or both, until a signal stops it; then ends the process. */
export async function runServer(
  config: Config,
  { serves, works }: { serves: boolean; works: boolean },
): Promise<void> {
  const stopped = stopSignal(config);
  await requireFreePorts(config, { serves });
  const name = `junctor ${serves && works ? "all" : works ? "work" : "serve"}`;
  const deps = await buildDeps(config, { queueNames: JOBS.map((job) => job.name), works, name });
  await importFolderPieces(deps);
  startReloadOnHangUp(deps);
  const app = serves ? await buildApp(deps) : undefined;
  // Before the server accepts requests.
  compactHeap();
  keepCompiledCode();
  const metricsAt = findMetricsPort(config);
  const metricsApp = metricsAt && buildMetricsApp(deps);
  const listen = async (served: App | undefined, at: Listening | undefined) => {
    if (!served || !at) return undefined;
    try {
      await served.listen({ port: at.port, host: at.host });
      return localUrl(served.server.address());
    } catch (error) {
      await deps.close();
      throw toListenError(error, at);
    }
  };
  const url = await listen(app, getApiPort(config));
  const metricsUrl = await listen(metricsApp, metricsAt);
  // Only in a process that prints the box, because the keys are shown there, once.
  const made = serves ? await createFirstOrganization(deps) : undefined;
  const signInToken = serves ? await createFirstLink(deps) : undefined;
  const background = works ? await startBackgroundWork(deps) : undefined;
  if (!works) await deps.work.listen();
  let stopping: Promise<void> | undefined;
  const stopWork = () => {
    stopping ??= background ? background.stop(SHUTDOWN_GRACE_MS) : deps.work.stop(SHUTDOWN_GRACE_MS);
    return stopping;
  };
  // Its statements fit the old schema only.
  deps.schema.onNewer(() => {
    stopWork().catch((error: unknown) => deps.log.warn({ err: error }, "work.stop-failed"));
  });
  const countingCalls = startCountingCalls(deps);
  console.log(
    url
      ? describeStart(config, { url, metricsUrl }, made, signInToken)
      : `Junctor is running as a worker${metricsUrl ? `, with metrics at ${metricsUrl}/metrics` : ""}.`,
  );

  deps.log.info({ reason: await stopped }, "server.stopping");
  await Promise.all([app && closeServer(app), stopWork()]);
  await metricsApp?.close();
  // After everything that makes calls has stopped.
  await countingCalls.stop();
  await deps.close();
  process.exit(0);
}

/** Finishes requests in progress; clients that take longer than the grace period are disconnected. */
async function closeServer(app: App): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_GRACE_MS);
  await app.close();
  clearTimeout(cut);
}

function localUrl(address: string | AddressInfo | null): string {
  if (address === null) return "";
  if (typeof address === "string") return address;
  const host = address.address === "0.0.0.0" || address.address === "::" ? "localhost" : address.address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
}
