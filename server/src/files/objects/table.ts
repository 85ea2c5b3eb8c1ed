export interface FileChunkTable {
  file_id: string;
  number: number;
  content: Buffer;
}

/** Objects that no file refers to: their file is not stored yet, or was deleted. */
export interface UnreferencedObjectTable {
  id: string;
  place: string;
  delete_at: Date;
  /** From 1 on, deleting it has begun, and no file can refer to it any more. */
  attempts: number;
}

declare module "../../platform/database/database.ts" {
  interface Tables {
    file_chunks: FileChunkTable;
    unreferenced_objects: UnreferencedObjectTable;
  }
}
