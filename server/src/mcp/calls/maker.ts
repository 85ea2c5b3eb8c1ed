import type { Deps } from "../../deps.ts";
import type { Database, Statement } from "../../platform/database/database.ts";
import { createId } from "../../platform/id.ts";
import { startRepeating } from "../../platform/repeat.ts";
import { type Presence, registerWorker } from "../../platform/work/presence.ts";
import { CUT_OFF } from "./call-status.ts";

const LOOK_EVERY_MS = 5000;

/** This process among those that make calls: the calls of a dead process are ended. */
export interface Maker {
  /** The id under which this process makes calls now. */
  id(): string | Promise<string>;
  /** Ends it: calls under way are ended as cut off. */
  leave(): Promise<void>;
}

const END_LOST: Statement = {
  name: "mcp-end-lost-calls",
  text: `update mcp_calls c set status = 'ERRORED', error = $1, finished_at = $2
    where c.status = 'RUNNING' and c.maker is not null and c.maker <> $3
      and ($4 or not exists (select from workers w where w.id = c.maker))`,
};

/** Registers with the first call; looks for calls of dead processes from the start. */
export function openMaker({ database, clock, log }: Pick<Deps, "database" | "clock" | "log">): Maker {
  const own = ownId(database, log);
  const looking = startRepeating({ name: "mcp.end-lost-calls", intervalMs: LOOK_EVERY_MS, log }, () =>
    finishLostCalls({ database, clock }, own.known()),
  );
  return {
    id: own.id,
    leave: async () => {
      await looking.stop();
      await own.leave();
    },
  };
}

/** Ends the calls of dead processes; `mine` is not one of them. */
export async function finishLostCalls(
  { database, clock }: Pick<Deps, "database" | "clock">,
  mine: string,
): Promise<void> {
  // Nobody else can work on an embedded database: every other process is dead.
  await database.query(END_LOST, [CUT_OFF, clock.now(), mine, database.kind === "embedded"]);
}

interface OwnId {
  id(): string | Promise<string>;
  /** The most recent id. */
  known(): string;
  leave(): Promise<void>;
}

function ownId(database: Database, log: Deps["log"]): OwnId {
  const fixed = createId();
  if (database.kind === "embedded") return { id: () => fixed, known: () => fixed, leave: async () => {} };
  let entering: Promise<Presence> | undefined;
  let entered: Presence | undefined;
  const begin = async () => {
    entering ??= registerWorker(database, log, () => {}).then((presence) => (entered = presence));
    return (await entering).workerId();
  };
  return {
    id: () => entered?.workerId() ?? begin(),
    known: () => entered?.workerId() ?? fixed,
    leave: async () => (await entering)?.leave(),
  };
}
