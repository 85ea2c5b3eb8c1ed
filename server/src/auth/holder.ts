import type { FastifyRequest } from "fastify";

/** A text that stands for the key, operator or session token with which a request came. */
export function holderOf({ principal }: FastifyRequest): string {
  if (principal?.kind === "apiKey") return `key ${principal.keyId}`;
  return principal?.kind === "operator" ? `operator ${principal.operatorId}` : `token ${principal?.tokenId}`;
}
