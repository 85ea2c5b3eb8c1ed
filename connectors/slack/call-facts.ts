import type { ActionCall, VendorCall } from "../mock-vendor.ts";

// docs.slack.dev/reference/methods and the OpenAPI document of the Web API 1.7.0: writing methods take a form, lists go
// on while response_metadata.next_cursor is not empty, files are counted in pages.
/** A channel. */
export const channel = "C012AB3CD";
/** A message in it. */
export const ts = "1503435956.000247";
/** Blocks. */
export const blocks = [{ type: "divider" }];
/** The same in a form. */
export const BLOCKS = '[{"type":"divider"}]';
/** A page that is not the last. */
export const MORE = { response_metadata: { next_cursor: "dXNlcjpVMDYx" } };
/** The last page. */
export const LAST = { response_metadata: { next_cursor: "" } };
/** What asks for the page after `MORE`. */
export const AFTER = "cursor=dXNlcjpVMDYx";

/** A user group. */
export const group = { id: "S0616NG6M", name: "Marketing Team", handle: "marketing-team" };
/** A bookmark. */
export const bookmark = {
  id: "Bk033XFJ9BTJ",
  channel_id: channel,
  title: "Plan",
  link: "https://example.com",
};
/** A file. */
export const file = { id: "F0S43PZDF", name: "tedair.gif", created: 1531763342 };
/** What Slack says of a message it has posted. */
export const sent = { channel, ts, message: { text: "Done", ts } };

/** A request, its answer beside `ok`, and what the action returns. */
export interface Facts {
  input?: ActionCall["input"];
  sends: string;
  body?: Record<string, unknown>;
  answer?: Record<string, unknown>;
  expected: unknown;
}

/** An action with one request. */
export function one(action: string, { input = {}, answer = {}, ...facts }: Facts): ActionCall {
  return { action, input, answer: { ok: true, ...answer }, ...facts };
}

/** A list of two pages with an item each. */
export function list(
  action: string,
  input: ActionCall["input"],
  { address, name, items }: { address: string; name: string; items: readonly [unknown, unknown] },
): VendorCall {
  const join = address.includes("?") ? "&" : "?";
  return {
    action,
    input,
    pages: [
      { sends: `GET ${address}`, answer: { ok: true, [name]: [items[0]], ...MORE } },
      { sends: `GET ${address}${join}${AFTER}`, answer: { ok: true, [name]: [items[1]], ...LAST } },
    ],
    expected: items,
  };
}
