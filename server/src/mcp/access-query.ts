import { Type } from "typebox";
import { LongPageQuery } from "../platform/page.ts";

/** Filters of lists of tokens and grants. */
export const AccessQuery = Type.Object({
  ...LongPageQuery.properties,
  mcp_server_id: Type.Optional(Type.String({ maxLength: 255 })),
});
