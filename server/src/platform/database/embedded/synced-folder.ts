import { fdatasyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

// PGlite's Node file system has no fsync hook, so that a commit survives the death of the process but not that
// of the machine. These are internals of 0.5.16: database.test.ts counts the syncs.
interface NodeStream {
  nfd: number;
}
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: NodeStream) => number };
}

/** A folder on disk whose commits are synced: `fdatasync` runs whenever PostgreSQL asks for an fsync. */
export class SyncedFolder extends NodeFS {
  override async init(lite: PGlite, options: Parameters<NodeFS["init"]>[1]) {
    const { emscriptenOpts } = await super.init(lite, options);
    const addFsync = (module: unknown) => {
      const { NODEFS } = module as { NODEFS: NodeFileSystem };
      NODEFS.stream_ops.fsync = (stream) => {
        fdatasyncSync(stream.nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

/** PGlite's start parameters without `-F` (no fsync), and with the sync method that reaches the hook. */
export function getSyncedStartParameters(): string[] {
  return [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
    "-c",
    "wal_sync_method=fsync",
  ];
}
