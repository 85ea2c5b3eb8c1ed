import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

/** Throws for the cursor of a list that comes whole: no answer has given one. */
export function requireNoCursor(params: { readonly cursor?: string } | undefined): void {
  if (params?.cursor === undefined) return;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "Unknown cursor: this list has a single page. Leave cursor out.",
  );
}
