import type { MockRequest } from "./mock-vendor.ts";

/** A request that somebody else sends to the vendor, to make something happen there. */
export function requestOf(
  method: string,
  address: string,
  { json, headers = {} }: { json?: unknown; headers?: Record<string, string> } = {},
): MockRequest {
  const url = new URL(address, "https://vendor.example");
  return {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: { ...(json === undefined ? {} : { "content-type": "application/json" }), ...headers },
    body: json === undefined ? "" : JSON.stringify(json),
  };
}

/** The file that a call may send, under its name. */
export const SENT_FILE = { $file: "report", name: "report.txt", content_type: "text/plain", size: 9 };
