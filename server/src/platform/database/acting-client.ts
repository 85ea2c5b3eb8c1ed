import pg from "pg";
import { getActorText } from "../acting.ts";
import { ACTOR_SETTING } from "./recorded.ts";

const TELL = { name: "tell-actor", text: `select set_config('${ACTOR_SETTING}', $1, false)` };

/**
 * A client that tells its session the actor before a statement that `isRecorded` selects, and only if the session was
 * last told another one. A query may carry its own `actor` if another request sends it.
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
      // Anything told within a transaction is rolled back with it.
      if (/^\s*rollback/i.test(text)) this.#sentActor = undefined;
      if (!isRecorded(text)) return;
      const wanted = actor ?? getActorText();
      if (wanted === this.#sentActor) return;
      this.#sentActor = wanted;
      const settled = (error: unknown) => {
        if (error) this.#sentActor = undefined;
      };
      // Queries of a client are queued: this one completes before the next begins.
      Reflect.apply(super.query, this, [{ ...TELL, values: [wanted] }, settled]);
    }
  };
}
