import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnServer, type TestServer } from "../../../../test/test-server.ts";
import { importFolderPieces } from "./import-folder-pieces.ts";
import { listPieceFacts } from "./piece-store.ts";

const FIXTURE = fileURLToPath(new URL("../../providers/piece/fixture/piece-lab", import.meta.url));
const INTEGRITY = "sha512-of-the-registry";

let server: TestServer;
let base: string;
beforeAll(async () => {
  server = await startOwnServer({ logLevel: "silent" });
  base = join(server.deps.config.dataDir, "pieces");
});
afterAll(() => server.close());

/** A piece as earlier versions of Junctor stored it. */
function installInFolder(packageName: string, version: string): string {
  const name = `${packageName.replace("@", "").replace("/", "__")}@${version}`;
  const code = join(base, name, "node_modules", packageName);
  cpSync(FIXTURE, code, { recursive: true });
  const main = { name: packageName, version, main: "index.cjs" };
  writeFileSync(join(code, "package.json"), JSON.stringify(main));
  const record = { slug: "unused", packageName, version, integrity: INTEGRITY, description: {} };
  writeFileSync(join(base, name, "junctor-piece.json"), JSON.stringify(record));
  return name;
}

function use(active: Record<string, string>): void {
  mkdirSync(base, { recursive: true });
  writeFileSync(join(base, "active.json"), JSON.stringify(active));
}

const stored = async () =>
  (await listPieceFacts(server.deps.db)).map(({ slug, version, in_use, integrity }) => [
    slug,
    version,
    in_use,
    integrity,
  ]);

test("pieces of the data folder are stored once, those in use only, and one that cannot be read stops no other", async () => {
  await importFolderPieces(server.deps);
  expect(await stored()).toEqual([]);
  const lab = installInFolder("@example/piece-lab", "1.2.3");
  installInFolder("@example/piece-lab", "1.0.0");
  use({ "piece-gone": "example__piece-gone@1.0.0", "piece-lab": lab });
  await importFolderPieces(server.deps);
  expect(await stored()).toEqual([["piece-lab", "1.2.3", true, INTEGRITY]]);
  await server.deps.catalog.refreshPieces();
  expect((await server.deps.catalog.load()).get("piece-lab")?.info).toMatchObject({
    name: "Lab",
    version: "1.2.3",
  });
  // It is tried again at the next start.
  expect(existsSync(join(base, "active.json"))).toBe(true);

  const gone = installInFolder("@example/piece-gone", "1.0.0");
  use({ "piece-gone": gone, "piece-lab": installInFolder("@example/piece-lab", "2.0.0") });
  await importFolderPieces(server.deps);
  expect(await stored()).toEqual([
    ["piece-gone", "1.0.0", true, INTEGRITY],
    ["piece-lab", "1.2.3", true, INTEGRITY],
  ]);
  expect(existsSync(join(base, "active.json"))).toBe(false);
  await importFolderPieces(server.deps);
  expect(await stored()).toHaveLength(2);
});
