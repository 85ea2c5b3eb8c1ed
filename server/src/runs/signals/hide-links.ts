import type { FastifyInstance } from "fastify";
import { isBelowRole } from "../../auth/holder.ts";
import type { Deps } from "../../deps.ts";
import { redactLinks } from "./links.ts";

/** Hides links from viewers, in everything they read: anyone with a link can answer or decide. */
export function useHiddenLinks(app: FastifyInstance, deps: Pick<Deps, "config">): void {
  // With a callback, because a promise for every reply would slow down the other readers.
  app.addHook("preSerialization", (request, _reply, payload, done) => {
    done(null, isBelowRole(request, "support") ? redactLinks(deps, [], payload) : payload);
  });
}
