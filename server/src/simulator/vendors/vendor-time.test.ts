import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { MockVendor } from "../../../../connectors/mock-vendor.ts";
import { SHIPPED_CONNECTORS } from "../../apps/catalog/catalog.ts";
import { listPlayable } from "./load-vendors.ts";
import { setVendorTime } from "./vendor-time.ts";

test("everything that imitations can make happen, they make happen in moved time", async () => {
  let count = 0;
  for (const [slug, file] of await listPlayable([SHIPPED_CONNECTORS])) {
    const imitation: { vendor: MockVendor } = await import(pathToFileURL(file).href);
    const vendor = setVendorTime(imitation.vendor, () => Date.UTC(2026, 5, 1));
    for (const one of vendor.triggers ?? []) {
      const happen = one.kind === "poll" ? one.happen : one.missed?.happen;
      if (happen === undefined) continue;
      count += 1;
      expect(() => happen(vendor.create()), `${slug} ${one.trigger}`).not.toThrow();
    }
  }
  expect(count).toBeGreaterThan(30);
});
