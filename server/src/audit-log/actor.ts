import type { FastifyInstance, FastifyRequest } from "fastify";
import { getCallerAddress } from "../auth/limits/stranger-limit.ts";
import type { AccountScope } from "../auth/scope.ts";
import { type ActorFacts, runAsActor, setActor } from "../platform/acting.ts";
import type { ActorKind } from "./table.ts";

const LONGEST_USER_AGENT = 300;

/** Who acts: flat, because it travels as a setting of the database's session. */
export type Actor = ActorFacts & { readonly kind: ActorKind };

/** Has every request act in the name of whoever its credential stands for. Register it after the guard. */
export function useActors(app: FastifyInstance): void {
  // Where handlers begin: reading a body goes through the socket's events, which know of no request.
  app.addHook("preValidation", (request, _reply, done) => {
    runAsActor(() => getActor(request), done);
  });
}

/** Who a request comes from, by what, and from where. */
export function getActor(request: FastifyRequest): Actor {
  const { config, schema, url } = request.routeOptions;
  const { environment } = request.principal?.scope ?? {};
  return {
    ...identityOf(request, config.auth),
    operation: schema?.operationId ?? `${request.method} ${url ?? ""}`,
    address: getCallerAddress(request),
    // What browsers send is ASCII; what else somebody sends may be nothing that text can hold.
    userAgent: request.headers["user-agent"]?.replace(/[^\x20-\x7e]/g, "?").slice(0, LONGEST_USER_AGENT),
    environment,
  };
}

function identityOf({ principal, operator }: FastifyRequest, auth: string | undefined): Actor {
  if (auth === "operator" && operator) return createOperatorActor(operator);
  switch (principal?.kind) {
    case "operator":
      return createOperatorActor(principal);
    case "apiKey":
      return { kind: "api_key", id: principal.keyId };
    case "session":
      return { kind: "linked_account", id: principal.account.accountId };
    case undefined:
      return { kind: "visitor" };
  }
}

/** Says that a linked account acts, on a page or over a protocol that takes no credential of the API. */
export function setCustomerActor({ account, environment }: AccountScope): void {
  setActor({ kind: "linked_account", id: account.accountId, environment });
}

/** An operator, by the address under which they sign in until the log knows their name. */
export function createOperatorActor({ operatorId, email }: { operatorId: string; email: string }): Actor {
  return { kind: "operator", id: operatorId, name: email };
}
