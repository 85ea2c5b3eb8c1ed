import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../platform/http/route.ts";
import { sendProtocolError } from "./http.ts";

/** The largest request, in bytes. */
export const BODY_LIMIT = 1024 * 1024;
const config = { auth: "none", checksAddress: true } as const;
const schema = { hide: true };

/** An endpoint of the protocol: where it is, and how it answers. */
export interface ProtocolEndpoint<Params, Opened> {
  readonly urls: readonly string[];
  /** Opens the handler; called with the first request, and again after a failure. */
  open(): Promise<Opened>;
  answer(
    request: FastifyRequest<{ Params: Params }>,
    reply: FastifyReply,
    opened: () => Promise<Opened>,
  ): Promise<unknown>;
}

/** Makes the app answer the protocol over HTTP: bodies are read as text, and refusals are in the protocol's form. */
export function registerProtocolRoutes<Params, Opened extends { close(): Promise<void> }>(
  app: App,
  { urls, open, answer }: ProtocolEndpoint<Params, Opened>,
): void {
  let known: Promise<Opened> | undefined;
  const opened = () => {
    known ??= open().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  app.register(async (scope) => {
    takeText(scope);
    scope.setErrorHandler<FastifyError>((error, _, reply) => {
      if (error.statusCode !== 413) throw error;
      return sendProtocolError(reply, 413, "The request is too large.");
    });
    // When everything is answered: closing earlier would cut calls off.
    scope.addHook("onClose", async () => (await known)?.close());
    for (const url of urls) {
      scope.route<{ Params: Params }>({
        method: ["GET", "POST", "DELETE"],
        url,
        config,
        schema,
        exposeHeadRoute: false,
        handler: (request, reply) => answer(request, reply, opened),
      });
      scope.route({
        method: ["HEAD", "PUT", "PATCH"],
        url,
        config,
        schema,
        handler: (_, reply) =>
          sendProtocolError(reply.header("allow", "POST"), 405, "Only POST is served here."),
      });
    }
  });
}

/** Lets routes take any body as raw text: what is not JSON is answered in the protocol's own words. */
function takeText(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  // Content types by name are found at once, all others by a search.
  const types = ["application/json", "*"];
  const options = { parseAs: "string", bodyLimit: BODY_LIMIT } as const;
  scope.addContentTypeParser(types, options, (_, text, done) => done(null, text));
}
