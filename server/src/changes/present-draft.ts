import type { Static } from "typebox";
import type { DraftSnapshot, DraftWatch } from "./draft-watcher.ts";
import type { ChangeEvent } from "./present-change.ts";

/** An open draft on the stream, without the time. */
export type DraftState = Omit<Static<typeof ChangeEvent>, "at">;

/** The reader of a draft's state. */
interface DraftAudience extends Pick<DraftWatch, "operatorId" | "seesEmails"> {
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
    ...{ _id: id, status: people.size > 0 ? "shared" : "alone", workflow_id: id, revision },
    saved: saved && {
      revision: saved.revision,
      at: new Date(saved.at).toISOString(),
      by: { kind: saved.kind, id: saved.id, name: nameOf(saved) },
    },
    readers: [...people.values()],
  };
}
