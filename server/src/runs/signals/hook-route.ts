import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { defineOperations, registerOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { getReceivedFiles, useReceivedFiles } from "../../files/received-files.ts";
import { badRequest, notFound } from "../../platform/errors.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { createLargeBodies, type LargeBodies } from "../../platform/http/large-bodies.ts";
import { type App, Message } from "../../platform/http/route.ts";
import type { Json } from "../../platform/json/json.ts";
import { type LinkedStep, verifyLinkToken } from "./links.ts";
import { requireAnswerState, saveAnswer } from "./signals.ts";

const ByToken = Type.Object({ token: Type.String({ description: "The last part of the node's URL." }) });

type AnswerDeps = Deps & { readonly large: LargeBodies };

const operation = defineOperations<AnswerDeps>("Executions");

/** The address of nodes that wait for a webhook. */
export const ANSWER_OPERATIONS = [
  operation({
    id: "answerWait",
    method: "post",
    path: "/api/v1/wait/:token",
    credentials: "none",
    // Large bodies are read only for those who have the address.
    options: ({ large, ...deps }) => ({
      bodyLimit: large.bodyLimit,
      onRequest: async ({ params }) => void readToken(deps, params as Static<typeof ByToken>), // not validated yet
      preParsing: large.reserve,
    }),
    preValidation: bodyIsThere,
    summary: "Answer a waiting webhook node",
    description:
      "Answers a `wait_for_webhook` node, which resumes with the body as its result. The URL is the credential; expressions read it as `links.<node id>`. Only the first answer counts, even if it arrives before the node is reached. Returns 409 for later answers, and 410 after the execution has ended or the node has timed out.",
    schema: {
      params: ByToken,
      body: Type.Unsafe<Json>({
        description:
          "Any JSON, including `null`, or a body of any other content type, as for incoming webhooks; 400 without a body.",
      }),
      response: {
        200: Message,
        409: { ...ErrorReply, description: "It has already been answered." },
        410: { ...ErrorReply, description: "The execution has ended or the node has timed out." },
      },
    },
    run: async (deps, request) => {
      const asked = readToken(deps, request.params);
      const files = getReceivedFiles(request);
      requireAnswerState("hook", await saveAnswer(deps, "hook", asked, request.body, files));
      return { message: "Answer received" };
    },
  }),
];

/** The address of nodes that wait for a webhook, to which programs post the answer. */
export async function registerAnswerRoute(app: App, deps: Deps): Promise<void> {
  const large = createLargeBodies(deps.config.fileBytes, ({ params }) =>
    readOwner(deps, readToken(deps, params as Static<typeof ByToken>)),
  );
  await app.register(async (hooks: App) => {
    useReceivedFiles(hooks, deps);
    registerOperations(hooks, ANSWER_OPERATIONS, { ...deps, large });
  });
}

function readToken(deps: Pick<Deps, "credentials">, { token }: Static<typeof ByToken>): LinkedStep {
  const asked = verifyLinkToken(deps, "hook", token);
  if (asked === undefined) throw notFound("Address");
  return asked;
}

/** The account of the execution, which the signed token names. */
async function readOwner({ db }: Deps, { runId }: LinkedStep): Promise<string> {
  const run = db.selectFrom("runs").select("account_id").where("id", "=", runId);
  return (await run.executeTakeFirst())?.account_id ?? runId;
}

/** Trying the address without a body must not use it up. Validation takes a missing body for null. */
async function bodyIsThere({ body }: FastifyRequest): Promise<void> {
  if (body === undefined) throw badRequest("The answer needs a body, such as JSON, which may be null.");
}
