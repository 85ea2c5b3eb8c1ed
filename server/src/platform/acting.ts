import { AsyncLocalStorage } from "node:async_hooks";

/** Facts about the actor and the operation, recorded with what they change (audit-log/). */
export type ActorFacts = Readonly<Record<string, string | undefined>>;

interface Acting {
  facts: () => ActorFacts;
}

const storage = new AsyncLocalStorage<Acting>();

/**
 * Runs `work`, and everything it awaits, in the name of an actor (D338). The facts are computed only when something
 * recorded is written.
 */
export function runAsActor<Result>(facts: () => ActorFacts, work: () => Result): Result {
  return storage.run({ facts }, work);
}

/**
 * Runs `work` without an actor: for what a request merely triggers (a queue that it wakes, a group of writes that it
 * shares).
 */
export function runWithoutActor<Result>(work: () => Result): Result {
  return storage.exit(work);
}

/** Sets the actor, once known, for what is under way; does nothing outside `runAsActor`. */
export function setActor(facts: ActorFacts): void {
  const acting = storage.getStore();
  if (!acting) return;
  const before = acting.facts;
  acting.facts = () => ({ ...before(), ...facts });
}

/** The current actor as the database gets it: JSON, or empty if there is none. */
export function getActorText(): string {
  const acting = storage.getStore();
  return acting ? JSON.stringify(acting.facts()) : "";
}
