import type { Deps } from "../deps.ts";
import type { Db, Tx } from "../platform/database/database.ts";
import { createId } from "../platform/id.ts";
import { isMailAddress } from "../platform/mail/mail-address.ts";
import { MailError, type MailMessage, sendMail } from "../platform/mail/smtp.ts";
import { DAY_MS } from "../platform/moment.ts";
import { defineJob, type JobContext } from "../platform/queue/job.ts";
import { describeSealed } from "../platform/root-key/sealed-column.ts";
import { MAILS } from "./metrics.ts";
import type { MailContent } from "./render-mail.ts";

/** Mails that wait; they may hold links that sign in. */
export const MAIL_COLUMN = describeSealed("mails", "sealed");

const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

type MailDeps = Pick<Deps, "config" | "queue" | "vault" | "clock">;

/** Whom a mail is for, and how long it makes sense to send it. */
export interface QueuedMail extends MailContent {
  readonly to: string;
  /** Default: a day from now. */
  readonly expiresAt?: Date;
}

/** Whether mail to this address is sent at all: the server has a mail server, and the address is one for mail. */
export function canMail({ config }: Pick<Deps, "config">, to: string): boolean {
  return config.mail !== undefined && isMailAddress(to);
}

/**
 * Queues mails in `tx`, so that they are sent if it commits; those for which `canMail` is false are left out. Each is
 * sent at least once, under the same Message-ID.
 */
export async function enqueueMails(
  deps: MailDeps,
  tx: Tx,
  orgId: string,
  mails: readonly QueuedMail[],
): Promise<void> {
  const now = deps.clock.now();
  const rows = mails
    .filter(({ to }) => canMail(deps, to))
    .map(({ expiresAt, ...mail }) => {
      const id = createId(now.getTime());
      return {
        id,
        org_id: orgId,
        sealed: deps.vault.seal(JSON.stringify(mail), MAIL_COLUMN.identityOf(id)),
        expires_at: expiresAt ?? new Date(now.getTime() + DAY_MS),
        created_at: now,
      };
    });
  if (rows.length === 0) return;
  await tx.insertInto("mails").values(rows).execute();
  await deps.queue.enqueueAll(
    tx,
    sendQueuedMail,
    rows.map(({ id }) => ({ id })),
  );
}

/** Sends a queued mail and deletes it; after a passing failure it is sent again until it expires. */
export const sendQueuedMail = defineJob<{ id: string }, MailDeps & Pick<Deps, "db" | "log" | "metrics">>({
  name: "mail.send",
  concurrency: 4,
  run: async (deps, { id }, context) => {
    const row = await findMail(deps.db, id);
    // A job may run twice, and an organization may be gone.
    if (!row) return;
    const { log, vault, clock } = deps;
    if (row.expires_at <= clock.now()) {
      log.warn({ mailId: id, tries: row.tries }, "mail.expired");
      return endMail(deps, { id, outcome: "expired" }, context);
    }
    await context.confirm();
    const failure = await trySending(deps, {
      id,
      ...JSON.parse(vault.open(row.sealed, MAIL_COLUMN.identityOf(id))),
    });
    const facts = { mailId: id, code: failure?.code, status: failure?.status };
    if (!failure) return endMail(deps, { id, outcome: "sent" }, context);
    if (failure.isPermanent) {
      log.warn(facts, "mail.refused");
      return endMail(deps, { id, outcome: "refused" }, context);
    }
    log.warn({ ...facts, tries: row.tries + 1 }, "mail.not-sent-yet");
    return postponeMail(deps, { id, tries: row.tries + 1 }, context);
  },
});

function findMail(db: Db, id: string) {
  return db
    .selectFrom("mails")
    .select(["sealed", "tries", "expires_at"])
    .where("id", "=", id)
    .executeTakeFirst();
}

async function trySending({ config }: MailDeps, message: MailMessage): Promise<MailError | undefined> {
  try {
    // Queued by a process with a mail server: this one may be told of it with its next start.
    if (!config.mail) throw new MailError("ENOSERVER", undefined, undefined);
    await sendMail(config.mail, message);
    return undefined;
  } catch (error) {
    if (error instanceof MailError) return error;
    throw error;
  }
}

async function endMail(
  { queue, metrics }: Pick<Deps, "queue" | "metrics">,
  { id, outcome }: { id: string; outcome: string },
  context: JobContext,
): Promise<void> {
  await queue.transaction(async (tx) => {
    await context.settle(tx);
    await tx.deleteFrom("mails").where("id", "=", id).execute();
  });
  metrics.count(MAILS, { outcome });
}

async function postponeMail(
  { queue, clock }: Pick<Deps, "queue" | "clock">,
  { id, tries }: { id: string; tries: number },
  context: JobContext,
): Promise<void> {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
  await queue.transaction(async (tx) => {
    await context.settle(tx);
    await tx.updateTable("mails").set({ tries }).where("id", "=", id).execute();
    const startAfter = new Date(clock.now().getTime() + pauseMs);
    await queue.enqueue(tx, sendQueuedMail, { id }, { startAfter });
  });
}
