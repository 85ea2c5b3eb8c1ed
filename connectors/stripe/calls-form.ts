import type { VendorCall } from "../mock-vendor.ts";

/** A request with the form of the given text, and the record as its answer. */
export function write(
  action: string,
  input: Record<string, unknown>,
  sends: string,
  form?: string,
): VendorCall {
  const body = form === undefined ? {} : { body: Object.fromEntries(new URLSearchParams(form)) };
  return { action, input, sends, ...body, answer: { id: "a_1", object: "record" } };
}

/** What every record can carry, and its form. */
export const metadata = { tier: "gold", "2": "b" };
export const META = "metadata[tier]=gold&metadata[2]=b";
