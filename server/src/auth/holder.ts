import type { FastifyRequest } from "fastify";
import { isAtLeast, type Role } from "./roles.ts";

/** A text that identifies the key, operator or session token of a request. */
export function getHolder({ principal }: FastifyRequest): string {
  if (principal?.kind === "apiKey") return `key ${principal.keyId}`;
  return principal?.kind === "operator" ? `operator ${principal.operatorId}` : `token ${principal?.tokenId}`;
}

/** Whether the caller is a key or operator whose role is below `least`. */
export function isBelowRole({ principal }: FastifyRequest, least: Role): boolean {
  return principal !== undefined && principal.kind !== "session" && !isAtLeast(principal.role, least);
}

/** Whether the request came with the cookie of a signed-in operator. */
export function isByOperator({ operator, principal }: FastifyRequest): boolean {
  return operator !== undefined || principal?.kind === "operator";
}

/** Who made a decision: always the signed-in operator; a program says on whose behalf it decides. */
export function getDecider({ principal }: FastifyRequest, said: string | undefined): string | undefined {
  return principal?.kind === "operator" ? principal.email : said;
}
