import { ConnectorError } from "../../connector.ts";
import {
  type PieceNetwork,
  type PiecePackage,
  type PieceProcess,
  startPieceProcess,
} from "./piece-process.ts";

const MOST_PROCESSES = 4;
const MOST_QUESTIONS = 16;
const MOST_WAITING = 200;
const IDLE_MS = 60_000;

/** The processes of pieces, started on demand and ended when idle. */
export interface PiecePool {
  /** A process of the piece that accepts a request now. */
  acquire(source: PiecePackage): Promise<PieceProcess>;
  /** Ends all processes. */
  close(): void;
}

interface PoolEntry {
  source: PiecePackage;
  process: PieceProcess;
  idle: NodeJS.Timeout | undefined;
}

/** A pool of at most four processes for all pieces. */
export function createPiecePool(network: PieceNetwork): PiecePool {
  const places = new Set<PoolEntry>();
  const waiting: (() => void)[] = [];

  const remove = (place: PoolEntry) => {
    clearTimeout(place.idle);
    places.delete(place);
  };
  const wake = () => {
    for (const next of waiting.splice(0)) next();
  };
  const start = (source: PiecePackage): PieceProcess => {
    const place: PoolEntry = {
      source,
      idle: undefined,
      process: startPieceProcess(source, network, () => onIdle(place)),
    };
    places.add(place);
    return place.process;
  };
  const onIdle = (place: PoolEntry) => {
    clearTimeout(place.idle);
    if (place.process.open) place.idle = setTimeout(() => place.process.end(), IDLE_MS).unref();
    else remove(place);
    wake();
  };
  const findFree = (source: PiecePackage): PieceProcess | undefined => {
    for (const place of places) {
      const { process } = place;
      const isSame = place.source.folder === source.folder && place.source.hash === source.hash;
      if (!process.open || !isSame || process.busy >= MOST_QUESTIONS) continue;
      clearTimeout(place.idle);
      return process;
    }
    return undefined;
  };
  const makeRoom = (): boolean => {
    if (places.size < MOST_PROCESSES) return true;
    const idle = [...places].find(({ process }) => process.busy === 0);
    if (idle === undefined) return false;
    idle.process.end();
    remove(idle);
    return true;
  };
  return {
    acquire: async (source) => {
      for (;;) {
        const free = findFree(source);
        if (free !== undefined) return free;
        if (makeRoom()) return start(source);
        if (waiting.length >= MOST_WAITING)
          throw new ConnectorError("remote", "Too many calls to pieces are waiting.");
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    close: () => {
      for (const { process } of places) process.end();
    },
  };
}
