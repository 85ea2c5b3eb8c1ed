import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Json } from "../../../platform/json/json.ts";
import { buildPiece, type PieceBuild } from "./build-piece.ts";
import { PIECE_FILE } from "./messages.ts";
import { addPackageFiles, PACKAGE_FILES, writePieceCode } from "./package-files.ts";
import { PieceInstallError } from "./piece-install-error.ts";
import { startPieceProcess } from "./piece-process.ts";

type Files = Readonly<Record<string, string>>;

let work: string;
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "build-piece-"));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** A package in a folder of its own. */
function pack(name: string, files: Files, more: Record<string, unknown> = {}): string {
  const folder = mkdtempSync(join(work, "package-"));
  const about = JSON.stringify({ name, version: "1.0.0", main: "index.js", ...more });
  for (const [path, text] of Object.entries({ "package.json": about, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const piece = (run: string, before = "") => `${before}
  exports.it = { displayName: "It", _actions: { go: { name: "go", displayName: "Go", run: ${run} } } };`;

/** A piece whose action answers what its one dependency, `inner`, exports. */
function pieceWith(inner: Files, more: Record<string, unknown> = {}): string {
  const code = piece("async () => inner.answer()", 'const inner = require("inner");');
  return pack(
    "outer",
    { "index.js": code },
    { dependencies: { inner: `file:${pack("inner", inner, more)}` } },
  );
}

const build = (folder: string): Promise<PieceBuild> =>
  buildPiece(mkdtempSync(join(work, "scratch-")), folder);

async function refusalOf(folder: string): Promise<string> {
  const error = await build(folder).then(
    () => new Error("It was built."),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PieceInstallError);
  return error instanceof Error ? error.message : "";
}

/** What the action of a built piece answers, after `change` to a file in its folder. */
async function answerOf({ code, record }: PieceBuild, change = "", file = PIECE_FILE): Promise<Json> {
  const folder = mkdtempSync(join(work, "stored-"));
  writePieceCode(folder, code);
  appendFileSync(join(folder, file), change);
  const process = startPieceProcess(
    { folder, packageName: record.packageName, hash: record.hash },
    { allow: "" },
    () => {},
  );
  const credential = { type: "keybased", settings: {}, values: {} } as const;
  try {
    const about = { credential, input: {}, files: {}, origin: {} };
    return await process.ask({ verb: "run", action: "go", ...about }, { timeoutMs: 30_000 });
  } finally {
    process.end();
  }
}

it("brings a package and its dependencies into one file, with a lock of all of them", async () => {
  const inner = {
    "index.mjs": `/*! Copyright of somebody */
      import { basename } from "node:path";
      import { fileURLToPath } from "node:url";
      import { more } from "./more.js";
      export const answer = async () => [more, (await import("node:os")).EOL, basename(fileURLToPath(import.meta.url))];`,
    "more.js": 'exports.more = "more";',
  };
  const built = await build(pieceWith(inner, { main: "index.mjs" }));
  expect(await answerOf(built)).toEqual(["more", "\n", "index.mjs"]);
  expect(Object.keys(JSON.parse(built.lock).packages).sort()).toEqual([
    "",
    "node_modules/inner",
    "node_modules/outer",
  ]);
  expect(built.code.toString()).toContain("Copyright of somebody");
  expect(built.code.toString()).not.toContain("sourceMappingURL");
});

it("leaves out what npm did not install, and packages notice it as they expect", async () => {
  const inner = {
    "index.js": `let found = "all";
      try { require("optional-peer/deep"); } catch (error) { found = error.code; }
      try { require.resolve("optional-peer"); } catch (error) { found += " " + error.code; }
      found += " " + require.resolve("node:fs") + require.resolve("./worker.js").replace(__dirname, " .");
      exports.late = () => require("never-reached");
      exports.answer = () => found;`,
  };
  expect(await answerOf(await build(pieceWith(inner)))).toBe(
    "MODULE_NOT_FOUND MODULE_NOT_FOUND node:fs ./worker.js",
  );
});

const READS = `const fs = require("fs"), path = require("path");
  exports.answer = () => [
    fs.readFileSync(__dirname + "/../data/it.proto", "utf8"),
    require(path.join(path.dirname(require.resolve("../package.json")), "package.json")).name,
    new WebAssembly.Module(fs.readFileSync(path.join(__dirname, "it.wasm"))) instanceof WebAssembly.Module,
    fs.existsSync(path.join(__dirname, "../README.md")), fs.existsSync("/usr"),
    (function () { return this; })() === undefined,
  ];`;

it("brings the data files that packages read beside their code, whatever module reads them", async () => {
  const files = {
    "lib/index.js": `"use strict"; ${READS}`,
    "lib/it.wasm": "\0asm\x01\0\0\0",
    "data/it.proto": "message It {}",
    "data/.env": "hidden",
    "README.md": "for people",
  };
  const built = await build(pieceWith(files, { main: "lib/index.js" }));
  expect(await answerOf(built)).toEqual(["message It {}", "inner", true, false, false, true]);
  const proto = join(PACKAGE_FILES, "node_modules/inner/data/it.proto");
  await expect(answerOf(built, " ", proto)).rejects.toThrow("The code of outer has changed since");
  const modern = `import { readFileSync } from "node:fs"; import { dirname, join } from "node:path";
    import { fileURLToPath } from "node:url";
    const __dirname = dirname(fileURLToPath(import.meta.url));
    export const answer = () => [readFileSync(join(__dirname, "it.txt"), "utf8"),
      readFileSync(new URL("./it.txt", import.meta.url), "utf8"), readFileSync(join(import.meta.dirname, "it.txt"), "utf8")];`;
  const read = await build(pieceWith({ "it.mjs": modern, "it.txt": "text" }, { main: "it.mjs" }));
  expect(await answerOf(read)).toEqual(["text", "text", "text"]);
});

it("writes no file of a piece outside of its folder, and carries those of no package that asks for none", async () => {
  const plain = await build(pieceWith({ "index.js": "exports.answer = () => 1;", "data.txt": "text" }));
  expect(plain.code.toString()).not.toContain("packageFiles");
  for (const path of ["../outside", "/etc/outside", "a/../../outside", "a\\..\\outside"]) {
    const folder = mkdtempSync(join(work, "stored-"));
    const code = addPackageFiles(plain.code, { folders: [], files: { [path]: Buffer.from("x") } });
    expect(() => writePieceCode(folder, code)).toThrow("outside of its folder");
    const made = addPackageFiles(plain.code, { folders: [path], files: {} });
    expect(() => writePieceCode(folder, made)).toThrow("outside of its folder");
  }
});

it("does not run a file that has changed since it was built", async () => {
  const built = await build(pieceWith({ "index.js": "exports.answer = () => 1;" }));
  expect(await answerOf(built)).toBe(1);
  await expect(answerOf(built, " ")).rejects.toThrow(
    "The code of outer has changed since it was installed. Install it again.",
  );
});

it.each<[string, Files, Record<string, unknown>]>([
  ["native", { "index.js": "exports.answer = () => 1;", "build/Release/it.node": "" }, {}],
  ["native", { "index.js": 'exports.answer = require("./it.node");', "it.node": "" }, {}],
  ["native", { "index.js": "exports.answer = () => 1;", "src/binding.gyp": "" }, {}],
  ["native", { "index.js": "exports.answer = () => 1;" }, { gypfile: true }],
  ["native", { "index.js": "exports.answer = () => 1;" }, { binary: { napi_versions: [9] } }],
  ["native", { "index.js": "exports.answer = () => 1;" }, { napi: { binaryName: "x" } }],
  [
    "WebAssembly",
    { "index.mjs": 'export { answer } from "./it.wasm";', "it.wasm": "" },
    { main: "index.mjs" },
  ],
])("names the package that is %s", async (kind, files, more) => {
  const what = kind === "native" ? "has a native add-on" : "imports WebAssembly";
  expect(await refusalOf(pieceWith(files, more))).toBe(
    `outer cannot be installed: inner 1.0.0 ${what}, which pieces may not.`,
  );
});

it("names the package whose add-on depends on the system, and says that files cannot be read", async () => {
  const patterned = {
    "index.js": 'require("./build/Release/it-" + process.platform + ".node"); exports.answer = () => 1;',
  };
  expect(await refusalOf(pieceWith(patterned))).toBe(
    "outer cannot be installed: inner has a native add-on, which pieces may not.",
  );
  const reading = {
    "index.js": 'require("fs").readFileSync("/etc/hostname"); exports.answer = () => 1;',
  };
  expect(await refusalOf(pieceWith(reading))).toBe(
    "outer cannot be used as a piece. It reads files while it loads that are not data of its packages, which is all that is installed.",
  );
});

it("takes a package with WebAssembly that its code never names, and an add-on that nothing needs", async () => {
  const unnamed = { "index.js": 'exports.answer = () => "it-wasm.js";', "it.wasm": "" };
  expect(await answerOf(await build(pieceWith(unnamed)))).toBe("it-wasm.js");
  const native = pack("native", { "index.js": "", "it.node": "" });
  const dependencies = { native: `file:${native}` };
  expect(
    await answerOf(await build(pieceWith({ "index.js": "exports.answer = () => 2;" }, { dependencies }))),
  ).toBe(2);
  const piecesOwn = pack("outer", { "index.js": piece("async () => 2") }, { dependencies });
  expect(await refusalOf(piecesOwn)).toMatch(
    /^outer cannot be installed: native 1\.0\.0 has a native add-on/,
  );
});

it("refuses a piece without any action or trigger that can be used, and says what was left out", async () => {
  const empty = 'exports.it = { displayName: "It", _actions: {} };';
  expect(await refusalOf(pack("empty", { "index.js": empty }))).toBe(
    "empty has no action and no trigger that can be used.",
  );
  const pauses = pack("pauses", { "index.js": piece("async (context) => context.run.pause({})") });
  expect(await refusalOf(pauses)).toMatch(
    /^pauses has no action and no trigger that can be used\. The action go is left out: /,
  );
});

it("says why a package cannot be bundled", async () => {
  const broken = pieceWith({ "index.js": "exports.answer = ) => 1;" });
  expect(await refusalOf(broken)).toMatch(/^outer cannot be bundled into one file: .*Unexpected "\)"/);
});
