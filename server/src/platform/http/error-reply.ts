import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { isStatementCanceled, isTransient } from "../database/database.ts";
import { ApiError, type ErrorCode } from "../errors.ts";
import { SandboxUnavailableError } from "../sandbox/protocol.ts";
import { SchemaError } from "./compile-schemas.ts";
import { BODY_LIMIT_BYTES } from "./json-body.ts";
import { getReasonPhrase } from "./reason-phrase.ts";

/** The one error shape (platform-surface 4.8); both spellings of two names, because clients read either. */
export const ErrorReply = Type.Object(
  {
    status_code: Type.Integer({ description: "The HTTP status." }),
    http_error_type: Type.String({ description: "The HTTP status by name, such as BAD_REQUEST." }),
    error_type: Type.String({ description: "The same as `http_error_type`." }),
    error_code: Type.String({ description: "Error code for programs." }),
    error: Type.String({ description: "The same as `error_code`." }),
    message: Type.String({ description: "What is wrong and how to fix it, for people." }),
    request_id: Type.String({ description: "Id of the request in the server's log." }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({ field: Type.String(), message: Type.String() }, { additionalProperties: true }),
        {
          description:
            "Problems with fields of the request: the dotted path of each, and a sentence. All problems are listed; `message` is the first.",
        },
      ),
    ),
  },
  { title: "Error" },
);

/** Makes every failure of `app` answer in the error shape, never with the text of an exception. */
export function useErrorReplies(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    sendError(toFailure(error, request), request, reply),
  );
  app.setNotFoundHandler((request, reply) =>
    sendError(
      new ApiError(
        "not_found",
        "RESOURCE_NOT_FOUND",
        `Route ${request.method} ${request.url.split("?")[0]} does not exist.`,
      ),
      request,
      reply,
    ),
  );
}

/** The content of an error reply. */
export type Failure = Pick<ApiError, "status" | "code" | "message"> &
  Partial<Pick<ApiError, "errors" | "retryAfterS">>;

function sendError(failure: Failure, request: FastifyRequest, reply: FastifyReply) {
  const { status } = failure;
  const retryAfterS = failure.retryAfterS ?? (status === 503 ? 1 : undefined);
  if (retryAfterS !== undefined) reply.header("retry-after", String(retryAfterS));
  return reply.code(status).type("application/json; charset=utf-8").send(buildErrorBody(failure, request.id));
}

/** The body of every error reply (platform-surface 4.8). */
export function buildErrorBody(
  { status, code, message, errors }: Failure,
  requestId: string,
): Static<typeof ErrorReply> {
  const type = (getReasonPhrase(status) ?? "ERROR").toUpperCase().replaceAll(/[ -]/g, "_");
  return {
    status_code: status,
    http_error_type: type,
    error_type: type,
    error_code: code,
    error: code,
    message,
    request_id: requestId,
    ...(errors && { errors: [...errors] }),
  };
}

/** Fastify's `frameworkErrors`: a URL that cannot be routed gets the same error shape. */
export function sendUnroutableError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header("x-request-id", request.id);
  const failure =
    error.code === "FST_ERR_MAX_PARAM_LENGTH"
      ? new ApiError("not_found", "RESOURCE_NOT_FOUND", "No record has an id as long as the one in the path.")
      : toFailure(error, request);
  sendError(failure, request, reply);
}

/**
 * The error for the caller: the error itself if it is meant for callers; any other is logged, and nothing of it is
 * shown.
 */
export function toFailure(error: FastifyError, request: FastifyRequest): Failure {
  if (error instanceof ApiError) return error;
  if (error.validationContext)
    return new ApiError(
      "bad_request",
      missing(error) ? "MISSING_REQUIRED_FIELD" : "VALIDATION_ERROR",
      error.message,
      error instanceof SchemaError ? error.errors : undefined,
    );
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") return tooLarge(request);
  if (isRefusal(error)) return fromFastify(error);
  if (isTransient(error) || isStatementCanceled(error)) {
    request.log.warn({ err: error }, "request.database-away");
    return createUnavailable("The database is not responding right now; please try again.");
  }
  if (error instanceof SandboxUnavailableError) {
    request.log.warn({ err: error }, "request.sandbox-away");
    return createUnavailable("Code and expressions cannot be checked or run right now; please try again.");
  }
  request.log.error({ err: error }, "request.failed");
  return {
    status: 500,
    code: "SERVER_ERROR",
    message: "Something went wrong on our side; use the request id to find it in the server's log.",
  };
}

function createUnavailable(message: string): ApiError {
  return new ApiError("unavailable", "UNAVAILABLE", message);
}

/** Whether Fastify itself refused the request; a status that another library put on its error does not count. */
function isRefusal({ code, statusCode }: FastifyError): boolean {
  return (
    code?.startsWith("FST_") === true && statusCode !== undefined && statusCode >= 400 && statusCode < 500
  );
}

function missing(error: FastifyError): boolean {
  return / is required in the /.test(error.message);
}

const FASTIFY_CODES: Record<string, { code: ErrorCode; message: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: "UNSUPPORTED_MEDIA_TYPE",
    message: "Send the body as application/json.",
  },
};

function tooLarge({ routeOptions }: FastifyRequest): Failure {
  const megabytes = Math.floor((routeOptions.bodyLimit ?? BODY_LIMIT_BYTES) / 1024 / 1024);
  return {
    status: 413,
    code: "PAYLOAD_TOO_LARGE",
    message: `The request body is larger than ${megabytes} MB.`,
  };
}

/** Fastify's own refusals (wrong content type, malformed address). */
function fromFastify(error: FastifyError): Failure {
  const known = FASTIFY_CODES[error.code];
  return {
    status: error.statusCode ?? 400,
    code: known?.code ?? "VALIDATION_ERROR",
    message: known?.message ?? "The request could not be read.",
  };
}
