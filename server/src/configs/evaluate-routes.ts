import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { getAccountId, getAccountScope, getScope, isSession } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import type { Json } from "../platform/json/json.ts";
import type { SandboxLimits } from "../platform/sandbox/sandbox.ts";
import type { Roots } from "../workflows/definition/expressions.ts";
import { getTextMode, type RenderedSettings, renderEach } from "../workflows/definition/render.ts";
import type { RenderError } from "../workflows/definition/render-error.ts";
import { type FieldText, findExpressionTexts } from "../workflows/definition/texts.ts";
import { findNodeType } from "../workflows/nodes/list.ts";
import { AnyJson, AnyObject } from "../workflows/schema.ts";
import { requireBuildPermission } from "../workflows/validation/customer-limits.ts";
import { buildPreviewRoots, type PreviewSubject } from "./preview-roots.ts";

const MAX_TEXTS = 200;
/** How much of a larger value is shown, in characters of JSON. */
const SHOWN = 10_000;
// Lower than in an execution: somebody is typing, and every few letters are evaluated.
const LIMITS: Partial<SandboxLimits> = { cpuMs: 1000, wallMs: 5000 };

const Evaluation = Type.Object({
  data: { ...AnyObject, description: "Settings of a node, or any other strings with `{{ … }}`." },
  type: Type.Optional(
    Type.String({
      description: "The node's type, so that values in URLs are encoded and code is left as is.",
    }),
  ),
  roots: Type.Optional(
    Type.Object(
      {
        input: Type.Optional(AnyJson),
        node: Type.Optional(AnyObject),
        loop: Type.Optional(AnyJson),
        links: Type.Optional(AnyObject),
        config: Type.Optional(AnyJson),
        linked_account: Type.Optional(AnyJson),
        instance_meta_data: Type.Optional(AnyJson),
      },
      {
        description:
          "What expressions can read, such as the input and outputs of an execution. `config` and `linked_account` default to those of the linked account.",
      },
    ),
  ),
  linked_account_id: Type.Optional(Type.String({ maxLength: 255 })),
  workflow_id: Type.Optional(
    Type.String({ maxLength: 100, description: "The workflow or draft whose settings are in `config`." }),
  ),
  config_id: Type.Optional(
    Type.String({
      maxLength: 255,
      description: "The account's config. Default: its default config.",
    }),
  ),
});

const Result = Type.Object({
  field: Type.String({ description: "Dotted path of the string, beginning with `data`." }),
  value: Type.Optional({
    ...AnyJson,
    description: "The value of the string; absent if evaluation failed or the value is large.",
  }),
  excerpt: Type.Optional(
    Type.String({
      description: `The first ${SHOWN.toLocaleString("en")} characters of a larger value's JSON.`,
    }),
  ),
  warnings: Type.Array(Type.String(), { description: "Expressions whose path has no value, as sentences." }),
  error: Type.Optional(
    Type.Object({
      message: Type.String(),
      expression: Type.Union([Type.String(), Type.Null()], {
        description: "The expression that failed, without its braces; null if the string as a whole failed.",
      }),
    }),
  ),
});

type EvaluateDeps = Pick<Deps, "database" | "db" | "sandbox" | "expressionCache" | "clock">;

const operation = defineOperations<EvaluateDeps>("Workflows");

/**
 * Evaluates expressions for their authors with the renderer and sandbox of executions. In the browser, results could
 * differ, and somebody else's code would run in an operator's page.
 */
export const EVALUATION_OPERATIONS = [
  operation({
    id: "evaluateExpressions",
    method: "post",
    path: "/api/v2/public/expressions/evaluate",
    least: "developer",
    credentials: "either",
    accountInBody: "last",
    summary: "Evaluate expressions",
    description:
      "Evaluates each string with `{{ … }}` in a node's settings as an execution would, within a second, and returns its value or error; at most 200 strings, the others are omitted. Nothing is called or stored, and passwords of the config are shown as `[hidden]`. A session token evaluates for its own account, with its own workflows.",
    schema: {
      body: Evaluation,
      response: {
        200: Type.Object({ results: Type.Array(Result) }),
        403: { ...ErrorReply, description: "The organization does not let customers build workflows." },
        404: { ...ErrorReply, description: "The linked account or workflow does not exist." },
      },
    },
    run: async (deps, request) => ({ results: await evaluate(deps, request, request.body) }),
  }),
];

async function evaluate(
  deps: EvaluateDeps,
  request: FastifyRequest,
  body: Static<typeof Evaluation>,
): Promise<Static<typeof Result>[]> {
  const { data, type, roots = {} } = body;
  const { verbatim = {}, readings = {} } = (type && findNodeType(type)) || {};
  const templates = Object.entries(data).filter(([key]) => !Object.hasOwn(verbatim, key));
  const texts = templates
    .flatMap(([key, value]) =>
      findExpressionTexts(`data.${key}`, value).map((text) => ({
        ...text,
        reading: getTextMode(readings, key),
      })),
    )
    .slice(0, MAX_TEXTS);
  const scope = getScope(request);
  const subject = { workflow: body.workflow_id, configId: body.config_id };
  const found = isSession(request)
    ? await ownRoots(deps, request, subject)
    : await buildPreviewRoots(deps, scope, {
        ...subject,
        accountId: body.linked_account_id === undefined ? undefined : getAccountId(request),
      });
  const seen: Roots = { ...found, ...roots };
  const sandbox = deps.sandbox.forTenant(
    isSession(request) ? getAccountScope(request).account.id : scope.orgId,
  );
  const rendered = await renderEach(texts, seen, {
    sandbox,
    expressionCache: deps.expressionCache,
    limits: LIMITS,
  });
  return texts.map((text, index) => present(text, rendered[index]));
}

/** What a customer's own workflow would see; 403 if customers cannot build workflows. */
async function ownRoots(
  deps: EvaluateDeps,
  request: FastifyRequest,
  subject: Omit<PreviewSubject, "accountId">,
): Promise<Roots> {
  const scope = getAccountScope(request);
  await requireBuildPermission(deps.db, { ...scope, ownOnly: true });
  return buildPreviewRoots(deps, scope, { ...subject, accountId: scope.account.accountId });
}

function present(
  { field }: FieldText,
  rendered: RenderedSettings | RenderError | undefined,
): Static<typeof Result> {
  if (rendered === undefined) throw new Error(`${field} was not evaluated.`);
  if (rendered instanceof Error) {
    const { message, expression = null } = rendered;
    return { field, warnings: [], error: { message, expression } };
  }
  return { field, ...shown(rendered.value), warnings: rendered.warnings };
}

function shown(value: Json): Pick<Static<typeof Result>, "value" | "excerpt"> {
  const json = JSON.stringify(value);
  return json.length <= SHOWN ? { value } : { excerpt: json.slice(0, SHOWN).toWellFormed() };
}
