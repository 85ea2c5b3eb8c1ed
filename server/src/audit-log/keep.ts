import type { Deps } from "../deps.ts";
import { type RepeatingTask, startRepeating } from "../platform/repeat.ts";
import { deleteOldRecords } from "./cut.ts";
import { addPendingRecords } from "./write.ts";

const INTERVAL_MS = 1000;
const CUT_EVERY = 60;

/** Until stopped, moves changes into the log every second and deletes old records once a minute. */
export function startAuditLog(
  deps: Pick<Deps, "config" | "db" | "database" | "queue" | "credentials" | "clock" | "log">,
): RepeatingTask {
  let round = 0;
  return startRepeating({ name: "audit-log", intervalMs: INTERVAL_MS, log: deps.log }, async () => {
    await addPendingRecords(deps);
    round += 1;
    if (round % CUT_EVERY !== 0) return;
    const cut = await deleteOldRecords(deps);
    if (cut > 0) deps.log.info({ cut }, "audit-log.cut");
  });
}
