import type { FastifyError, FastifyInstance } from "fastify";

/** A request that a third-party service refuses, answered as JSON `{error, message}` with `status`. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
  }
}

const CODES: Record<number, string> = {
  400: "invalid_request",
  413: "too_large",
  415: "unsupported_media_type",
};

/** Answers every refusal, malformed request and unknown path of `app` with JSON `{error, message}`. */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Refusal>((error, request, reply) => {
    if (error instanceof Refusal) {
      return reply.code(error.status).send({ error: error.code, message: error.message });
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      console.error(`${request.method} ${request.routeOptions.url} failed:`, error);
      return reply.code(500).send({ error: "server_error", message: "The service failed." });
    }
    return reply.code(status).send({ error: CODES[status] ?? "invalid_request", message: error.message });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0];
    return reply.code(404).send({ error: "not_found", message: `There is no ${request.method} ${path}.` });
  });
}
