import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CommandResult, runJunctor } from "../../../../test/spawn-server.ts";
import { loadCatalog } from "../../catalog/catalog.ts";
import { installPiece } from "./install-piece.ts";
import { getPieceFolder, getPieceSlug, listPieceRecords } from "./installed-pieces.ts";
import { createPiecePool } from "./piece-pool.ts";

const FIXTURE = fileURLToPath(new URL("fixture/piece-lab", import.meta.url));

let work: string;
let dataDir: string;
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "install-piece-"));
  dataDir = join(work, "data");
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

const pieces = (...argv: string[]): Promise<CommandResult> =>
  runJunctor(["pieces", ...argv], { JUNCTOR_DATA_DIR: dataDir, HOME: work });

/** A copy of the fixture with another package.json. */
function variant(name: string, changes: Record<string, unknown>): string {
  const folder = join(work, name);
  cpSync(FIXTURE, folder, { recursive: true });
  const base = { name: "@example/piece-lab", version: "1.2.3", main: "index.cjs" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...base, ...changes }));
  return folder;
}

async function inUse(): Promise<string | undefined> {
  const catalog = await loadCatalog({
    directories: [],
    environment: () => undefined,
    pieces: { dataDir, pool: createPiecePool({ allow: "" }) },
  });
  expect(catalog.problems()).toEqual([]);
  return catalog.get("piece-lab")?.info.version;
}

it("installs a piece, replaces it by another version, lists and removes it", async () => {
  const first = await pieces("add", FIXTURE);
  expect([first.code, first.stderr]).toEqual([0, ""]);
  expect(first.stdout).toMatch(
    /Installed @example\/piece-lab 1\.2\.3 as piece-lab: 19 actions, 2 triggers\./,
  );
  expect(first.stdout).toMatch(/wait_for_person is left out/);
  expect(await inUse()).toBe("1.2.3");
  await installPiece(dataDir, variant("newer", { version: "1.3.0" }));
  expect(await inUse()).toBe("1.3.0");
  expect(readdirSync(join(dataDir, "pieces/example__piece-lab@1.3.0")).sort()).toEqual([
    "junctor-piece.json",
    "package-lock.json",
    "piece.cjs",
  ]);
  expect((await pieces("list")).stdout).toBe(
    "piece-lab  @example/piece-lab@1.2.3  (not in use)\npiece-lab  @example/piece-lab@1.3.0\n",
  );
  expect((await pieces("remove", "piece-lab")).code).toBe(0);
  expect(await inUse()).toBeUndefined();
  expect(await listPieceRecords(dataDir)).toEqual([]);
});

it("refuses what is no piece and what is not named exactly; nothing stays behind", async () => {
  const empty = variant("empty", { main: "package.json" });
  for (const [wanted, reason] of [
    [empty, /contains no piece/],
    ["@activepieces/piece-slack", /exact version/],
    ["@activepieces/piece-slack@latest", /exact version/],
    [join(work, "nowhere"), /npm could not install/],
  ] as const) {
    await expect(installPiece(dataDir, wanted)).rejects.toThrow(reason);
  }
  const left = existsSync(join(dataDir, "pieces")) ? readdirSync(join(dataDir, "pieces")) : [];
  expect(left.filter((name) => name !== "active.json")).toEqual([]);
});

it("makes names that lead nowhere else and take no shipped slug", () => {
  expect(getPieceFolder("@activepieces/piece-slack", "0.1.0")).toBe("activepieces__piece-slack@0.1.0");
  expect(getPieceSlug("@activepieces/piece-slack")).toBe("piece-slack");
  expect(getPieceSlug("slack")).toBe("piece-slack");
  expect(getPieceSlug("@x/Piece_Odd.Name")).toBe("piece-odd-name");
});
