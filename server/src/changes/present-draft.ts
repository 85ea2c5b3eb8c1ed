import type { Static } from "typebox";
import type { DraftSnapshot, DraftWatch } from "./draft-watcher.ts";
import type { ChangeEvent } from "./present-change.ts";

/** What the stream tells of a draft that is open, but for the moment. */
export type DraftState = Omit<Static<typeof ChangeEvent>, "at">;

/** Who is told of a draft. */
interface DraftAudience extends Pick<DraftWatch, "operatorId" | "seesEmails"> {
  readonly streamId: string;
}

/** A draft as one reader is told of it, whose own stream is left out. */
export function presentDraft(
  { id, revision, saved, readers }: DraftSnapshot,
  { streamId, operatorId, seesEmails }: DraftAudience,
): DraftState {
  // Whoever watches something else goes on in another stream, and has no window more.
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
