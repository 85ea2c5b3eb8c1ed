import { once } from "node:events";
import { createServer } from "node:net";

// Below the ports that systems give out by themselves, and a range for each process: what is free stays free until its server listens.
const FIRST_PORT = 20_000;
const RANGES = 200;
const PORTS_EACH = 60;
let tried = 0;

/** The address of a free port: a provider must know where the server will be, and the server where the provider is. */
export async function findFreeUrl(): Promise<string> {
  for (let left = PORTS_EACH; left > 0; left--) {
    const port = FIRST_PORT + (process.pid % RANGES) * PORTS_EACH + (tried++ % PORTS_EACH);
    if (await isFree(port)) return `http://127.0.0.1:${port}`;
  }
  throw new Error("There is no free port.");
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
