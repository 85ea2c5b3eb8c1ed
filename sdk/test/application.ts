import { execFile, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { readBlocks } from "./readme.ts";

/** Of this repository. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const execute = promisify(execFile);
// What npm tells the scripts that it runs is about this repository, and would be taken for wishes about others.
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|node_env$)/i.test(name)),
);

/** An application outside of this repository, in which the packed library is installed. */
export interface Application {
  readonly folder: string;
  write(path: string, content: string | object): void;
  /** Runs a program of ours or its own with Node to its end; throws with what it printed where it fails. */
  node(...argv: string[]): Promise<string>;
  /** Runs a program that goes on by itself until it has printed something that fits; gives what it printed. */
  nodeUntil(pattern: RegExp, ...argv: string[]): Promise<string>;
}

/** Packs the library into a folder by the command of its README. */
export async function packLibrary(folder: string): Promise<void> {
  const [command = ""] = readBlocks("Install", "sh");
  await runLine(command, { "../my-app": folder }, ROOT);
}

/** Makes an application in the folder of the packed library, and installs that by the command of the README. */
export async function createApplication(folder: string, name: string): Promise<Application> {
  const own = join(folder, name);
  mkdirSync(own);
  const write = (path: string, content: string | object) =>
    writeFileSync(join(own, path), typeof content === "string" ? content : JSON.stringify(content));
  write("package.json", { name, private: true, type: "module" });
  const [, command = ""] = readBlocks("Install", "sh");
  // Nothing of it is in a registry, nor needs anything that is.
  const alone = [
    "--offline",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--cache",
    join(folder, "cache"),
  ];
  const { version } = JSON.parse(readFileSync(join(ROOT, "sdk/package.json"), "utf8"));
  const packed = `./junctor-sdk-${version}.tgz`;
  await runLine(command, { [packed]: `.${packed}` }, own, alone);
  return {
    folder: own,
    write,
    node: (...argv) => run(process.execPath, argv, own),
    nodeUntil: (pattern, ...argv) => runUntil(pattern, argv, own),
  };
}

/** Runs a command of the README with other words in the place of some, which it must have. */
function runLine(
  line: string,
  words: Readonly<Record<string, string>>,
  cwd: string,
  further: readonly string[] = [],
): Promise<string> {
  const [program = "", ...argv] = line.trim().split(" ");
  for (const word of Object.keys(words))
    if (!argv.includes(word)) throw new Error(`"${line.trim()}" of the README does not name ${word}.`);
  return run(program, [...argv.map((word) => words[word] ?? word), ...further], cwd);
}

async function run(program: string, argv: readonly string[], cwd: string): Promise<string> {
  try {
    return (await execute(program, argv, { cwd, env: ENVIRONMENT })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${argv.join(" ")} failed: ${stdout}${stderr}`, { cause: error });
  }
}

async function runUntil(pattern: RegExp, argv: readonly string[], cwd: string): Promise<string> {
  const child = spawn(process.execPath, argv, { cwd, env: ENVIRONMENT, stdio: ["ignore", "pipe", "pipe"] });
  const complaints = text(child.stderr);
  try {
    let printed = "";
    for await (const part of child.stdout) {
      printed += part;
      if (pattern.test(printed)) return printed;
    }
    throw new Error(`${argv.join(" ")} ended: ${printed}${await complaints}`);
  } finally {
    child.kill();
  }
}
