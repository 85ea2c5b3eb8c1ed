import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Agent, KeyPrincipal } from "../auth/credentials.ts";
import { getCallerAddress } from "../auth/limits/stranger-limit.ts";
import type { AccountScope } from "../auth/scope.ts";
import { type ActorFacts, runAsActor, setActor } from "../platform/acting.ts";
import type { ActorKind } from "./table.ts";

const LONGEST_USER_AGENT = 300;

/** Who acts: flat, because it is passed as a setting of the database session. */
export type Actor = ActorFacts & { readonly kind: ActorKind };

/** Runs every request as the actor that its credential stands for. Register it after the guard. */
export function useActors(app: FastifyInstance): void {
  // As late as this, because a body is read in events of the socket, which do not belong to the request.
  app.addHook("preValidation", (request, _reply, done) => {
    runAsActor(() => getActor(request), done);
  });
}

/** Who sent a request, through which operation, and from where. */
export function getActor(request: FastifyRequest): Actor {
  const { config, schema, url } = request.routeOptions;
  const { principal } = request;
  if (principal?.kind === "apiKey" && principal.agent) return createAgentActor(principal, principal.agent);
  return {
    ...identityOf(request, config.auth),
    operation: schema?.operationId ?? `${request.method} ${url ?? ""}`,
    address: getCallerAddress(request),
    userAgent: toUserAgent(request.headers["user-agent"]),
    environment: principal?.scope.environment,
  };
}

/** An agent: what it did is named by its tool. */
export function createAgentActor({ keyId: id, scope }: KeyPrincipal, { name, tool, address }: Agent): Actor {
  const { environment } = scope;
  return { kind: "agent", id, operation: tool, address, userAgent: toUserAgent(name), environment };
}

/** Browsers send ASCII; a text column may not be able to store anything else. */
function toUserAgent(text: string | undefined): string | undefined {
  return text?.replace(/[^\x20-\x7e]/g, "?").slice(0, LONGEST_USER_AGENT);
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

/** Sets the actor to a linked account, on a page or over a protocol that takes no credential of the API. */
export function setCustomerActor({ account, environment }: AccountScope): void {
  setActor({ kind: "linked_account", id: account.accountId, environment });
}

/** An operator, named by the address they sign in with until the log knows their name. */
export function createOperatorActor({ operatorId, email }: { operatorId: string; email: string }): Actor {
  return { kind: "operator", id: operatorId, name: email };
}
