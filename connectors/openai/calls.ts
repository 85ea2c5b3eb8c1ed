import type { VendorCall } from "../mock-vendor.ts";

// platform.openai.com/docs/api-reference: responses, images, models and files.
const response = { id: "resp_1", object: "response", status: "completed", output: [{ type: "message" }] };
const asked = {
  model: "gpt-test",
  input: "Hi",
  instructions: "Short",
  previous_response_id: "resp_0",
  max_output_tokens: 50,
  temperature: 0,
  tools: [{ type: "web_search" }],
  metadata: { job: "7" },
  store: false,
};
const image = { model: "gpt-image", prompt: "A fox", n: 1, size: "1024x1024", quality: "low" };
const images = { created: 1, data: [{ b64_json: "AAAA" }] };
const model = { id: "gpt-test", object: "model", owned_by: "openai" };
const file = { id: "file-1", object: "file", filename: "orders.jsonl", bytes: 3, purpose: "batch" };
const other = { ...file, id: "file-2" };
const ofResponse = { response_id: "resp_1" };
const ofFile = { file_id: "file-1" };

/** What has no state that the mock would keep. */
export const calls: readonly VendorCall[] = [
  { action: "create_response", input: asked, sends: "POST /v1/responses", body: asked, answer: response },
  { action: "get_response", input: ofResponse, sends: "GET /v1/responses/resp_1", answer: response },
  {
    ...{ action: "delete_response", input: ofResponse, sends: "DELETE /v1/responses/resp_1" },
    ...{ answer: { id: "resp_1", deleted: true }, expected: { deleted: true } },
  },
  { action: "create_image", input: image, sends: "POST /v1/images/generations", body: image, answer: images },
  { action: "get_model", input: { model: "gpt-test" }, sends: "GET /v1/models/gpt-test", answer: model },
  {
    action: "list_files",
    input: { purpose: "batch", limit: 1 },
    pages: [
      { sends: "GET /v1/files?purpose=batch&limit=1", answer: { data: [file], has_more: true } },
      {
        sends: "GET /v1/files?purpose=batch&limit=1&after=file-1",
        answer: { data: [other], has_more: false },
      },
    ],
    expected: [file, other],
  },
  { action: "get_file", input: ofFile, sends: "GET /v1/files/file-1", answer: file },
  {
    ...{ action: "download_file", input: ofFile, sends: "GET /v1/files/file-1/content", answer: "{}" },
    // The harness sends an answer as JSON.
    expected: { name: "file", contentType: "application/json", content: '"{}"' },
  },
  {
    ...{ action: "delete_file", input: ofFile, sends: "DELETE /v1/files/file-1" },
    ...{ answer: { id: "file-1", deleted: true }, expected: { deleted: true } },
  },
];
