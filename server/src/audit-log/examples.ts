import { Type } from "typebox";
import { EXAMPLE, ONE_RECORD } from "../platform/http/example-values.ts";
import { withExample } from "../platform/http/route.ts";
import { LongPageEnvelope } from "../platform/page.ts";
import { AuditLogEntry } from "./schema.ts";

export const auditLogExample = {
  reply: withExample(Type.Object({ docs: Type.Array(AuditLogEntry), ...LongPageEnvelope }), {
    docs: [
      {
        _id: "6a1f0c2e9b3d4f5a6b7c8d04",
        at: EXAMPLE.at,
        action: "workflow.updated",
        operation: "updateWorkflow",
        actor: { kind: "api_key", id: "6a1f0c2e9b3d4f5a6b7c8d02", name: "Deployment" },
        address: "203.0.113.7",
        user_agent: "curl/8.10.1",
        environment: "test",
        object: { type: "workflow", id: EXAMPLE.workflow, name: "Order to total" },
        linked_account_id: null,
        fields: ["name"],
        secrets: [],
      },
    ],
    ...ONE_RECORD,
  }),
};
