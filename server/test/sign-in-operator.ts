import type { Role, Roles } from "../src/auth/roles.ts";
import { createOperatorSession } from "../src/auth/sessions/operator-sessions.ts";
import { insertOperator } from "../src/operators/store.ts";
import { createId } from "../src/platform/id.ts";
import type { TestServer } from "./test-server.ts";

/** Creates an operator of the server's organization and signs them in; returns the headers of their requests. */
export async function signInOperator(
  { deps: { db, clock }, orgId }: TestServer,
  roles: Partial<Roles> | Role,
  environment: "test" | "production" = "test",
) {
  const both = typeof roles === "string" ? { test: roles, production: roles } : roles;
  const email = `${createId()}@example.com`;
  const { id } = await insertOperator(db, orgId, { email, roles: both }, clock.now());
  const token = await createOperatorSession(db, id, { address: "192.0.2.1", userAgent: "Test" }, clock.now());
  const cookie = `junctor_session=${token}`;
  return { id, email, token, cookie, headers: { cookie, "x-junctor-environment": environment } };
}
