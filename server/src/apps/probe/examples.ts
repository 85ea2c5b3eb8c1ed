import { Type } from "typebox";
import { EXAMPLE, ONE_RECORD } from "../../platform/http/example-values.ts";
import { withExample } from "../../platform/http/route.ts";
import { LongPageEnvelope } from "../../platform/page.ts";
import { ConnectionHealth } from "../health/health-schema.ts";

export const connectionListExample = {
  reply: withExample(Type.Object({ docs: Type.Array(ConnectionHealth), ...LongPageEnvelope }), {
    docs: [
      {
        _id: "6a1f0c2e9b3d4f5a6b7c8d45",
        slug: "hubspot",
        application: "HubSpot",
        linked_account_id: EXAMPLE.account,
        linked_account_name: "Customer 42",
        name: "customer-42.example",
        is_default: true,
        auth_type: "oauth2",
        identifier: "customer-42.example",
        status: "expired",
        cause: "HubSpot no longer accepts this connection: access was revoked or has expired.",
        what_to_do: "Connect HubSpot again and allow the access.",
        detail: "invalid_grant",
        consecutive_failures: 1,
        connected_at: "2026-01-05T08:00:00.000Z",
        expires_at: null,
        next_refresh_at: null,
        next_check_at: null,
        scopes: { granted: ["oauth"], needed: ["oauth"], missing: [] },
        checks: { succeeded: 98, failed: 0, last_at: "2026-01-31T04:12:00.000Z", last_succeeded: true },
        refreshes: { succeeded: 1240, failed: 1, last_at: EXAMPLE.at, last_succeeded: false },
        last_answer: { status: 400, at: EXAMPLE.at, about: "token" },
      },
    ],
    ...ONE_RECORD,
  }),
};
