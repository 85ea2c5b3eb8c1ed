import { parseArgs } from "node:util";
import { verifyChains } from "../audit-log/verify.ts";
import { addPendingRecords } from "../audit-log/write.ts";
import type { Config } from "../config.ts";
import { StartError } from "../platform/errors.ts";
import { withDeps } from "./access.ts";

const USAGE = "Usage: junctor audit verify [--organization ID]";

/**
 * `junctor audit verify`: walks each chain of the audit log and prints where it ends, or the first record that was
 * changed, removed or inserted; exits with 1 in that case.
 */
export async function runAuditCommand(config: Config, argv: readonly string[]): Promise<void> {
  const { organization } = readArguments(argv);
  await withDeps(config, async (deps) => {
    await addPendingRecords(deps);
    const verdicts = await verifyChains(deps.db, deps.credentials, organization);
    for (const { orgId, environment, records, last, problem } of verdicts)
      console.log(
        problem === undefined
          ? `${orgId}  ${environment}  ${records} records  ${last.sequence}:${last.hash}`
          : `${orgId}  ${environment}  BROKEN  ${problem}`,
      );
    const broken = verdicts.filter(({ problem }) => problem !== undefined);
    if (broken.length > 0)
      throw new StartError(`${broken.length} of ${verdicts.length} chains of the audit log are broken.`);
    if (verdicts.length === 0) console.log("The audit log is empty.");
  });
}

function readArguments(argv: readonly string[]): { organization?: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { organization: { type: "string" } },
    });
    if (positionals.length === 1 && positionals[0] === "verify") return values;
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : USAGE);
  }
  throw new StartError(USAGE);
}
