import { requestOf, SENT_FILE } from "../mock-request.ts";
import type { MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { createOpenAi, failed, KEY, type OpenAiMock } from "./mock-api.ts";

/** OpenAI's API, as documented at platform.openai.com. */
export const vendor: MockVendor = {
  hosts: ["api.openai.com"],
  credentials: { keybased: { good: { api_key: KEY }, bad: { api_key: "sk-proj-bad000000000" } } },
  settings: { organization_id: "org-1", project_id: "proj_1" },
  parameters: {
    "POST /v1/chat/completions": [
      "model",
      "messages",
      "temperature",
      "max_completion_tokens",
      "response_format",
    ],
    "GET /v1/batches": ["limit", "after"],
    "POST /v1/batches": ["input_file_id", "endpoint", "completion_window", "metadata"],
    "POST /v1/embeddings": ["model", "input", "dimensions"],
    "POST /v1/moderations": ["model", "input"],
  },
  retryAfterMs: 20_000,
  create: createOpenAi,
  calls,
  answers: [
    {
      answer: failed(403, "Country, region, or territory not supported", "request_forbidden", null),
      code: "auth",
    },
  ],
  cases: [
    {
      action: "create_chat_completion",
      input: {
        model: "gpt-test",
        messages: [{ role: "user", content: "Hi" }],
        temperature: 0,
        max_completion_tokens: 50,
        response_format: { type: "text" },
      },
      expected: { id: "chatcmpl-1", text: "1 messages", finish_reason: "stop", usage: { total_tokens: 11 } },
    },
    {
      action: "create_embedding",
      input: { model: "m", input: "text", dimensions: 2 },
      expected: { embedding: [0.5, 0.5], usage: { total_tokens: 1 } },
    },
    {
      action: "check_content",
      input: { input: "fine", model: "omni-moderation-latest" },
      expected: { flagged: false },
    },
    { action: "list_models", input: {}, expected: [{ id: "gpt-test" }] },
    {
      action: "create_batch",
      input: { input_file_id: "file-1", endpoint: "/v1/embeddings", metadata: { job: "7" } },
      expected: { id: "batch_4", status: "validating", endpoint: "/v1/embeddings", metadata: { job: "7" } },
    },
    {
      action: "get_batch",
      input: { batch_id: "batch_4" },
      expected: { id: "batch_4", status: "validating" },
    },
    {
      action: "cancel_batch",
      input: { batch_id: "batch_4" },
      expected: { id: "batch_4", status: "cancelling" },
    },
    { action: "list_batches", input: { limit: 1 }, expected: { items: [{ id: "batch_4" }] } },
    {
      action: "upload_file",
      input: { file: SENT_FILE, purpose: "batch" },
      expected: { id: "file-9", filename: "report.txt", purpose: "batch" },
    },
  ],
  paging: [
    {
      action: "list_batches",
      input: { limit: 2 },
      pages: 2,
      items: [3, 2, 1].map((n) => ({ id: `batch_${n}` })),
    },
  ],
  options: [{ list: "models", expected: [{ name: "gpt-test", value: "gpt-test" }] }],
  triggers: [
    {
      trigger: "batch_changed",
      kind: "poll",
      input: {},
      happen: (mock) => {
        const headers = { authorization: `Bearer ${KEY}` };
        const json = { input_file_id: "file-1", endpoint: "/v1/embeddings", completion_window: "24h" };
        mock.answer(requestOf("POST", "/v1/batches", { json, headers }));
        (mock as OpenAiMock).finish("batch_4"); // made by createOpenAi
      },
      expected: [{ id: "batch_4", status: "completed", output_file_id: "file-2" }],
    },
  ],
  refusals: [
    { action: "cancel_batch", input: { batch_id: "batch_1" }, code: "input", message: /Cannot cancel/ },
    { action: "get_batch", input: { batch_id: "none" }, code: "input", message: /No batch found/ },
    {
      action: "create_chat_completion",
      input: { model: "nothing", messages: [{ role: "user", content: "Hi" }] },
      code: "input",
      message: /does not exist/,
    },
    {
      action: "create_chat_completion",
      input: { model: "gpt-broke", messages: [{ role: "user", content: "Hi" }] },
      code: "input",
      message: /quota/,
    },
  ],
};
