/** A problem in a manifest: where it is, and a clause without a full stop. */
export interface ManifestProblem {
  path: readonly (string | number)[];
  message: string;
  /** The YAML file, if the manifest has several. */
  file?: string;
  /** Line in the YAML file, counted from 1. */
  line?: number;
}

/** A manifest that cannot be used; the message names the source, each path and its problem. */
export class ManifestError extends Error {
  override readonly name = "ManifestError";
  readonly problems: readonly ManifestProblem[];

  constructor(source: string, problems: readonly ManifestProblem[]) {
    super(problems.map((problem) => describe(source, problem)).join("\n"));
    this.problems = problems;
  }
}

function describe(source: string, { path, message, file = source, line }: ManifestProblem): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return path.length === 0 ? `${place}: ${message}.` : `${place}: ${path.join(".")} ${message}.`;
}
