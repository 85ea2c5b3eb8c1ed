import type { VendorCall } from "../mock-vendor.ts";

// docs.anthropic.com: what a batch leaves, and a single model.
const of = { batch_id: "msgbatch_1" };
const model = { type: "model", id: "claude-a", display_name: "CLAUDE-A", created_at: "2026-01-01T00:00:00Z" };

/** What has no state that the mock would keep. */
export const calls: readonly VendorCall[] = [
  {
    ...{ action: "delete_batch", input: of, sends: "DELETE /v1/messages/batches/msgbatch_1" },
    ...{ answer: { id: "msgbatch_1", type: "message_batch_deleted" }, expected: { deleted: true } },
  },
  {
    ...{ action: "download_batch_results", input: of, sends: "GET /v1/messages/batches/msgbatch_1/results" },
    // The harness sends an answer as JSON.
    ...{ answer: "{}", expected: { name: "file", contentType: "application/json", content: '"{}"' } },
  },
  { action: "get_model", input: { model: "claude-a" }, sends: "GET /v1/models/claude-a", answer: model },
];
