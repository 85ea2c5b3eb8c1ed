import { inject } from "vitest";
import { prepareEmptying } from "../src/commands/test/bench/empty-database.ts";
import type { Config } from "../src/config.ts";
import { type Clock, systemClock } from "../src/platform/clock.ts";
import { setIdClock } from "../src/platform/id.ts";
import type { BuildOptions } from "../src/start/build-deps.ts";
import { type OpenServer, openServer } from "./open-server.ts";
import { testConfig } from "./test-config.ts";

/** The server of this process, which its test files use one after the other. */
interface SharedServer extends OpenServer {
  empty(): Promise<void>;
  /** Has it tell the time by `clock`. */
  setClock(clock: Clock): void;
}

const PLAIN = testConfig();

let opening: Promise<SharedServer> | undefined;
let isTaken = false;

/**
 * The server that the test files of a process share, with an empty database; `close` gives it back. Undefined where a file
 * needs one of its own: for other settings, beside the one it already has, or because each file has its own process.
 */
export async function borrowServer(
  changes: Partial<Config>,
  { clock = systemClock, ...options }: Partial<BuildOptions>,
): Promise<OpenServer | undefined> {
  const isPlain = Object.keys(changes).every((name) =>
    Object.is(changes[name as keyof Config], PLAIN[name as keyof Config]),
  );
  if (!inject("sharesServer") || !isPlain || Object.keys(options).length > 0 || isTaken) return undefined;
  isTaken = true;
  try {
    opening ??= openShared();
    const server = await opening;
    await server.empty();
    // A test before may have made ids of times to come: those after it would go on from there.
    setIdClock(systemClock);
    server.setClock(clock);
    return { ...server, close: async () => giveBack(server) };
  } catch (error) {
    isTaken = false;
    throw error;
  }
}

function giveBack({ app }: SharedServer): void {
  app.server.closeAllConnections();
  isTaken = false;
}

async function openShared(): Promise<SharedServer> {
  let current: Clock = systemClock;
  const server = await openServer({}, { clock: { now: () => current.now() } });
  return {
    ...server,
    empty: await prepareEmptying(server.deps.database),
    setClock: (clock) => {
      current = clock;
    },
  };
}
