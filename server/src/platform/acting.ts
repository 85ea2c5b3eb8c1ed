import { AsyncLocalStorage } from "node:async_hooks";

/** Facts of who acts, and by what: kept beside what they change (audit-log/). */
export type ActorFacts = Readonly<Record<string, string | undefined>>;

interface Acting {
  facts: () => ActorFacts;
}

const storage = new AsyncLocalStorage<Acting>();

/**
 * Does `work`, and whatever it awaits, in the name of an actor (D338). The facts are asked for only where something is
 * written that is recorded.
 */
export function runAsActor<Result>(facts: () => ActorFacts, work: () => Result): Result {
  return storage.run({ facts }, work);
}

/**
 * Does `work` in nobody's name: what a request only happens to set off (a queue that it wakes, a group of others' writes
 * that it shares) is not its doing.
 */
export function runWithoutActor<Result>(work: () => Result): Result {
  return storage.exit(work);
}

/** Says who acts, once that is known, in what is under way; where nobody acts, nothing. */
export function setActor(facts: ActorFacts): void {
  const acting = storage.getStore();
  if (!acting) return;
  const before = acting.facts;
  acting.facts = () => ({ ...before(), ...facts });
}

/** Who acts now, as the database is told: JSON, and empty where nobody does. */
export function getActorText(): string {
  const acting = storage.getStore();
  return acting ? JSON.stringify(acting.facts()) : "";
}
