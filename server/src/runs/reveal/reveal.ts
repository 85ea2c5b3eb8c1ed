import type { Deps } from "../../deps.ts";
import { ApiError, notFound } from "../../platform/errors.ts";
import type { Json } from "../../platform/json/json.ts";
import { mergePolicies, type RevealSettings } from "../../redaction/policy.ts";
import { buildRunIdentity, createRunPasswords, openOriginal } from "../passwords.ts";
import { readStepPayloads } from "../results/payload-store.ts";
import { openStart } from "../start/redact-start.ts";
import type { RunWithAccount } from "../store.ts";

/** What a step got and returned, or what an execution began with, before redaction. */
export interface RevealedData {
  readonly input: Json;
  readonly output: Json;
}

/**
 * Who may reveal the originals of an execution: as its policy says, and the policy that applies now. 409 if it has none,
 * or does not keep them, 410 once they were deleted.
 */
export function readRevealSettings(
  { redaction }: Pick<Deps, "redaction">,
  run: Pick<RunWithAccount, "org_id" | "environment" | "workflow_id" | "redaction">,
): RevealSettings {
  const own = run.redaction;
  if (own === null)
    throw conflict("No redaction policy applied to this execution: its records show everything.");
  if (own.state === "removed" || own.state === "redacted")
    throw new ApiError("gone", "GONE", "The originals of this execution were deleted.");
  const scope = { orgId: run.org_id, environment: run.environment };
  const now = redaction.find(scope, [run.workflow_id])?.policy;
  const reveal = mergePolicies(now ? [own, now] : [own])?.reveal;
  if (!reveal) throw conflict("The redaction policy does not allow originals to be revealed.");
  return reveal;
}

/** The data of the newest attempt at a step or, without a path, of the start; 404 for a step that was not reached. */
export async function readOriginals(
  { db, vault }: Pick<Deps, "db" | "vault">,
  run: RunWithAccount,
  path: string | undefined,
): Promise<RevealedData> {
  // What is hidden as a password stays so.
  const passwords = createRunPasswords(vault, run);
  if (path === undefined) {
    const input = passwords.hide(openStart(passwords, run).input);
    return { input, output: { body: input } };
  }
  const row = await db
    .selectFrom("run_steps")
    .select(["input", "output", "refs", "sealed"])
    .where("run_id", "=", run.id)
    .where("path", "=", path)
    .orderBy("attempt", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) throw notFound("Step");
  const [step = row] = await readStepPayloads(db, run.org_id, [row]);
  if (row.sealed === null) return { input: step.input, output: step.output };
  const output = passwords.open(row.sealed);
  const { input = step.input } = openOriginal(vault, buildRunIdentity(run), row.sealed);
  return { input: passwords.hide(input), output: passwords.hide(output) };
}

function conflict(message: string): ApiError {
  return new ApiError("conflict", "CONFLICT", message);
}
