import { Type } from "typebox";
import { getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { GET_ALONE } from "../platform/http/route.ts";
import { LongPageQuery, parseLongPage } from "../platform/page.ts";
import { createUsageStream, USAGE_FILES, USAGE_FORMATS } from "./export.ts";
import { presentUsage, readUsageFilter, UsageFields, UsagePage } from "./schema.ts";
import { listUsage, readAllUsage } from "./store.ts";

const BASE = "/api/v2/public/usage";

const operation = defineOperations<Pick<Deps, "db">>("Usage");

/** What linked accounts used, by day. */
export const USAGE_OPERATIONS = [
  operation({
    id: "listUsage",
    method: "get",
    path: BASE,
    least: "viewer",
    credentials: "apiKey",
    summary: "List usage",
    description:
      "Returns what each linked account used of each meter by day (UTC), newest day first. It is counted within seconds; a day is final shortly after its end. Page through long lists with `after`. See [Usage](/guides/usage).",
    schema: {
      querystring: Type.Object({ ...LongPageQuery.properties, ...UsageFields }),
      response: { 200: UsagePage },
    },
    run: async ({ db }, request) => {
      const filter = readUsageFilter(request.query);
      const page = parseLongPage(request.query);
      const { rows, envelope } = await listUsage(db, getScope(request), filter, page);
      return { docs: rows.map(presentUsage), ...envelope };
    },
  }),
  operation({
    id: "exportUsage",
    method: "get",
    path: `${BASE}/export`,
    least: "viewer",
    credentials: "apiKey",
    ...GET_ALONE,
    summary: "Export usage",
    description:
      "Streams all usage that matches the filters, oldest day first, as CSV, JSON lines, or events for billing systems: with `cloudevents`, each line is an event of CloudEvents 1.0, of final days only. An event that is sent again has the same `id`.",
    schema: {
      querystring: Type.Object({
        ...UsageFields,
        format: Type.Optional(Type.Enum(USAGE_FORMATS, { default: "csv" })),
      }),
      response: {
        200: {
          description: "The file; `jsonl` has a UsageDay on each line.",
          content: Object.fromEntries(
            Object.values(USAGE_FILES).map(({ type }) => [type, { schema: Type.String() }]),
          ),
        },
      },
    },
    run: async ({ db }, request, reply) => {
      const { format = "csv" } = request.query;
      const filter = { ...readUsageFilter(request.query), isFinal: format === "cloudevents" };
      const scope = getScope(request);
      const { type, ending } = USAGE_FILES[format];
      return (
        reply
          .type(`${type}; charset=utf-8`)
          .header("content-disposition", `attachment; filename="usage-${scope.environment}.${ending}"`)
          .header("x-content-type-options", "nosniff")
          // The schema describes the file; what is sent is its stream.
          .send(createUsageStream(readAllUsage(db, scope, filter), scope, format) as never)
      );
    },
  }),
];
