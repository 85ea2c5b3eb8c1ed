import { Type } from "typebox";
import { LongPageQuery } from "../platform/page.ts";

/** What lists of tokens and grants can be narrowed to. */
export const AccessQuery = Type.Object({
  ...LongPageQuery.properties,
  mcp_server_id: Type.Optional(Type.String({ maxLength: 255 })),
});
