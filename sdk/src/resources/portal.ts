import { type AccountFilterOptions, forAccount, type Send } from "../http/http.ts";
import type { Body } from "../http/wire.ts";

const PATH = "/api/v2/public/connect-url";

/** What a link opens; the portal shows the config named `configId`. */
export interface PortalLinkOptions extends AccountFilterOptions {
  readonly configId?: string;
}

/** Calls about the hosted pages on which a customer connects applications; a server names the account. */
export function portalCalls(send: Send) {
  return {
    /**
     * A link for the customer's browser, `hosted_url`; properties such as `name`, `color` and `bgColor` set its look.
     */
    createLink: (
      properties: Body<"post", typeof PATH> = {},
      { configId, ...options }: PortalLinkOptions = {},
    ) => send("post", PATH, { body: properties, query: { config_id: configId }, ...forAccount(options) }),
  };
}
