import type { CallOptions, Send } from "../http/http.ts";

/** Calls that issue and revoke session tokens for browsers. */
export function sessionTokenCalls(send: Send, sendAs: (token: string) => Send) {
  return {
    /** A token for one linked account, to pass to its browser; `expires_in` is in seconds. */
    create: (linkedAccountId: string, options: CallOptions = {}) =>
      send("post", "/api/v2/public/session-token", {
        body: { linked_account_id: linkedAccountId },
        ...options,
      }),
    /** A code that the browser exchanges once for a token, within ten minutes; it can be in a URL. */
    createCode: (linkedAccountId: string, options: CallOptions = {}) =>
      send("post", "/api/v2/public/connect-code", {
        body: { linked_account_id: linkedAccountId },
        ...options,
      }),
    /** Revokes a token at once. */
    revoke: (token: string, options: CallOptions = {}) =>
      sendAs(token)("post", "/api/v2/public/session-token/revoke", options),
  };
}
