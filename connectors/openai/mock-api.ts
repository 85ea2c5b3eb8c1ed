import { answerFrom, type MockRoutes, wholeNumber } from "../mock-routes.ts";
import {
  bearerOf,
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
} from "../mock-vendor.ts";

// platform.openai.com/docs/api-reference: errors are {error: {message, type, param, code}}; 429 means either a rate
// limit or, with insufficient_quota, no money; unknown body members are refused.
/** The only key that the mock knows. */
export const KEY = "sk-proj-good00000000";

/** A refusal as OpenAI words it. */
export function failed(status: number, message: string, type: string, code: string | null): MockAnswer {
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

interface Batch {
  id: string;
  object: "batch";
  status: string;
  output_file_id: string | null;
  [more: string]: unknown;
}

/** OpenAI, with a way for time to pass. */
export interface OpenAiMock extends Mock {
  finish(id: string): void;
}

const NO_BATCH = (id: string) =>
  failed(404, `No batch found with id '${id}'.`, "invalid_request_error", null);

function startBatch(batches: Batch[], request: MockRequest): MockAnswer {
  const body = jsonBody(request) ?? {};
  const refused = refuseUnknown(body, ["input_file_id", "endpoint", "completion_window", "metadata"]);
  if (refused !== undefined) return refused;
  if (body.completion_window !== "24h") {
    return failed(400, "Missing required parameter: 'completion_window'.", "invalid_request_error", null);
  }
  if (body.input_file_id !== "file-1")
    return failed(404, "No such File object", "invalid_request_error", null);
  const id = `batch_${batches.length + 1}`;
  batches.unshift({ ...body, id, object: "batch", status: "validating", output_file_id: null });
  return { status: 200, body: batches[0] };
}

function listBatches(batches: readonly Batch[], { query }: MockRequest): MockAnswer {
  const limit = wholeNumber(query.get("limit"), { fallback: 20, min: 1, max: 100 });
  if (limit === undefined) return failed(400, "Invalid 'limit'.", "invalid_request_error", null);
  const after = query.get("after");
  const start = after === null ? 0 : batches.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0) return NO_BATCH(after);
  const data = batches.slice(start, start + limit);
  return { status: 200, body: { object: "list", data, has_more: start + limit < batches.length } };
}

function batchRoutes(batches: Batch[]): MockRoutes {
  const withBatch = (id: string, answer: (batch: Batch) => MockAnswer) => {
    const batch = batches.find((one) => one.id === id);
    return batch === undefined ? NO_BATCH(id) : answer(batch);
  };
  return {
    "GET /v1/batches": (request) => listBatches(batches, request),
    "POST /v1/batches": (request) => startBatch(batches, request),
    "GET /v1/batches/*": (_, [id = ""]) => withBatch(id, (batch) => ({ status: 200, body: batch })),
    "POST /v1/batches/*/cancel": (_, [id = ""]) =>
      withBatch(id, (batch) => {
        if (batch.status !== "validating") {
          return failed(
            409,
            `Cannot cancel a batch with status '${batch.status}'.`,
            "invalid_request_error",
            null,
          );
        }
        return { status: 200, body: Object.assign(batch, { status: "cancelling" }) };
      }),
  };
}

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

/** Files are sent as a form with their purpose. */
function uploadFile({ headers, body }: MockRequest): MockAnswer {
  const isForm = /^multipart\/form-data\b/.test(headers["content-type"] ?? "");
  const [, filename] = /name="file"; filename="([^"]+)"/.exec(body) ?? [];
  const [, purpose] = /name="purpose"\r\n\r\n(.*)\r\n--/.exec(body) ?? [];
  return isForm && filename !== undefined && purpose !== undefined
    ? { status: 200, body: { id: "file-9", object: "file", filename, purpose } }
    : failed(400, "'file' is a required property", "invalid_request_error", null);
}

function listModels({ headers }: MockRequest): MockAnswer {
  // Each project has its own models; without the two headers it is the key's default one.
  const isOurs = headers["openai-organization"] === "org-1" && headers["openai-project"] === "proj_1";
  return {
    status: 200,
    body: { object: "list", data: [{ id: isOurs ? "gpt-test" : "gpt-other", object: "model" }] },
  };
}

/** OpenAI with one model and three batches. */
export function createOpenAi(): OpenAiMock {
  const batches = [3, 2, 1].map(
    (n): Batch => ({ id: `batch_${n}`, object: "batch", status: "completed", output_file_id: null }),
  );
  const routes: MockRoutes = {
    "GET /v1/models": listModels,
    "POST /v1/files": uploadFile,
    ...batchRoutes(batches),
  };
  return {
    finish: (id) => {
      const batch = batches.find((one) => one.id === id);
      if (batch !== undefined) Object.assign(batch, { status: "completed", output_file_id: "file-2" });
    },
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
      // Anything that is not found there is looked for among the endpoints that take JSON.
      return answerFrom(routes, request, write(request));
    },
  };
}
