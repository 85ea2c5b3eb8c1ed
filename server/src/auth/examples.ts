import { Type } from "typebox";
import { EXAMPLE } from "../platform/http/example-values.ts";
import { withExample } from "../platform/http/route.ts";
import { ApiKeyBody, CreatedApiKey, Organization, OrganizationBody, SessionToken } from "./schema.ts";

export const sessionTokenExample = {
  body: withExample(Type.Object({ linked_account_id: Type.String({ minLength: 1, maxLength: 255 }) }), {
    linked_account_id: EXAMPLE.account,
  }),
  reply: withExample(SessionToken, {
    token: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJsaW5rZWRfYWNjb3VudF9pZCI6ImN1c3RvbWVyLTQyIn0…",
    expires_in: 86_400,
  }),
};

export const organizationExample = {
  body: withExample(OrganizationBody, {
    name: "Acme Ltd",
    color: "#0d7a5f",
    support: "help@acme.example",
    session_token_ttl: 3600,
    rate_limits: { requests: 60, triggers: 600 },
    retention: { test: 7 },
  }),
  reply: withExample(Organization, {
    _id: EXAMPLE.org,
    name: "Acme Ltd",
    color: "#0d7a5f",
    support: "help@acme.example",
    texts: {},
    session_token_ttl: 3600,
    frame_origins: [],
    whole_workflows: false,
    rate_limits: { requests: 60, triggers: 600 },
    provider_oauth_url: false,
    retention_days: 30,
    retention: { test: 7, production: null, server: 30 },
    audit_retention: { test: null, production: null, server: 365 },
    createdAt: "2026-01-05T08:00:00.000Z",
    updatedAt: EXAMPLE.at,
    __v: 1,
  }),
};

export const apiKeyExample = {
  body: withExample(ApiKeyBody, { name: "Nightly sync", role: "developer", expires_at: "2027-01-31" }),
  reply: withExample(CreatedApiKey, {
    id: "6a1f0c2e9b3d4f5a6b7c8d02",
    name: "Nightly sync",
    role: "developer",
    last_four: "N9Cp",
    created_at: EXAMPLE.at,
    expires_at: "2027-01-31T00:00:00.000Z",
    last_used_at: null,
    last_used_from: null,
    key: "tk_…N9Cp",
  }),
};
