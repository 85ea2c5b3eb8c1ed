import { once } from "node:events";
import { createServer } from "node:net";
import type { Config } from "../config.ts";
import { StartError } from "../platform/errors.ts";

/** A port to listen on, and the variable that sets it. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  readonly setting: "PORT" | "JUNCTOR_METRICS_PORT";
}

/** Throws StartError if the server could not listen, before anything is opened or started. */
export async function requireFreePorts(config: Config, { serves }: { serves: boolean }): Promise<void> {
  if (serves) await requireFreePort(getApiPort(config));
  const metrics = findMetricsPort(config);
  if (metrics) await requireFreePort(metrics);
}

/** Where the API is served. */
export function getApiPort({ host, port }: Config): Listening {
  return { host, port, setting: "PORT" };
}

/** Where the metrics of this process are; undefined if nowhere. */
export function findMetricsPort({ host, metricsPort: port }: Config): Listening | undefined {
  return port === undefined ? undefined : { host, port, setting: "JUNCTOR_METRICS_PORT" };
}

async function requireFreePort(listening: Listening): Promise<void> {
  const probe = createServer((socket) => socket.destroy()).listen(listening.port, listening.host);
  try {
    await once(probe, "listening");
  } catch (error) {
    throw toListenError(error, listening);
  }
  probe.close();
  await once(probe, "close");
}

/** Why the server could not listen, as a sentence where it is known. */
export function toListenError(error: unknown, { host, port, setting }: Listening): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return new StartError(
      `Port ${port} on ${host} is taken: stop the program that uses it, or set ${setting}.`,
    );
  if (code === "EACCES")
    return new StartError(
      `Port ${port} on ${host} may not be used by this user: set ${setting} to a number above 1023.`,
    );
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"].includes(String(code)))
    return new StartError(`HOST ${host} is not an address of this machine.`);
  return error;
}
