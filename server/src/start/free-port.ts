import { once } from "node:events";
import { createServer } from "node:net";
import type { Config } from "../config.ts";
import { StartError } from "../platform/errors.ts";

/** Throws StartError if the server could not listen, before anything is opened or started. */
export async function requireFreePort(config: Config): Promise<void> {
  const probe = createServer((socket) => socket.destroy()).listen(config.port, config.host);
  try {
    await once(probe, "listening");
  } catch (error) {
    throw toListenError(error, config);
  }
  probe.close();
  await once(probe, "close");
}

/** Why the server could not listen, as a sentence where it is known. */
export function toListenError(error: unknown, { host, port }: Config): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return new StartError(`Port ${port} on ${host} is taken: stop the program that uses it, or set PORT.`);
  if (code === "EACCES")
    return new StartError(
      `Port ${port} on ${host} may not be used by this user: set PORT to a number above 1023.`,
    );
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"].includes(String(code)))
    return new StartError(`HOST ${host} is not an address of this machine.`);
  return error;
}
