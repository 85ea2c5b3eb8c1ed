import type { FastifyRequest } from "fastify";
import { getOperatorSession } from "../auth/guard.ts";
import type { Db } from "../platform/database/database.ts";
import { type OperatorRow, readOperator } from "./store.ts";

/** The operator whose session a request has. */
export function readOwnOperator(db: Db, request: FastifyRequest): Promise<OperatorRow> {
  const { orgId, operatorId } = getOperatorSession(request);
  return readOperator(db, orgId, operatorId);
}
