import { globSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseArgs, styleText } from "node:util";
import { listConnectorFolders } from "../../apps/catalog/catalog.ts";
import type { Config } from "../../config.ts";
import { StartError } from "../../platform/errors.ts";
import { listPlayable } from "../../simulator/vendors/load-vendors.ts";
import { formatProblem } from "../configuration/files/read-folder.ts";
import type { TestBench } from "./bench/start-bench.ts";
import { createThrowAwayFolder } from "./bench/throw-away-folder.ts";
import { readTestFile, type TestSuite } from "./file/read-test-file.ts";
import { listConnected } from "./file/validate-applications.ts";
import { renderJunit } from "./report/junit.ts";
import { type EndedSuite, renderTest, summarizeTests } from "./report/print-results.ts";
import type { EndedTest } from "./steps/run-test.ts";

const USAGE = "Usage: junctor test [FILE…] [--filter NAME] [--junit FILE]";
const FAILED = 1;
/** A file that cannot be used is no failed test. */
const INVALID = 2;

/**
 * `junctor test`: tests of workflows (docs/test-workflows.md). Sets the exit code: 0, 1 if a test failed, 2 if a file cannot
 * be used; throws StartError for a wrong call.
 */
export async function runTestCommand(config: Config, argv: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  const { paths, filter, junit } = readArguments(config, argv);
  const suites = await readSuites(config, paths);
  if (!suites) {
    process.exitCode = INVALID;
    return;
  }
  const chosen = chooseTests(suites, filter);
  const ended = await runSuites(config, chosen);
  console.log(`\n${summarizeTests(ended, performance.now() - startedAt)}`);
  if (junit !== undefined) await saveJunit(junit, ended);
  if (ended.some(({ tests }) => tests.some(({ misfits }) => misfits.length > 0))) process.exitCode = FAILED;
}

/** The files; undefined once all that is wrong with them is printed. */
async function readSuites(config: Config, paths: readonly string[]): Promise<TestSuite[] | undefined> {
  const { variable, client, connectorsDir } = config;
  const playable = [...(await listPlayable(listConnectorFolders({ connectorsDir }))).keys()];
  const read = await Promise.all(
    paths.map((path) => readTestFile(path, { from: client.folder, variable, playable })),
  );
  const problems = read.flatMap((one) => ("problems" in one ? one.problems : []));
  if (problems.length === 0) return read.filter((one): one is TestSuite => !("problems" in one));
  for (const problem of problems) console.error(formatProblem(problem));
  const count = problems.length === 1 ? "one problem" : `${problems.length} problems`;
  console.error(`\nNo test was run: ${count}.`);
  return undefined;
}

type ChosenSuite = { readonly suite: TestSuite; readonly tests: TestSuite["file"]["tests"] };

function chooseTests(suites: readonly TestSuite[], filter: string): ChosenSuite[] {
  const chosen = suites.map((suite) => ({
    suite,
    tests: suite.file.tests.filter(({ name }) => name.includes(filter)),
  }));
  const some = chosen.filter(({ tests }) => tests.length > 0);
  if (some.length === 0) throw new StartError(`No test has "${filter}" in its name.`);
  return some;
}

async function runSuites(config: Config, chosen: readonly ChosenSuite[]): Promise<EndedSuite[]> {
  const folder = createThrowAwayFolder();
  try {
    // Loaded while another process creates the database: both take seconds.
    const { startBench } = await import("./bench/start-bench.ts");
    const bench = await startBench(config, folder, listApplications(chosen));
    try {
      return await runAll(bench, chosen);
    } finally {
      await bench.close();
    }
  } finally {
    folder.remove();
  }
}

function listApplications(chosen: readonly ChosenSuite[]): string[] {
  return [...new Set(chosen.flatMap(({ suite, tests }) => listConnected({ ...suite.file, tests })))];
}

async function runAll(bench: TestBench, chosen: readonly ChosenSuite[]): Promise<EndedSuite[]> {
  const { runTest } = await import("./steps/run-test.ts");
  const ended: EndedSuite[] = [];
  for (const { suite, tests } of chosen) {
    console.log(suite.name);
    const results: EndedTest[] = [];
    for (const test of tests) {
      const result = await runTest(bench, suite, test);
      console.log(renderTest(suite, result, paint));
      results.push(result);
    }
    ended.push({ suite, tests: results });
  }
  return ended;
}

async function saveJunit(path: string, ended: readonly EndedSuite[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, renderJunit(ended));
}

function readArguments({ client: { folder } }: Config, argv: readonly string[]) {
  const { values, positionals } = parse(argv);
  const paths =
    positionals.length > 0 ? positionals.map((name) => requireFile(folder, name)) : findFiles(folder);
  const junit = values.junit === undefined ? undefined : resolve(folder, values.junit);
  return { paths, filter: values.filter, junit };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { filter: { type: "string", default: "" }, junit: { type: "string" } },
    });
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : ""}\n${USAGE}`);
  }
}

function requireFile(folder: string, name: string): string {
  const path = resolve(folder, name);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  throw new StartError(`There is no file ${name}.`);
}

/** All files of tests below the folder, but those of packages. */
function findFiles(folder: string): string[] {
  const exclude = (name: string) => name === "node_modules" || name === ".git";
  const names = globSync("**/*.test.{yaml,yml}", { cwd: folder, exclude }).sort();
  if (names.length > 0) return names.map((name) => resolve(folder, name));
  throw new StartError(`There is no file *.test.yaml in or below ${folder}.\n${USAGE}`);
}

/** Colors only where a person reads: on a terminal, unless NO_COLOR asks for none. */
const paint: Parameters<typeof renderTest>[2] = (style, text) =>
  styleText(style, text, { stream: process.stdout });
