import type { Static } from "typebox";
import type { Caller } from "../operators/caller.ts";
import type { ChangeEvent } from "./present-change.ts";

/** Somebody who has a draft open. */
interface DraftReader {
  readonly stream: string;
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
  /** The stream has ended, but another may replace it. */
  readonly is_leaving: boolean;
}

/** A draft as read from the database. */
export interface DraftSnapshot {
  readonly id: string;
  readonly revision: number;
  /** The last edit. */
  readonly saved:
    | (Caller & { readonly email: string | null; readonly revision: number; readonly at: string })
    | null;
  readonly readers: readonly DraftReader[] | null;
}

/** An open draft on the stream, without the time. */
export type DraftState = Omit<Static<typeof ChangeEvent>, "at">;

/** Who watches drafts, as the others see them. */
export interface DraftViewer {
  /** Who is shown to the other readers; undefined for programs. */
  readonly operatorId: string | undefined;
  /** Whether operators without a name are shown by email address. */
  readonly seesEmails: boolean;
}

/** The reader of a draft's state. */
interface DraftAudience extends DraftViewer {
  readonly streamId: string;
}

/** A draft as one reader sees it, without the reader's own stream. */
export function presentDraft(
  { id, revision, saved, readers }: DraftSnapshot,
  { streamId, operatorId, seesEmails }: DraftAudience,
): DraftState {
  // When a reader watches something else, their page moves to another stream; the old one is not a second window.
  const others = (readers ?? []).filter(
    ({ stream, id: reader, is_leaving }) => stream !== streamId && !(is_leaving && reader === operatorId),
  );
  const nameOf = (one: { name: string | null; email: string | null }) =>
    one.name ?? (seesEmails ? one.email : null);
  const people = new Map(others.map((one) => [one.id, { _id: one.id, name: nameOf(one) }]));
  return {
    _id: id,
    status: people.size > 0 ? "shared" : "alone",
    workflow_id: id,
    revision,
    saved: saved && {
      revision: saved.revision,
      at: new Date(saved.at).toISOString(),
      by: { kind: saved.kind, id: saved.id, name: nameOf(saved) },
    },
    readers: [...people.values()],
  };
}
