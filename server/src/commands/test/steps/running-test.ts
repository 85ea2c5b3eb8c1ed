import type { ValuePath } from "../../../platform/json/located-yaml.ts";
import type { WebhookSignature } from "../../../workflows/definition/webhook-trigger.ts";
import type { Target } from "../../target.ts";
import type { TestBench } from "../bench/start-bench.ts";
import type { TestGiven } from "../file/schema.ts";

/** A test while it runs. */
export interface RunningTest {
  readonly bench: TestBench;
  readonly target: Target;
  readonly given: TestGiven;
  readonly workflows: readonly GivenWorkflow[];
}

/** The names by which a file may call a workflow. */
export interface NamedWorkflow {
  readonly id: string;
  readonly alias: string | null;
  readonly name: string;
}

/** A workflow of the configuration. */
export interface GivenWorkflow extends NamedWorkflow {
  /** The application whose configs switch it on. */
  readonly slug: string | null;
  readonly isPublished: boolean;
  /** The names of the events that start it. */
  readonly events: readonly string[];
  /** How its webhooks must be signed; undefined if they do not start it. */
  readonly signature: WebhookSignature | undefined;
}

/** What is not as a test expects, with its place in the file. */
export interface TestMisfit {
  readonly path: ValuePath;
  /** What it is about, as a clause: `steps.total.output` or a sentence. */
  readonly what: string;
  readonly expected?: string;
  readonly actual?: string;
}

/** Nothing more of a test can be done: what was given or happens is refused. */
export class TestBreak extends Error {
  override readonly name = "TestBreak";
  /** Relative to the test, or to the step. */
  readonly path: ValuePath;

  constructor(message: string, path: ValuePath = []) {
    super(message);
    this.path = path;
  }
}

/** The workflow of an alias or a name; throws TestBreak. */
export function findWorkflow({ workflows }: RunningTest, named: string, path: ValuePath): GivenWorkflow {
  const found = workflows.find((one) => isCalled(one, named));
  if (found) return found;
  const known = workflows.map(({ alias, name }) => alias ?? name).join(", ") || "none";
  throw new TestBreak(`There is no workflow "${named}". The configuration has: ${known}.`, path);
}

/** Whether a file means this workflow. */
export function isCalled({ alias, name, id }: NamedWorkflow, named: string): boolean {
  return named === alias || named === name || named === id;
}

/** The account that something concerns: the only one, where none is named. */
export function getAccount({ given }: Pick<RunningTest, "given">, account: string | undefined): string {
  return account ?? Object.keys(given.accounts ?? {})[0] ?? "";
}
