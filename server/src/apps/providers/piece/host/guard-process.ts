import dgram from "node:dgram";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Server } from "node:net";
import { BlockedError } from "./guard-sockets.ts";

type Call = (...args: unknown[]) => unknown;

/**
 * Refuses what Node's permission model allows and no piece needs: datagrams, which pass no guard of addresses,
 * listening, and signals to other processes, such as the one that opens the debugger of Junctor's. A file that may not
 * be read does not exist. Against accidents: code that means harm finds other ways (D61).
 */
export function restrictProcess(): void {
  const noDatagrams = refuse("A piece may not send or receive datagrams.");
  replace(dgram, "createSocket", () => noDatagrams);
  for (const method of ["bind", "connect", "send"])
    replace(dgram.Socket.prototype, method, () => noDatagrams);
  const noServers = refuse("A piece may not listen for connections.");
  for (const method of ["listen", "_listen2"]) replace(Server.prototype, method, () => noServers);
  const noSignals = refuse("A piece may not send signals to other processes.");
  for (const method of ["kill", "_kill"])
    replace(process, method, (original) => (pid, ...rest) => {
      return pid === process.pid ? original.call(process, pid, ...rest) : noSignals();
    });
  replace(process, "_debugProcess", () => noSignals);
  // Packages look for programs while they load, and never expect this one to throw.
  replace(fs, "existsSync", (original) => (...given) => {
    try {
      return original(...given);
    } catch {
      return false;
    }
  });
  // What is imported by name has the originals otherwise.
  syncBuiltinESMExports();
}

function refuse(sentence: string): () => never {
  return () => {
    throw new BlockedError(sentence);
  };
}

function replace(owner: object, method: string, by: (original: Call) => Call): void {
  const value = by(Reflect.get(owner, method) as Call); // each of them is a function
  Object.defineProperty(owner, method, { value, configurable: false, writable: false });
}
