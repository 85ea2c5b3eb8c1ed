import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

// Below the ephemeral ports, so that a free port stays free until its server listens.
const FIRST_PORT = 20_000;
const PORTS = 12_000;
let next = process.pid * 60;

/** A port of 127.0.0.1 that nothing uses, and that no other process gets from here as long as this one runs. */
export async function findFreePort(): Promise<number> {
  for (let left = PORTS; left > 0; left--) {
    const port = FIRST_PORT + (next++ % PORTS);
    if ((await reservePort(port)) && (await isFree(port))) return port;
  }
  throw new Error("There is no free port.");
}

/** The address of a free port: a provider must know where the server will be, and the server where the provider is. */
export async function findFreeUrl(): Promise<string> {
  return `http://127.0.0.1:${await findFreePort()}`;
}

/**
 * Reserves the port for the life of this one: it binds the UDP port of the same number, which
 * nothing else uses and only one process can have.
 */
async function reservePort(port: number): Promise<boolean> {
  const socket = createSocket("udp4").unref();
  try {
    socket.bind({ port, address: "127.0.0.1", exclusive: true });
    await once(socket, "listening");
    return true;
  } catch {
    socket.close();
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port, "127.0.0.1");
    await once(probe, "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
}
