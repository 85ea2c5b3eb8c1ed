// Installs published pieces one after the other, as an operator would, and prints a Markdown table of what came of it:
// `npm run check:pieces [-- FILE]`. A line of the file is a package with its version and, after a #, a part of the
// sentence with which it must be refused. Compiles the schemas of every action and trigger, and calls actions until one
// reaches a server of this process, where a field of the sign-in sets the address. Exits with 1 if a piece is refused
// without being listed so, or the other way round, or if a schema does not compile. Keeps nothing.
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPiece } from "../../server/src/apps/providers/piece/build-piece.ts";
import { writePieceCode } from "../../server/src/apps/providers/piece/package-files.ts";
import { PieceInstallError } from "../../server/src/apps/providers/piece/piece-install-error.ts";
import { compileSchema } from "../../server/src/platform/json/schema-check.ts";
import { callLoopback, startLoopback } from "./call-loopback.ts";

const LIST = fileURLToPath(new URL("pieces.txt", import.meta.url));
const COLUMNS = ["piece", "version", "KiB", "seconds", "actions", "triggers", "call", "left out"];

const lines = (await readFile(process.argv[2] ?? LIST, "utf8"))
  .split("\n")
  .filter((line) => line.trim() !== "");
const work = await mkdtemp(join(tmpdir(), "check-pieces-"));
const loopback = await startLoopback();
const problems: string[] = [];
const sums = { installed: 0, actions: 0, triggers: 0, called: 0 };
const startMs = performance.now();

console.log(`| ${COLUMNS.join(" | ")} |\n|${" --- |".repeat(COLUMNS.length)}`);
for (const line of lines) {
  const [wanted = "", refusal] = line.split("#").map((part) => part.trim());
  const cells = await checkPiece(wanted, refusal).finally(() => rm(work, { recursive: true }));
  console.log(`| ${cells.map((cell) => String(cell).replaceAll(/\s*\n\s*|\|/g, " ")).join(" | ")} |`);
}
loopback.close();
const { installed, actions, triggers, called } = sums;
console.log(
  `\n${installed} of ${lines.length} pieces installed in ${Math.round((performance.now() - startMs) / 1000)} s: ${actions} actions, ${triggers} triggers, ${called} called.`,
);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

async function checkPiece(wanted: string, refusal: string | undefined): Promise<(string | number)[]> {
  const [, name = "", version = ""] = /^(.+)@(.+)$/.exec(wanted) ?? [];
  const piece = name.replace("@activepieces/piece-", "");
  const began = performance.now();
  const scratch = join(work, "scratch");
  await mkdir(scratch, { recursive: true });
  try {
    const { record, code } = await buildPiece(scratch, wanted);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (refusal !== undefined) problems.push(`${wanted} was installed, but should be refused: ${refusal}`);
    const folder = join(work, "installed");
    await mkdir(folder);
    writePieceCode(folder, code);
    const { description } = record;
    for (const { id, input } of [...description.actions, ...description.triggers])
      compileInput(wanted, id, input);
    const call = await callLoopback(loopback, { ...record, folder });
    const counts = [description.actions.length, description.triggers.length] as const;
    sums.installed += 1;
    sums.actions += counts[0];
    sums.triggers += counts[1];
    if (call.requests > 0) sums.called += 1;
    return [
      piece,
      version,
      Math.ceil(code.length / 1024),
      seconds,
      ...counts,
      call.text,
      summarize(description.leftOut),
    ];
  } catch (error) {
    if (!(error instanceof PieceInstallError)) throw error;
    if (refusal === undefined || !error.message.includes(refusal))
      problems.push(`${wanted}: ${error.message}`);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    return [piece, version, "", seconds, "", "", "", `refused: ${error.message}`];
  }
}

function compileInput(wanted: string, id: string, input: Parameters<typeof compileSchema>[0]): void {
  try {
    compileSchema(input);
  } catch (error) {
    problems.push(`${wanted}: the input of ${id} does not compile: ${String(error)}`);
  }
}

/** `a, b (reason); c (other reason)`: the reasons are mostly the same. */
function summarize(leftOut: readonly string[]): string {
  const parts = leftOut.map(
    (sentence) => /^The (.+) is left out: (.*)\.$/s.exec(sentence) ?? ["", sentence, ""],
  );
  const byReason = Map.groupBy(parts, ([, , reason = ""]) => reason);
  return [...byReason]
    .map(([reason, found]) => `${found.map(([, name = ""]) => name).join(", ")} (${reason})`)
    .join("; ");
}
