import type { FastifyInstance } from "fastify";
import { isBelowRole } from "../../auth/holder.ts";
import type { Deps } from "../../deps.ts";
import { redactLinks } from "./links.ts";

/** Hides from viewers, in all that they read, the addresses at which executions are answered: whoever has one may answer. */
export function useHiddenLinks(app: FastifyInstance, deps: Pick<Deps, "config">): void {
  // With a callback: a promise for every reply would cost those who are no viewers.
  app.addHook("preSerialization", (request, _reply, payload, done) => {
    done(null, isBelowRole(request, "support") ? redactLinks(deps, [], payload) : payload);
  });
}
