import type { OutboundErrorCode } from "../../platform/outbound/outbound-error.ts";
import type { ConnectorErrorCode } from "../connector.ts";

/** What a request that failed on the way means for the connector's caller. */
export const CONNECTOR_CODES: Readonly<Record<OutboundErrorCode, ConnectorErrorCode>> = {
  blocked: "blocked",
  invalid_url: "input",
  timeout: "timeout",
  aborted: "timeout",
  too_large: "remote",
  dns: "remote",
  connect: "remote",
  tls: "remote",
  redirect: "remote",
};
