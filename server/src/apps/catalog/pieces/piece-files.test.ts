import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnServer, type TestServer } from "../../../../test/test-server.ts";
import { PIECE_FILE } from "../../providers/piece/messages.ts";
import { openPieceFiles } from "./piece-files.ts";
import { deletePiece, listPiecesInUse, type PieceHead, savePiece, toPackedPiece } from "./piece-store.ts";

const CODE = Buffer.from("exports.piece = {};");

let server: TestServer;
let piece: PieceHead;
beforeAll(async () => {
  server = await startOwnServer();
  const { deps } = server;
  const record = {
    slug: "piece-x",
    packageName: "@example/piece-x",
    version: "1.0.0",
    integrity: "",
    hash: createHash("sha256").update(CODE).digest("hex"),
    description: {
      name: "X",
      description: "",
      auth: { defaultType: "keybased" as const, settings: [] },
      hasCheck: false,
    },
  };
  const description = { ...record.description, actions: [], triggers: [], options: [], leftOut: [] };
  const packed = await toPackedPiece({ record: { ...record, description }, code: CODE, lock: "{}" });
  await deps.queue.transaction((tx) => savePiece(tx, packed, { by: null, now: deps.clock.now() }));
  [piece = piece] = await listPiecesInUse(deps.db);
});
afterAll(() => server.close());

test("the code comes from the database once, and again in place of a file that is not what was installed", async () => {
  const files = openPieceFiles(server.deps);
  const file = join(files.folderOf(piece), PIECE_FILE);
  expect(existsSync(file)).toBe(false);
  await Promise.all([files.write(piece), openPieceFiles(server.deps).write(piece)]);
  expect(readFileSync(file)).toEqual(CODE);
  writeFileSync(file, "exports.piece = 'of somebody else';");
  await openPieceFiles(server.deps).write(piece);
  expect(readFileSync(file)).toEqual(CODE);
});

test("404 once the piece is removed; its file stays until a process starts", async () => {
  const { deps } = server;
  await deps.queue.transaction((tx) => deletePiece(tx, piece.slug, deps.clock.now()));
  const files = openPieceFiles(deps);
  const folder = files.folderOf(piece);
  expect(existsSync(folder)).toBe(true);
  await files.deleteUnknown();
  expect(existsSync(folder)).toBe(false);
  await expect(files.write(piece)).rejects.toMatchObject({ status: 404 });
});
