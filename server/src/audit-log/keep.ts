import type { Deps } from "../deps.ts";
import { type RepeatingTask, repeat } from "../platform/repeat.ts";
import { cutOld } from "./cut.ts";
import { writePending } from "./write.ts";

const INTERVAL_MS = 1000;
const CUT_EVERY = 60;

/** Writes what has changed into the log every second, and once a minute cuts off what is old, until stopped. */
export function startAuditLog(
  deps: Pick<Deps, "config" | "db" | "database" | "queue" | "credentials" | "clock" | "log">,
): RepeatingTask {
  let turn = 0;
  return repeat({ name: "audit-log", intervalMs: INTERVAL_MS, log: deps.log }, async () => {
    await writePending(deps);
    turn += 1;
    if (turn % CUT_EVERY !== 0) return;
    const cut = await cutOld(deps);
    if (cut > 0) deps.log.info({ cut }, "audit-log.cut");
  });
}
