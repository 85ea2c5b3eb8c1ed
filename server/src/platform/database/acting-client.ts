import pg from "pg";
import { getActorText } from "../acting.ts";
import { ACTOR_SETTING } from "./recorded.ts";

const TELL = { name: "tell-actor", text: `select set_config('${ACTOR_SETTING}', $1, false)` };

/**
 * A client that tells its session who acts, before a statement of which `isRecorded` says that it matters, and only where
 * the session was told of somebody else last. A query may carry its `actor`, where it is sent in another's turn.
 */
export function createActingClient(isRecorded: (text: string) => boolean): typeof pg.Client {
  return class ActingClient extends pg.Client {
    #sentActor: string | undefined = "";

    // The driver overloads query() in six ways; none is changed.
    // biome-ignore lint/suspicious/noExplicitAny: passes the overloads of the driver through
    override query(...args: any[]): any {
      const [first] = args;
      const text = typeof first === "string" ? first : first?.text;
      if (typeof text === "string") this.#sendActor(text, first.actor);
      return Reflect.apply(super.query, this, args);
    }

    #sendActor(text: string, actor: string | undefined): void {
      // What was told within a transaction is undone with it.
      if (/^\s*rollback/i.test(text)) this.#sentActor = undefined;
      if (!isRecorded(text)) return;
      const wanted = actor ?? getActorText();
      if (wanted === this.#sentActor) return;
      this.#sentActor = wanted;
      const settled = (error: unknown) => {
        if (error) this.#sentActor = undefined;
      };
      // Queries of a client wait for each other: this one is through before the next begins.
      Reflect.apply(super.query, this, [{ ...TELL, values: [wanted] }, settled]);
    }
  };
}
