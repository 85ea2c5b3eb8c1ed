import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { parseLocatedYaml, type ValuePath, type YamlProblem } from "../../../platform/json/located-yaml.ts";
import { createDocumentCheck } from "../../configuration/files/check-document.ts";
import {
  type FileProblem,
  parseResourceFile,
  type ResourceFile,
  type ResourceFolder,
  readResourceFolder,
  toFileProblem,
} from "../../configuration/files/read-folder.ts";
import { RESOURCE_KINDS } from "../../configuration/kinds/list.ts";
import { WORKFLOWS } from "../../configuration/kinds/workflows.ts";
import { TestFile } from "./schema.ts";
import { validateSteps } from "./validate-steps.ts";

const MAX_BYTES = 4 * 1024 * 1024;
const DEFAULT_FOLDER = "junctor";

/** A file of tests that can be run. */
export interface TestSuite {
  /** As people gave it. */
  readonly name: string;
  readonly file: TestFile;
  /** What the tests work with: the configuration, and further workflows. */
  readonly configuration: ResourceFolder;
  lineOf(path: ValuePath): number | undefined;
}

interface ReadOptions {
  /** Where names of files start. */
  readonly from: string;
  readonly variable: (name: string) => string | undefined;
  /** The applications that accounts can connect. */
  readonly playable: readonly string[];
}

/** Reads a file of tests, with the configuration that it is about. */
export async function readTestFile(
  path: string,
  { from, variable, playable }: ReadOptions,
): Promise<TestSuite | { problems: FileProblem[] }> {
  const name = relative(from, path) || path;
  const yaml = parseLocatedYaml(await readFile(path, "utf8"), MAX_BYTES);
  if ("problems" in yaml)
    return { problems: yaml.problems.map((one) => toFileProblem(name, () => undefined, one)) };
  const { value, lineOf } = yaml;
  const failed = (all: readonly YamlProblem[]) => ({
    problems: all
      .map((one) => toFileProblem(name, lineOf, one))
      .sort(({ line: one = 0 }, { line: other = 0 }) => one - other),
  });
  const misfits = createDocumentCheck()({ folder: "tests", schema: TestFile }, value);
  if (misfits.length > 0) return failed(misfits);
  const file = value as unknown as TestFile; // it fits its schema
  const problems = validateSteps(file, playable);
  if (problems.length > 0) return failed(problems);
  const folder = findConfiguration(path, file);
  if (folder !== undefined && !isFolder(folder))
    return failed([{ path: ["configuration"], message: "is no folder" }]);
  if (folder === undefined && !file.workflows)
    return failed([
      {
        path: [],
        message: `must name a folder of configuration, because none named "${DEFAULT_FOLDER}" is near`,
      },
    ]);
  const use = (variableName: string) =>
    file.variables?.[variableName] ?? variable(variableName) ?? inventValue(variableName);
  const configuration = folder === undefined ? EMPTY : await readConfiguration(folder, from, use);
  const workflows = await readWorkflows(path, file, { from, variable: use, playable });
  const found = [
    ...configuration.problems,
    ...workflows.flatMap((one) => ("problems" in one ? one.problems : [])),
  ];
  if (found.length > 0) return { problems: found };
  const more = workflows.filter((one): one is ResourceFile => !("problems" in one));
  const kinds = more.length > 0 ? [...new Set([...configuration.kinds, WORKFLOWS])] : configuration.kinds;
  const sorted = RESOURCE_KINDS.filter((kind) => kinds.includes(kind));
  return {
    name,
    file,
    lineOf,
    configuration: { ...configuration, kinds: sorted, files: [...configuration.files, ...more] },
  };
}

const EMPTY: ResourceFolder = { files: [], problems: [], kinds: [] };

async function readConfiguration(
  folder: string,
  from: string,
  variable: (name: string) => string | undefined,
): Promise<ResourceFolder> {
  const read = (await readResourceFolder(folder, { kinds: RESOURCE_KINDS, variable })) ?? EMPTY;
  const place = (file: string) => relative(from, join(folder, file));
  return {
    ...read,
    files: read.files.map((file) => ({ ...file, path: place(file.path) })),
    problems: read.problems.map((problem) => ({ ...problem, file: place(problem.file) })),
  };
}

function readWorkflows(path: string, { workflows = [] }: TestFile, { from, variable }: ReadOptions) {
  return Promise.all(
    workflows.map(async (workflow) => {
      const at = resolve(dirname(path), workflow);
      const name = relative(from, at);
      if (!existsSync(at)) return { problems: [{ file: name, message: "There is no such file." }] };
      return parseResourceFile({ kind: WORKFLOWS, path: name, text: await readFile(at, "utf8") }, variable);
    }),
  );
}

/** The folder that the file names; without a name, and without workflows, the nearest one upwards. */
function findConfiguration(path: string, { configuration, workflows }: TestFile): string | undefined {
  if (configuration !== undefined) return resolve(dirname(path), configuration);
  if (workflows) return undefined;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = [join(folder, DEFAULT_FOLDER), folder].find((one) => isFolder(join(one, WORKFLOWS.folder)));
    if (found !== undefined || dirname(folder) === folder) return found;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** A value for a variable that is not set: tests need no secrets. */
function inventValue(name: string): string {
  const words = name.toLowerCase().replaceAll("_", "-");
  return name.endsWith("_URL") ? `https://${words.slice(0, -4)}.example` : `test-${words}`;
}
