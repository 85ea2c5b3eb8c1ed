import type { ActionCall, Exchange, VendorCall } from "../mock-vendor.ts";

// developer.salesforce.com: REST API v62.0.
export const DATA = "/services/data/v62.0";
export const query = (soql: string, path = "query") => `GET ${DATA}/${path}?q=${encodeURIComponent(soql)}`;

export const call = (
  action: string,
  input: Record<string, unknown>,
  exchange: Exchange,
  expected?: unknown,
): ActionCall => ({
  ...{ action, input, ...exchange },
  ...(expected === undefined ? {} : { expected }),
});
export const [first, second] = [{ Id: "A1" }, { Id: "A2" }];
export const pages = (sends: string): Exchange[] => [
  { sends, answer: { done: false, records: [first], nextRecordsUrl: `${DATA}/query/01g-2000` } },
  { sends: `GET ${DATA}/query/01g-2000`, answer: { done: true, records: [second] } },
];
export const paged = (action: string, input: Record<string, unknown>, sends: string): VendorCall => ({
  ...{ action, input, pages: pages(sends), expected: [first, second] },
});
