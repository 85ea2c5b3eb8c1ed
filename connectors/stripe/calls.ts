import type { VendorCall } from "../mock-vendor.ts";
import { billing } from "./calls-billing.ts";
import { options } from "./calls-options.ts";
import { payments } from "./calls-payments.ts";
import { polls } from "./calls-polls.ts";
import { reads } from "./calls-reads.ts";
import { sales } from "./calls-sales.ts";

/** Every request but those of webhooks, as Stripe's OpenAPI document has them. */
export const calls: readonly VendorCall[] = [
  ...reads,
  ...billing,
  ...sales,
  ...payments,
  ...options,
  ...polls,
];
