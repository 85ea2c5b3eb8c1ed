import {
  bearerOf,
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
  type MockVendor,
} from "../mock-vendor.ts";

// platform.openai.com/docs/api-reference: errors are {error: {message, type, param, code}}; 429 means either a rate
// limit or, with insufficient_quota, no money; unknown body members are refused.
const KEY = "sk-proj-good00000000";

function failed(status: number, message: string, type: string, code: string | null): MockAnswer {
  return { status, body: { error: { message, type, param: null, code } } };
}

function refuseUnknown(body: Record<string, unknown>, known: readonly string[]): MockAnswer | undefined {
  const name = Object.keys(body).find((member) => !known.includes(member));
  return name === undefined
    ? undefined
    : failed(400, `Unknown parameter: '${name}'.`, "invalid_request_error", "unknown_parameter");
}

function complete(body: Record<string, unknown>): MockAnswer {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  if (
    messages.length === 0 ||
    !messages.every((message) => isObject(message) && typeof message.content === "string")
  ) {
    return failed(
      400,
      "Missing required parameter: 'messages'.",
      "invalid_request_error",
      "missing_required_parameter",
    );
  }
  if (body.model === "gpt-broke")
    return failed(429, "You exceeded your current quota.", "insufficient_quota", "insufficient_quota");
  if (body.model !== "gpt-test")
    return failed(
      404,
      `The model '${body.model}' does not exist`,
      "invalid_request_error",
      "model_not_found",
    );
  return {
    status: 200,
    body: {
      id: "chatcmpl-1",
      object: "chat.completion",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: `${messages.length} messages` },
          finish_reason: "stop",
        },
      ],
      usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
    },
  };
}

function embed(body: Record<string, unknown>): MockAnswer {
  if (typeof body.input !== "string")
    return failed(400, "Missing required parameter: 'input'.", "invalid_request_error", null);
  const size = typeof body.dimensions === "number" ? body.dimensions : 3;
  return {
    status: 200,
    body: {
      object: "list",
      data: [{ object: "embedding", index: 0, embedding: Array(size).fill(0.5) }],
      usage: { total_tokens: 1 },
    },
  };
}

const WRITERS: Record<
  string,
  { known: readonly string[]; write: (body: Record<string, unknown>) => MockAnswer }
> = {
  "/v1/chat/completions": {
    known: ["model", "messages", "temperature", "max_completion_tokens", "response_format"],
    write: complete,
  },
  "/v1/embeddings": { known: ["model", "input", "dimensions"], write: embed },
  "/v1/moderations": {
    known: ["model", "input"],
    write: (body) => ({
      status: 200,
      body: { id: "modr-1", results: [{ flagged: /hate/.test(String(body.input)) }] },
    }),
  },
};

function write(request: MockRequest): MockAnswer {
  const writer = WRITERS[request.path];
  if (request.method !== "POST" || writer === undefined) {
    return failed(404, `Invalid URL (${request.method} ${request.path})`, "invalid_request_error", null);
  }
  const body = jsonBody(request);
  if (body === undefined)
    return failed(400, "We could not parse the JSON body of your request.", "invalid_request_error", null);
  return refuseUnknown(body, writer.known) ?? writer.write(body);
}

function create(): Mock {
  return {
    limited: () => ({
      ...failed(429, "Rate limit reached for requests", "requests", "rate_limit_exceeded"),
      headers: { "retry-after": "20" },
    }),
    answer: (request) => {
      if (bearerOf(request) !== KEY) {
        return failed(
          401,
          `Incorrect API key provided: ${bearerOf(request)}.`,
          "invalid_request_error",
          "invalid_api_key",
        );
      }
      const organization = request.headers["openai-organization"];
      if (organization !== undefined && organization !== "org-1") {
        return failed(401, "No such organization.", "invalid_request_error", "invalid_organization");
      }
      if (request.method === "GET" && request.path === "/v1/models") {
        return { status: 200, body: { object: "list", data: [{ id: "gpt-test", object: "model" }] } };
      }
      return write(request);
    },
  };
}

/** OpenAI's API, as documented at platform.openai.com. */
export const vendor: MockVendor = {
  hosts: ["api.openai.com"],
  credentials: { keybased: { good: { api_key: KEY }, bad: { api_key: "sk-proj-bad000000000" } } },
  settings: { organization_id: "org-1" },
  parameters: {
    "POST /v1/chat/completions": [
      "model",
      "messages",
      "temperature",
      "max_completion_tokens",
      "response_format",
    ],
    "POST /v1/embeddings": ["model", "input", "dimensions"],
    "POST /v1/moderations": ["model", "input"],
  },
  retryAfterMs: 20_000,
  create,
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
      expected: { text: "1 messages", finish_reason: "stop", usage: { total_tokens: 11 } },
    },
    {
      action: "create_embedding",
      input: { model: "m", input: "text", dimensions: 2 },
      expected: { embedding: [0.5, 0.5] },
    },
    {
      action: "check_content",
      input: { input: "fine", model: "omni-moderation-latest" },
      expected: { flagged: false },
    },
    { action: "list_models", input: {}, expected: [{ id: "gpt-test" }] },
  ],
  refusals: [
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
