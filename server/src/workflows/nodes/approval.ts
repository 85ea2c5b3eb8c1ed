import { type Static, Type } from "typebox";
import { isObject, type Json } from "../../platform/json/json.ts";
import { createFailure } from "./failure.ts";
import type { NextOutcome, NodeType } from "./node.ts";
import { DEFAULT_WAIT_MS, WaitMs } from "./wait-for-webhook.ts";
import { approvalTexts } from "./words/approval.ts";

const MAX_FIELDS = 20;
const MAX_OPTIONS = 200;

const Option = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 200, description: "Label; default: the value." })),
  value: Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Number()], {
    description: "Value in the output.",
  }),
});

/** Schema of one input of an approval's form. */
export const ApprovalField = Type.Object({
  name: Type.String({
    pattern: "^[A-Za-z_][A-Za-z0-9_]{0,99}$",
    description: "Name of the value in the output.",
  }),
  label: Type.Optional(Type.String({ maxLength: 200, description: "Label; default: the name." })),
  type: Type.Enum(["text", "number", "boolean", "select"], { description: "Type of the input." }),
  required: Type.Optional(
    Type.Boolean({ description: "Whether approval requires a value; a boolean must then be true." }),
  ),
  options: Type.Optional(Type.Array(Option, { maxItems: MAX_OPTIONS, description: "Choices of a select." })),
});
/** One input of an approval's form. */
export type ApprovalField = Static<typeof ApprovalField>;

const Settings = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200, description: "The question to decide." }),
  message: Type.Optional(
    Type.String({ maxLength: 20_000, description: "Plain text; line breaks are kept." }),
  ),
  allow_comment: Type.Optional(
    Type.Boolean({ default: false, description: "Whether the form has a comment field." }),
  ),
  fields: Type.Optional(
    Type.Array(ApprovalField, {
      maxItems: MAX_FIELDS,
      description: "Form fields besides the decision.",
    }),
  ),
  wait_ms: Type.Optional(WaitMs),
  on_timeout: Type.Optional(
    Type.Enum(["fail", "approve", "reject"], {
      default: "fail",
      description: "Result when nobody decides in time.",
    }),
  ),
});
/** The question to the person who decides, with all expressions evaluated. */
export type ApprovalSettings = Static<typeof Settings>;

/** A decision, as the node's answer and in its output. */
export type ApprovalAnswer = {
  approved: boolean;
  comment: string | null;
  /** Who decided, if the caller said so. */
  by: string | null;
  /** Values of the form's fields that were filled in. */
  fields: { [name: string]: Json };
  /** ISO 8601; null when the time limit decided. */
  answered_at: string | null;
};

/**
 * Waits for somebody's decision on the node's page, `{{ links.<node id> }}`, and continues on the branch `approved`
 * or `rejected`.
 */
export const approvalNode: NodeType = {
  type: "approval",
  texts: approvalTexts,
  icon: "user-check",
  group: "waiting",
  description: "Waits until someone approves or rejects, on a hosted page or through the API.",
  settings: Settings,
  branches: { approved: "it was approved", rejected: "it was rejected; the step's status is `Rejected`" },
  fromOutput: ({ body }) =>
    isObject(body) && typeof body.approved === "boolean" ? decided(body) : undefined,
  link: "page",
  outside: "asks",
  errors: { WAIT_TIMEOUT: true },
  untimed: "data.wait_ms says how long it waits",
  problem: ({ fields }) => fieldsProblem(fields),
  run: async ({ clock }, { data }) => {
    const { wait_ms: waitMs = DEFAULT_WAIT_MS, fields } = data as ApprovalSettings;
    const problem = fieldsProblem(fields);
    if (problem) return createFailure("INVALID_SETTINGS", problem);
    return { kind: "ask", until: new Date(clock.now().getTime() + waitMs) };
  },
  wake: ({ data }, wake) => {
    if (wake.kind === "answer") return decided(wake.body as ApprovalAnswer);
    if (wake.kind !== "time") throw new Error(`An approval cannot resume from "${wake.kind}".`);
    const { on_timeout: onTimeout = "fail" } = data as ApprovalSettings;
    if (onTimeout === "fail") return createFailure("WAIT_TIMEOUT", "Nobody approved or rejected in time.");
    const approved = onTimeout === "approve";
    return decided({ approved, comment: null, by: null, fields: {}, answered_at: null });
  },
  guide: {
    example: {
      id: "refund",
      type: "approval",
      data: {
        title: "Refund {{ input.amount }} to {{ input.customer }}?",
        message: "{{ input.reason }}",
        allow_comment: true,
        fields: [{ name: "amount", label: "Amount to refund", type: "number", required: true }],
        on_timeout: "reject",
      },
    },
    output:
      '`{ "body": { "approved": true, "comment": …, "by": …, "fields": { "amount": 20 }, "answered_at": "…" } }`; `answered_at` is null if the time limit decided',
    notes:
      "An earlier node sends the page's link, `{{ links.refund }}`, to the person who decides. Anyone with the link can decide, once. With an API key, `GET /api/v2/public/approval` lists pending approvals and `PUT /api/v2/public/execution/:id/nodes/:node_id/approval` decides one; a session token only lists those of its account. If nobody decides in time, `on_timeout` applies; `fail` fails the node with `WAIT_TIMEOUT`.",
  },
};

function decided(answer: ApprovalAnswer | { [key: string]: Json }): NextOutcome {
  const output = { body: answer };
  return answer.approved
    ? { kind: "next", output, handle: "approved" }
    : { kind: "next", output, handle: "rejected", status: "Rejected" };
}

/**
 * What is wrong with fields beyond their schema, as a sentence; undefined if nothing is. Results of expressions are
 * not checked.
 */
function fieldsProblem(given: unknown): string | undefined {
  const fields = (Array.isArray(given) ? given : []).filter(
    (field): field is Partial<ApprovalField> => typeof field === "object" && field !== null,
  );
  const names = fields.flatMap(({ name }) => (typeof name === "string" ? [name] : []));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `data.fields: the name "${twice}" is used more than once.`;
  const empty = fields.find(
    ({ type, options }) => type === "select" && (options === undefined || options.length === 0),
  );
  return empty && `data.fields: "${empty.name}" is a select and needs options.`;
}
