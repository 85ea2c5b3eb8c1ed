import { requestOf } from "../mock-request.ts";
import { answerFrom, type MockRoutes, wholeNumber } from "../mock-routes.ts";
import {
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
  type MockVendor,
} from "../mock-vendor.ts";
import { calls } from "./calls.ts";

// docs.anthropic.com: x-api-key and anthropic-version with every request; refusals are {type: error, error: {type, message}};
// lists are {data, has_more, first_id, last_id} and go on with after_id.
const KEY = "sk-ant-good0000000000000000";
const MODELS = ["claude-c", "claude-b", "claude-a"].map((id) => ({
  type: "model",
  id,
  display_name: id.toUpperCase(),
  created_at: "2026-01-01T00:00:00Z",
}));

interface Batch {
  id: string;
  type: string;
  processing_status: string;
  request_counts: object;
}

function failed(status: number, type: string, message: string): MockAnswer {
  return { status, body: { type: "error", error: { type, message }, request_id: "req_1" } };
}

const invalid = (message: string) => failed(400, "invalid_request_error", message);

function page(items: readonly { id: string }[], { query }: MockRequest): MockAnswer {
  const limit = wholeNumber(query.get("limit"), { fallback: 20, min: 1, max: 1000 });
  if (limit === undefined) return invalid("limit: Input should be between 1 and 1000");
  const after = query.get("after_id");
  const start = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0) return invalid("after_id: not found");
  const data = items.slice(start, start + limit);
  const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
  return { status: 200, body: { data, has_more: start + limit < items.length, ...ends } };
}

function checkConversation(body: Record<string, unknown>, known: readonly string[]): MockAnswer | undefined {
  const extra = Object.keys(body).find((name) => !known.includes(name));
  if (extra !== undefined) return invalid(`${extra}: Extra inputs are not permitted`);
  if (!MODELS.some(({ id }) => id === body.model))
    return failed(404, "not_found_error", `model: ${body.model}`);
  const { messages } = body;
  if (!Array.isArray(messages) || messages.length === 0) return invalid("messages: Field required");
  if (isObject(messages[0]) && messages[0].role === "user") return undefined;
  return invalid('messages: first message must use the "user" role');
}

function answerMessage(request: MockRequest): MockAnswer {
  const body = jsonBody(request);
  if (body === undefined) return invalid("The request body is not valid JSON");
  const known = [
    "model",
    "max_tokens",
    "system",
    "messages",
    "temperature",
    "stop_sequences",
    "tools",
    "tool_choice",
  ];
  const refused = checkConversation(body, known);
  if (refused !== undefined) return refused;
  if (!Number.isInteger(body.max_tokens)) return invalid("max_tokens: Field required");
  const text = `${body.system ?? "-"}|${body.temperature ?? "-"}|${JSON.stringify(body.stop_sequences ?? null)}|${JSON.stringify(body.tools ?? null)}|${JSON.stringify(body.tool_choice ?? null)}`;
  const usage = { input_tokens: 12, output_tokens: body.max_tokens };
  const content = [{ type: "text", text }];
  return {
    status: 200,
    body: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: body.model,
      content,
      stop_reason: "end_turn",
      usage,
    },
  };
}

function batchRoutes(batches: Batch[]): MockRoutes {
  const withBatch = (id: string, answer: (batch: Batch) => MockAnswer) => {
    const batch = batches.find((one) => one.id === id);
    return batch === undefined
      ? failed(404, "not_found_error", "The requested resource could not be found.")
      : answer(batch);
  };
  return {
    "POST /v1/messages/batches": (request) => {
      const requests = jsonBody(request)?.requests;
      if (!Array.isArray(requests) || requests.length === 0) return invalid("requests: Field required");
      if (
        !requests.every((one) => isObject(one) && typeof one.custom_id === "string" && isObject(one.params))
      ) {
        return invalid("requests.0.custom_id: Field required");
      }
      const id = `msgbatch_${batches.length + 1}`;
      batches.unshift({
        id,
        type: "message_batch",
        processing_status: "in_progress",
        request_counts: { processing: requests.length },
      });
      return { status: 200, body: batches[0] };
    },
    "GET /v1/messages/batches": (request) => page(batches, request),
    "GET /v1/messages/batches/*": (_, [id = ""]) => withBatch(id, (batch) => ({ status: 200, body: batch })),
    "POST /v1/messages/batches/*/cancel": (_, [id = ""]) =>
      withBatch(id, (batch) => {
        if (batch.processing_status === "in_progress") batch.processing_status = "canceling";
        return { status: 200, body: batch };
      }),
  };
}

