import { type Static, Type } from "typebox";
import { badField } from "../../platform/errors.ts";
import { Id, MapOf, Record, Timestamp } from "../../platform/http/route.ts";
import { LongPageEnvelope, LongPageQuery, parseQueryDate, parseQueryEndDate } from "../../platform/page.ts";
import type { FoundRequest, ListedRequest, RequestFilter } from "./store.ts";
import { type LoggedMessage, REQUEST_CAUSES } from "./table.ts";

const STATUSES = {
  failed: [0, 4, 5],
  "2xx": [2],
  "3xx": [3],
  "4xx": [4],
  "5xx": [5],
  none: [0],
} as const;
type StatusFilter = keyof typeof STATUSES;

const OfText = (description: string, maxLength = 255) =>
  Type.Optional(Type.String({ maxLength, description }));

/** Query of the list of requests. */
export const RequestsQuery = Type.Object({
  ...LongPageQuery.properties,
  slug: OfText("Only requests to this application."),
  linked_account_id: OfText("Only requests for this linked account."),
  connection_id: OfText("Only requests with this connection."),
  execution_id: OfText("Only requests of this execution."),
  step: OfText("With `execution_id`: only requests of the step with this `path`.", 1000),
  status: Type.Optional(
    Type.Enum(Object.keys(STATUSES) as StatusFilter[], {
      description:
        "`failed`: responses from 400, and requests without a response; `none`: only those without a response.",
    }),
  ),
  cause: Type.Optional(Type.Enum(REQUEST_CAUSES, { description: "What the request was sent for." })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Part of the URL, case-insensitive, among the newest 20,000 requests.",
    }),
  ),
  start_date: Type.Optional(
    Type.String({ maxLength: 40, description: "Sent on or after this day (ISO 8601)." }),
  ),
  end_date: Type.Optional(
    Type.String({ maxLength: 40, description: "Sent on or before this day (ISO 8601)." }),
  ),
});

/** A request as the list has it. */
const Listed = {
  _id: Id,
  slug: Type.Optional(
    Type.String({
      description: "The application; absent if a workflow called an address without a connection.",
    }),
  ),
  linked_account_id: Type.String(),
  connection_id: Type.Optional(Id),
  cause: Type.Enum(REQUEST_CAUSES, {
    description:
      "What the request was sent for: a step of an execution (`step`), an action through the API (`action`) or an MCP tool (`tool`), a raw request (`raw`), a trigger (`poll`, `subscription`), choices of a field (`options`), a check of the connection (`check`), a token (`token`), or the tools of an MCP server (`tool_list`).",
  }),
  subject: Type.Optional(Type.String({ description: "The action, trigger or option list." })),
  execution_id: Type.Optional(Id),
  step: Type.Optional(Type.String({ description: "The `path` of the execution's step." })),
  method: Type.Optional(Type.String({ description: "Absent, like `url`, for requests of pieces." })),
  url: Type.Optional(Type.String({ description: "Without secrets; long URLs are cut." })),
  status_code: Type.Optional(Type.Integer({ description: "HTTP status of the response, if any." })),
  error: Type.Optional(Type.String({ description: "Why there was no response that could be used." })),
  duration_ms: Type.Integer(),
  createdAt: Timestamp,
};

const Message = (description: string) =>
  Type.Object(
    {
      url: Type.Optional(Type.String({ description: "The address that responded, after redirects." })),
      headers: MapOf(Type.String(), { description: "Values that may be secret are `[redacted]`." }),
      body: Type.Optional(
        Type.Object({
          bytes: Type.Integer({ description: "Size of the whole body." }),
          type: Type.Optional(Type.String({ description: "Its content type." })),
          text: Type.Optional(
            Type.String({
              description: "Its beginning without secrets; absent if it is binary or not kept.",
            }),
          ),
          isCut: Type.Optional(Type.Boolean({ description: "True if `text` is only the beginning." })),
        }),
      ),
    },
    { description },
  );

export const ListedProviderRequest = Record("ListedProviderRequest", Listed);

/** A request with what was sent and received. */
export const ProviderRequest = Record("ProviderRequest", {
  ...Listed,
  request: Type.Optional(Message("What was sent, without secrets.")),
  response: Type.Optional(Message("What the third party answered, without secrets.")),
});

/** A page of requests. */
export const RequestPage = Type.Object({ docs: Type.Array(ListedProviderRequest), ...LongPageEnvelope });

/** Parses the filters of the list, except for the linked account; 400 for an invalid date, or a step alone. */
export function parseRequestFilter(query: Static<typeof RequestsQuery>): RequestFilter {
  if (query.step && !query.execution_id) throw badField("step", "step needs execution_id.");
  return {
    slug: query.slug || undefined,
    connectionId: query.connection_id || undefined,
    executionId: query.execution_id || undefined,
    stepPath: query.step || undefined,
    statusClasses: query.status && STATUSES[query.status],
    cause: query.cause,
    text: query.search,
    from: parseQueryDate("start_date", query.start_date),
    until: parseQueryEndDate("end_date", query.end_date),
  };
}

/** Wire form of a request in the list. */
export function presentListedRequest(row: ListedRequest): Static<typeof ListedProviderRequest> {
  return {
    _id: row.id,
    slug: row.slug ?? undefined,
    linked_account_id: row.accountId,
    connection_id: row.connection_id ?? undefined,
    cause: row.cause,
    subject: row.subject ?? undefined,
    execution_id: row.run_id ?? undefined,
    step: row.step_path ?? undefined,
    method: row.method ?? undefined,
    url: row.url ?? undefined,
    status_code: row.status ?? undefined,
    error: row.error ?? undefined,
    duration_ms: row.duration_ms,
    createdAt: row.created_at.toISOString(),
  };
}

/** Wire form of a whole request. */
export function presentRequest(row: FoundRequest): Static<typeof ProviderRequest> {
  const { request, response } = row;
  return {
    ...presentListedRequest(row),
    ...(request && { request: presentMessage(request) }),
    ...(response && { response: presentMessage(response) }),
  };
}

function presentMessage({ url, headers, body }: LoggedMessage) {
  return { headers: { ...headers }, ...(url !== undefined && { url }), ...(body && { body: { ...body } }) };
}
