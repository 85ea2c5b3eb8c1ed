import { type Static, Type } from "typebox";
import type { TLocalizedValidationError } from "typebox/error";
import { describeMisfit } from "../../platform/json/describe-misfit.ts";
import { loadTypeboxValue } from "../../platform/memory/late-packages.ts";
import { createNodeProblem, type WorkflowProblem } from "../validation/problem.ts";
import { type Definition, type Fields, START, WEBHOOK, type WorkflowNode } from "./graph.ts";

const CLOSED = { additionalProperties: false };

const HeaderName = Type.Optional(Type.String({ pattern: "^[A-Za-z0-9-]{1,100}$" }));

const Signature = Type.Object(
  {
    kind: Type.Enum(["none", "hmac-sha256", "standard-webhooks", "token", "ed25519", "ecdsa-p256"] as const),
    header: HeaderName,
    timestamp_header: HeaderName,
    encoding: Type.Optional(Type.Enum(["hex", "base64"] as const)),
    prefix: Type.Optional(Type.String({ maxLength: 50, pattern: "^[^{}]*$" })),
  },
  CLOSED,
);
const Input = Type.Object(
  { signature: Type.Optional(Signature), wait_for_response: Type.Optional(Type.Boolean()) },
  CLOSED,
);

/** How an incoming webhook proves its origin: `header` carries `prefix` and the signature or token. */
export type WebhookSignature = Static<typeof Signature>;

/** The signature that a workflow's webhooks must carry; undefined if webhooks do not start it. */
export function findWebhookSignature({ nodes }: Pick<Definition, "nodes">): WebhookSignature | undefined {
  const signatures = inputsOf(nodes.find(({ type }) => type === START)?.triggers).map(signatureOf);
  // Definitions with several are older than the rule of one: an unsigned one must not open the door that another one
  // locks.
  return signatures.find(({ kind }) => kind !== "none") ?? signatures[0];
}

/** Whether senders of a workflow's webhooks wait for its response node. */
export function isResponseAwaited({ nodes }: Pick<Definition, "nodes">): boolean {
  const inputs = inputsOf(nodes.find(({ type }) => type === START)?.triggers);
  return inputs.some(({ wait_for_response: awaited }) => awaited === true);
}

function signatureOf(input: Fields): WebhookSignature {
  // A value that is older than its check and does not fit must not open the door.
  if (!loadTypeboxValue().Check(Input, input)) return { kind: "token" };
  return input.signature ?? { kind: "none" };
}

/** What is wrong with a start node's webhook trigger: its `input`, or a second one. */
export function findWebhookTriggerProblems(node: WorkflowNode): WorkflowProblem[] {
  const [input] = inputsOf(node.triggers);
  const text = input && inputProblem(input);
  const [field = "triggers.input"] = /^[^\s]+/.exec(text ?? "") ?? [];
  return [...(text === undefined ? [] : [createNodeProblem(node, field, text)]), ...furtherProblems(node)];
}

function furtherProblems(node: WorkflowNode): WorkflowProblem[] {
  const places = (node.triggers ?? []).flatMap(({ event }, index) => (event === WEBHOOK ? [index] : []));
  return places.slice(1).map((index) => {
    const field = `triggers.${index}.event`;
    const text = `${field}: only one trigger may be ${WEBHOOK}; the one address of the workflow has one signature.`;
    return createNodeProblem(node, field, text);
  });
}

/** The same as a sentence that begins with the field. */
function inputProblem(input: Fields): string | undefined {
  const where = "triggers.input";
  const { signature = null } = input;
  if (typeof signature === "object" && signature !== null && "secret" in signature)
    return `${where}.signature.secret must not be part of a workflow: set it with PUT /api/v2/public/workflow/:id/webhook-secret.`;
  const [error] = loadTypeboxValue().Errors(Input, input);
  if (error) return sentenceOf(error, where);
  const { kind, header } = (input as Static<typeof Input>).signature ?? { kind: "none" };
  const wantsHeader = kind !== "none" && kind !== "standard-webhooks";
  return wantsHeader && header === undefined
    ? `${where}.signature.header is required: it names the header that carries the ${kind === "token" ? kind : "signature"}.`
    : undefined;
}

function inputsOf(triggers: WorkflowNode["triggers"]): Fields[] {
  return (triggers ?? []).flatMap(({ event, input }) => (event === WEBHOOK ? [input ?? {}] : []));
}

function sentenceOf(error: TLocalizedValidationError, where: string): string {
  const path = [where, ...error.instancePath.split("/").slice(1)].join(".");
  if (error.keyword === "required") return `${path}.${error.params.requiredProperties[0]} is required.`;
  // A member that a closed object does not name fits no schema.
  if (error.keyword === "boolean") return `${path} is not a field here.`;
  return `${path} ${describeMisfit(error)}.`;
}
