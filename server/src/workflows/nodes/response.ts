import { type Static, Type } from "typebox";
import type { Json } from "../../platform/json/json.ts";
import { hasExpression } from "../validation/validate.ts";
import { createFailure } from "./failure.ts";
import type { NodeType } from "./node.ts";
import { ScalarMap } from "./requests/scalar-map.ts";
import { responseTexts } from "./words/response.ts";

// Framing and connection belong to the server, and pages of other origins must not be able to act on this one.
const REFUSED =
  /^(connection|content-(encoding|length|security-policy.*)|transfer-encoding|keep-alive|te|trailer|upgrade|proxy-.*|date|server|set-cookie|clear-site-data|access-control-.*|cross-origin-.*|strict-transport-security|service-worker-allowed|x-content-type-options|x-frame-options)$/;
const NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const ResponseSettings = Type.Object({
  status: Type.Optional(
    Type.Unsafe<number | string>({
      type: ["integer", "string"],
      minimum: 200,
      maximum: 599,
      default: 200,
      description: 'HTTP status; text such as `"201"` also works.',
    }),
  ),
  headers: Type.Optional(ScalarMap("Headers")),
  body: Type.Optional(Type.Unknown({ description: "Any JSON; `null` if left out." })),
});
type ResponseSettings = Static<typeof ResponseSettings>;

/** Sets what a synchronous caller gets; the execution continues. */
export const responseNode: NodeType = {
  type: "response",
  texts: responseTexts,
  icon: "reply",
  group: "flow",
  description: "Sets the reply to a synchronous call; the execution continues.",
  settings: ResponseSettings,
  problem: ({ status, headers }) =>
    (hasExpression(status) ? undefined : statusProblem(status)) ??
    (isMap(headers) ? nameProblem(Object.keys(headers)) : undefined),
  run: async (_deps, { data }) => {
    const { status = 200, headers: given = {}, body = null } = data as ResponseSettings;
    const problem = statusProblem(status) ?? nameProblem(Object.keys(given)) ?? valueProblem(given);
    if (problem) return createFailure("INVALID_SETTINGS", problem);
    const entries = Object.entries(given).filter(([, value]) => value !== null);
    const headers = Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
    return { kind: "respond", status: Number(status), headers, body: body as Json };
  },
  guide: {
    example: {
      id: "answer",
      type: "response",
      data: { status: 201, headers: { "x-order": "{{ input.order_number }}" }, body: { ok: true } },
    },
    output: '`{ "body": … }`, the body of the reply',
    notes:
      'The first response of an execution counts; later ones are ignored. Connection and origin headers (`content-length`, `set-cookie`, `access-control-…`, `content-security-policy` and similar) cannot be set. The sender of a webhook that [waits for the response](triggers.md#reply-with-a-response-node) gets it as it stands. The caller gets `{ "execution_id": …, "return_value": <body>, "errored": false, "status_code": 201 }`. After 60 seconds it gets only the id, and reads the result with `GET /api/v1/execution/:id/response`.',
  },
};

/** What is wrong with a status given as text; the schema checks numbers. */
function statusProblem(status: Json | undefined): string | undefined {
  if (typeof status !== "string" || /^[2-5]\d\d$/.test(status)) return undefined;
  return `data.status must be a whole number from 200 to 599, and not ${JSON.stringify(status)}.`;
}

function nameProblem(names: readonly string[]): string | undefined {
  const bad = names.find((name) => !NAME.test(name.toLowerCase()));
  if (bad !== undefined) return `data.headers: "${bad}" is not the name of a header.`;
  const refused = names.find((name) => REFUSED.test(name.toLowerCase()));
  return refused && `data.headers: ${refused} cannot be set by a workflow.`;
}

function valueProblem(headers: NonNullable<ResponseSettings["headers"]>): string | undefined {
  const bad = Object.entries(headers).find(([, value]) => !VALUE.test(String(value)));
  return bad && `data.headers.${bad[0]} contains a character that headers cannot carry.`;
}

function isMap(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
