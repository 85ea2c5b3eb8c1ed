import type { FastifyRequest } from "fastify";
import { isAtLeast, type Role } from "./roles.ts";

/** A text that stands for the key, operator or session token with which a request came. */
export function getHolder({ principal }: FastifyRequest): string {
  if (principal?.kind === "apiKey") return `key ${principal.keyId}`;
  return principal?.kind === "operator" ? `operator ${principal.operatorId}` : `token ${principal?.tokenId}`;
}

/** Whether a key or operator asks whose role is below `least`. */
export function isBelowRole({ principal }: FastifyRequest, least: Role): boolean {
  return principal !== undefined && principal.kind !== "session" && !isAtLeast(principal.role, least);
}

/** Whether the request came with the cookie of an operator who has signed in. */
export function isByOperator({ operator, principal }: FastifyRequest): boolean {
  return operator !== undefined || principal?.kind === "operator";
}

/** Who decides something: an operator who has signed in, in no other name; a program says who it was. */
export function getDecider({ principal }: FastifyRequest, said: string | undefined): string | undefined {
  return principal?.kind === "operator" ? principal.email : said;
}
