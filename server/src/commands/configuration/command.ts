import { resolve } from "node:path";
import { parseArgs, styleText } from "node:util";
import type { Config } from "../../config.ts";
import { StartError } from "../../platform/errors.ts";
import { createTarget, describeRequestFailure, type Target } from "../target.ts";
import { applyPlan } from "./apply.ts";
import { formatProblem, type ResourceFolder, readResourceFolder } from "./files/read-folder.ts";
import { RESOURCE_KINDS } from "./kinds/list.ts";
import { buildPlan, type ConfigurationPlan, listBlocked, type PlanStep } from "./plan/build-plan.ts";
import { describeStep, type Paint, presentPlan, renderPlan } from "./plan/print-plan.ts";
import { savePulledFiles } from "./pull.ts";

type ConfigurationCommand = "pull" | "plan" | "apply";

const USAGE = `Usage: junctor pull [FOLDER] [--prune]
       junctor plan [FOLDER] [--prune] [--secrets] [--json]
       junctor apply [FOLDER] [--prune] [--secrets]`;
const DEFAULT_FOLDER = "junctor";
/** The exit code of a plan with changes, as Terraform's -detailed-exitcode has it. */
const CHANGES = 2;

interface Call {
  readonly config: Config;
  readonly target: Target;
  readonly folder: string;
  /** The folder as it was given. */
  readonly name: string;
  readonly prunes: boolean;
  readonly json: boolean;
}

/**
 * `junctor pull|plan|apply`: an environment as files (docs/configuration-as-code.md). Sets the exit code: 0, or 2 for a plan
 * with changes; throws StartError for everything that ends with 1.
 */
export async function runConfigurationCommand(
  config: Config,
  command: ConfigurationCommand,
  argv: readonly string[],
): Promise<void> {
  const { folder: name = DEFAULT_FOLDER, prunes, json, secrets } = readArguments(command, argv);
  const target = createTarget(config.client, secrets);
  const folder = resolve(config.client.folder, name);
  const call: Call = { config, target, folder, name, prunes, json };
  try {
    if (command === "pull") return await pull(call);
    const plan = await readPlan(call);
    await (command === "plan" ? show(call, plan) : apply(call, plan));
  } catch (error) {
    const sentence = describeRequestFailure(target, error);
    throw sentence === undefined ? error : new StartError(sentence);
  }
}

function readArguments(command: ConfigurationCommand, argv: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        prune: { type: "boolean", default: false },
        ...(command !== "pull" && { secrets: { type: "boolean", default: false } as const }),
        ...(command === "plan" && { json: { type: "boolean", default: false } as const }),
      },
    });
    if (positionals.length > 1) throw new StartError(USAGE);
    return {
      folder: positionals[0],
      prunes: values.prune,
      json: values.json === true,
      secrets: values.secrets === true,
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${error instanceof Error ? error.message : ""}\n${USAGE}`);
  }
}

async function pull({ config, target, folder, name, prunes }: Call): Promise<void> {
  const { variable } = config;
  const pulled = await savePulledFiles(target, folder, { kinds: RESOURCE_KINDS, variable, prunes });
  if ("problems" in pulled)
    throw new StartError([...pulled.problems, "Nothing was written: fix these files first."].join("\n"));
  const { files, unchanged, orphans } = pulled;
  for (const { path, change } of files) console.log(`${change} ${name}/${path}`);
  for (const path of orphans)
    console.log(`${name}/${path} describes what is not on the server; --prune removes such files.`);
  const count = (change: string) => files.filter((file) => file.change === change).length;
  console.log(
    `${target.environment} of ${target.url}: ${count("written")} files written, ${count("removed")} removed, ${unchanged} unchanged.`,
  );
}

/** The plan of a folder without problems; throws StartError with all of them otherwise. */
async function readPlan({ config, target, folder, name, prunes }: Call): Promise<ConfigurationPlan> {
  const read = await readResourceFolder(folder, { kinds: RESOURCE_KINDS, variable: config.variable });
  if (!read) throw new StartError(`There is no folder ${name}: "junctor pull ${name}" writes one.`);
  requireFiles(read, name, prunes);
  requireNoProblems(read.problems);
  return buildPlan(target, read, prunes);
}

/** A wrong folder must not look like an empty configuration. */
function requireFiles({ files, kinds, problems }: ResourceFolder, name: string, prunes: boolean): void {
  if (problems.length > 0 || files.length > 0) return;
  if (kinds.length === 0)
    throw new StartError(
      `${name} has no folder of configuration (${RESOURCE_KINDS.map(({ folder }) => folder).join(", ")}).`,
    );
  if (prunes)
    throw new StartError(`${name} has no files: --prune would delete everything, so nothing is done.`);
}

function requireNoProblems(problems: ConfigurationPlan["problems"]): void {
  if (problems.length === 0) return;
  const count = problems.length === 1 ? "one problem" : `${problems.length} problems`;
  throw new StartError([...problems.map(formatProblem), `Nothing was changed: ${count}.`].join("\n"));
}

async function show({ target, json }: Call, plan: ConfigurationPlan): Promise<void> {
  if (json) console.log(JSON.stringify(presentPlan(target, plan), null, 2));
  else console.log(renderPlan(target, plan, paint));
  if (plan.problems.length > 0) process.exitCode = 1;
  else if (plan.steps.length > 0) process.exitCode = CHANGES;
}

const PAST = { create: "created", update: "updated", delete: "deleted" } as const;

async function apply({ target }: Call, plan: ConfigurationPlan): Promise<void> {
  requireNoProblems([...plan.problems, ...listBlocked(plan)]);
  console.log(renderPlan(target, plan, paint));
  if (plan.steps.length === 0) return;
  const { done, failure, open } = await applyPlan(target, plan, (step) =>
    console.log(`${PAST[step.action]} ${describeStep(step)}`),
  );
  if (!failure) return console.log(`Applied: ${countSteps(done)}.`);
  throw new StartError(
    [
      ...failure.lines,
      "",
      `Could not ${failure.step.action} ${describeStep(failure.step)}.`,
      `Done before: ${countSteps(done)}. Not tried: ${countSteps(open)}. Fix this, and run apply again: it goes on from here.`,
    ].join("\n"),
  );
}

function countSteps(steps: readonly PlanStep[]): string {
  const texts = (["create", "update", "delete"] as const).flatMap((action) => {
    const count = steps.filter((step) => step.action === action).length;
    return count === 0 ? [] : [`${count} ${PAST[action]}`];
  });
  return texts.join(", ") || "nothing";
}

/** Colors only where a person reads: on a terminal, unless NO_COLOR asks for none. */
const paint: Paint = (style, text) => styleText(style, text, { stream: process.stdout });