function create(): Mock {
  const seeds = [3, 2, 1].map((n) => `msgbatch_${n}`);
  const batches = seeds.map((id) => ({
    id,
    type: "message_batch",
    processing_status: "ended",
    request_counts: { succeeded: 1 },
  }));
  const routes: MockRoutes = {
    "GET /v1/models": (request) => page(MODELS, request),
    "POST /v1/messages": answerMessage,
    "POST /v1/messages/count_tokens": (request) => {
      const body = jsonBody(request) ?? {};
      const refused = checkConversation(body, ["model", "system", "messages", "tools", "tool_choice"]);
      return (
        refused ?? {
          status: 200,
          body: { input_tokens: JSON.stringify(body.messages).length + String(body.system ?? "").length },
        }
      );
    },
    ...batchRoutes(batches),
  };
  return {
    limited: () => ({
      ...failed(429, "rate_limit_error", "This request would exceed your organization's rate limit."),
      headers: { "retry-after": "17" },
    }),
    answer: (request) => {
      if (request.headers["x-api-key"] !== KEY)
        return failed(401, "authentication_error", "invalid x-api-key");
      if (request.headers["anthropic-version"] !== "2023-06-01")
        return invalid("anthropic-version: header is required");
      return answerFrom(routes, request, failed(404, "not_found_error", "Not found"));
    },
  };
}

function work(mock: Mock, path: string, body: object): void {
  const headers = { "x-api-key": KEY, "anthropic-version": "2023-06-01" };
  const { status } = mock.answer(requestOf("POST", path, { json: body, headers }));
  if (status !== 200) throw new Error(`The mock answered ${status}.`);
}

const REQUESTS = [{ custom_id: "order-7", params: { model: "claude-a", max_tokens: 10, messages: [] } }];
const MESSAGES = [{ role: "user", content: "Grüße" }];

/** Anthropic's API, as documented at docs.anthropic.com. */
export const vendor: MockVendor = {
  hosts: ["api.anthropic.com"],
  credentials: { keybased: { good: { api_key: KEY }, bad: { api_key: "sk-ant-bad00000000000000000" } } },
  parameters: {
    "GET /v1/models": ["limit", "after_id", "before_id"],
    "POST /v1/messages": [
      "model",
      "max_tokens",
      "system",
      "messages",
      "temperature",
      "stop_sequences",
      "tools",
      "tool_choice",
    ],
    "POST /v1/messages/count_tokens": ["model", "system", "messages", "tools", "tool_choice"],
    "POST /v1/messages/batches": ["requests"],
    "GET /v1/messages/batches": ["limit", "after_id", "before_id"],
  },
  retryAfterMs: 17_000,
  create,
  calls,
  answers: [
    { answer: failed(403, "permission_error", "Your API key does not have permission."), code: "auth" },
    { answer: failed(529, "overloaded_error", "Overloaded"), code: "remote" },
    { answer: failed(413, "request_too_large", "Request exceeds the maximum size."), code: "input" },
  ],
  cases: [
    {
      action: "create_message",
      input: {
        model: "claude-a",
        max_tokens: 100,
        system: "Short",
        messages: MESSAGES,
        temperature: 0.5,
        stop_sequences: ["END"],
        tools: [{ name: "t" }],
        tool_choice: { type: "auto" },
      },
      expected: {
        id: "msg_1",
        text: 'Short|0.5|["END"]|[{"name":"t"}]|{"type":"auto"}',
        content: [{ type: "text" }],
        stop_reason: "end_turn",
        usage: { output_tokens: 100 },
      },
    },
    {
      action: "count_tokens",
      input: { model: "claude-a", system: "Short", messages: MESSAGES },
      expected: { input_tokens: JSON.stringify(MESSAGES).length + 5 },
    },
    { action: "list_models", input: { limit: 1 }, expected: { items: [{ id: "claude-c" }] } },
    {
      action: "create_batch",
      input: { requests: REQUESTS },
      expected: { id: "msgbatch_4", processing_status: "in_progress", request_counts: { processing: 1 } },
    },
    {
      action: "get_batch",
      input: { batch_id: "msgbatch_4" },
      expected: { id: "msgbatch_4", processing_status: "in_progress" },
    },
    {
      action: "cancel_batch",
      input: { batch_id: "msgbatch_4" },
      expected: { processing_status: "canceling" },
    },
    { action: "list_batches", input: { limit: 1 }, expected: { items: [{ id: "msgbatch_4" }] } },
  ],
  paging: [
    { action: "list_models", input: { limit: 2 }, pages: 2, items: MODELS },
    {
      action: "list_batches",
      input: { limit: 1 },
      pages: 3,
      items: [3, 2, 1].map((n) => ({ id: `msgbatch_${n}` })),
    },
  ],
  options: [
    { list: "models", expected: MODELS.map(({ id, display_name }) => ({ name: display_name, value: id })) },
  ],
  triggers: [
    {
      trigger: "batch_changed",
      kind: "poll",
      input: {},
      happen: (mock) => {
        work(mock, "/v1/messages/batches", { requests: REQUESTS });
        work(mock, "/v1/messages/batches/msgbatch_4/cancel", {});
      },
      expected: [{ id: "msgbatch_4", processing_status: "canceling" }],
    },
  ],
  refusals: [
    {
      action: "create_message",
      input: { model: "none", max_tokens: 1, messages: MESSAGES },
      code: "input",
      message: /404: model: none/,
    },
    {
      action: "create_message",
      input: { model: "claude-a", max_tokens: 1, messages: [{ role: "assistant", content: "x" }] },
      code: "input",
      message: /first message must use/,
    },
    { action: "get_batch", input: { batch_id: "none" }, code: "input", message: /could not be found/ },
  ],
};
