import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnectLink, findConnectLink } from "../../apps/connections/connect-link.ts";
import { startTestPortal, type TestPortal } from "../test-portal.ts";
import { claimLinkTicket, findLinkReturnAddress, startLinkSignIn } from "./link-sign-in.ts";

const MINUTE = 60_000;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

test("a sign-in may take 15 minutes at the product, and 5 on the way back", async () => {
  const { deps } = portal.server;
  const scope = await portal.scopeOf("user");
  const asked = { slug: "desk", askedBy: { client: null, server: "Support" } };
  const link = await findConnectLink(deps, (await createConnectLink(deps, scope, asked)).token);
  if (link === undefined) throw new Error("The link was not stored.");
  const { address, cookie } = startLinkSignIn(deps, link, {
    signInUrl: "https://product.test/",
    cookies: undefined,
  });
  const request = new URL(address).searchParams.get("request") ?? "";
  portal.pass(15 * MINUTE - 1);
  const back = new URL((await findLinkReturnAddress(deps, scope, request)) ?? "");
  portal.pass(1);
  expect(await findLinkReturnAddress(deps, scope, request)).toBeUndefined();
  const ticket = back.searchParams.get("ticket") ?? "";
  const [cookies] = cookie.split(";");
  const claim = () => claimLinkTicket(deps, { id: link.id, ticket, cookies });
  portal.pass(5 * MINUTE - 2);
  expect(await claim()).toMatchObject({ kind: "signed in" });
  portal.pass(1);
  expect(await claim()).toBeUndefined();
});

test("a user of another account, whom the product has signed in, cannot open the link", async () => {
  const { deps } = portal.server;
  const [scope, other] = [await portal.scopeOf("asker"), await portal.scopeOf("somebody-else")];
  const asked = { slug: "desk", askedBy: { client: null, server: "Support" } };
  const link = await findConnectLink(deps, (await createConnectLink(deps, scope, asked)).token);
  if (link === undefined) throw new Error("The link was not stored.");
  const { address, cookie } = startLinkSignIn(deps, link, {
    signInUrl: "https://product.test/",
    cookies: undefined,
  });
  const request = new URL(address).searchParams.get("request") ?? "";
  const back = await findLinkReturnAddress(deps, other, request);
  const ticket = back === undefined ? "" : (new URL(back).searchParams.get("ticket") ?? "");
  const [cookies] = cookie.split(";");
  const signIn = await claimLinkTicket(deps, { id: link.id, ticket, cookies });
  expect(signIn).toEqual({ kind: "another account", link });
});
