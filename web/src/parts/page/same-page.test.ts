import { expect, test } from "vitest";
import { sameAddressInOther, samePageIn } from "./same-page.ts";

const ID = "01a2064711241aa111241aa1";

test.each([
  ["/test", "/production"],
  ["/test/executions", "/production/executions"],
  [`/test/executions/${ID}`, "/production/executions"],
  [`/test/webhooks/deliveries/${ID}`, "/production/webhooks/deliveries"],
  [`/test/mcp/servers/${ID}`, "/production/mcp"],
  ["/test/customers/acme", "/production/customers/acme"],
  ["/test/customers/test", "/production/customers/test"],
  ["/test/settings/api-keys", "/production/settings/api-keys"],
])("the switch leads from %s to %s", (from, to) => {
  expect(samePageIn("production", from)).toBe(to);
  expect(samePageIn("production", `/app${from}`)).toBe(to);
});

test("a page that is not found is looked up in the other environment", () => {
  const href = `/app/production/executions/${ID}`;
  expect(sameAddressInOther(`/app/test/executions/${ID}`)).toEqual({ environment: "production", href });
  expect(sameAddressInOther("/app/sign-in")).toBeUndefined();
});
