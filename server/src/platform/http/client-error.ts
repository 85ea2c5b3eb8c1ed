import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { buildErrorBody, type Failure } from "./error-reply.ts";
import { getReasonPhrase } from "./reason-phrase.ts";

const FAILURES: Record<string, Failure> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: "VALIDATION_ERROR",
    message: "The request's address and headers are larger than 16 KB.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: "VALIDATION_ERROR",
    message: "The request did not arrive in time.",
  },
};
const MALFORMED: Failure = {
  status: 400,
  code: "VALIDATION_ERROR",
  message: "The request is not valid HTTP.",
};

/**
 * Fastify's `clientErrorHandler`: a message that is not even HTTP gets the error shape as well, and its connection
 * ends.
 */
export function sendClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const failure = FAILURES[error.code ?? ""] ?? MALFORMED;
  const body = JSON.stringify(buildErrorBody(failure, randomUUID()));
  const head = [
    // Old published clients show only the reason (platform-surface 2.1).
    `HTTP/1.1 ${failure.status} ${getReasonPhrase(failure.status)}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
