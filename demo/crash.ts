import { setTimeout as sleep } from "node:timers/promises";
import type { Screen } from "./screen.ts";
import { ACCESS_TOKEN_SECONDS, type World } from "./world.ts";

const OPEN_RUNS = 8;
const GIVE_UP_MS = 300_000;

/** Kills the platform with SIGKILL while at least eight runs are open, and starts it again on the same folder. */
export async function killAndRestart(
  screen: Screen,
  { platform, thirdParty }: World,
  counts: { accepted(): number; open(): number },
): Promise<void> {
  // Calls that fail now leave runs waiting for their next attempt; these must survive, too.
  thirdParty.failNext(2 * OPEN_RUNS);
  await until(() => counts.open() >= OPEN_RUNS && !mayRenewNow(thirdParty.tokenIssuedAt()));
  const said = `kill -9: Junctor is gone, with ${counts.accepted()} orders accepted and ${counts.open()} executions open`;
  await screen.step(said, platform.kill);
  await screen.step("Junctor is ready again, on the same folder", platform.start);
}

/**
 * Whether the platform may be renewing its access token, or may have renewed it without storing the new one yet. A
 * single-use refresh token that was exchanged but not stored before a power cut is lost, and only a new sign-in by the
 * customer helps. The demo therefore does not kill at such a moment.
 */
function mayRenewNow(issuedAt: number | undefined): boolean {
  if (issuedAt === undefined) return false;
  const ageSeconds = (Date.now() - issuedAt) / 1000;
  return ageSeconds < 2 || ageSeconds > ACCESS_TOKEN_SECONDS * 0.8 - 1;
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + GIVE_UP_MS; !condition(); await sleep(5)) {
    if (Date.now() > end) throw new Error("There was no good moment to kill Junctor.");
  }
}
