import { type Static, Type } from "typebox";
import { Formed, Id, Record, Timestamp } from "../platform/http/route.ts";
import type { OrganizationRow } from "./organizations.ts";

/** Shortest and longest life that an organization may give its session tokens: a minute and 30 days. */
export const SESSION_TTL_S = { min: 60, max: 30 * 86_400 };

export const Organization = Record("Organization", {
  _id: Id,
  name: Type.String(),
  logo: Type.Optional(Type.String()),
  session_token_ttl: Type.Integer({ description: "Life of new session tokens in seconds." }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  __v: Type.Integer(),
});

export const OrganizationBody = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  logo: Type.Optional(
    Type.Union([
      Formed("^https?://", "an http or https address", { format: "uri", maxLength: 2000 }),
      Type.Null(),
    ]),
  ),
  session_token_ttl: Type.Optional(Type.Integer({ minimum: SESSION_TTL_S.min, maximum: SESSION_TTL_S.max })),
});

export const SessionToken = Record("SessionToken", {
  token: Type.String({ description: "Bearer token for this linked account." }),
  expires_in: Type.Integer({ description: "Life in seconds." }),
});

/** Wire form of an organization. */
export function presentOrganization(row: OrganizationRow): Static<typeof Organization> {
  return {
    _id: row.id,
    name: row.name,
    logo: row.logo ?? undefined,
    session_token_ttl: row.session_token_ttl_s,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    __v: row.revision,
  };
}
