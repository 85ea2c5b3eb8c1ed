import { expect, test } from "vitest";
import { forAllTests } from "../../../test/for-all-tests.ts";
import {
  registerClient,
  requestAuthorizationCode,
  requestToken,
  startTestOauth,
} from "../oauth/test-oauth.ts";
import { findAuthorizedAgent } from "./caller.ts";

const oauth = forAllTests(startTestOauth);

test("an assistant's access token is accepted in a header only, and identifies its account", async () => {
  const { fields } = await requestAuthorizationCode(oauth, await registerClient(oauth));
  const { body } = await requestToken(oauth, fields);
  const { serverId } = oauth;
  const present = (token: string, inAddress: boolean) =>
    findAuthorizedAgent(oauth.server.deps, { token, serverId, inAddress });
  expect(await present(body.access_token, false)).toMatchObject({ clientName: "Assistant" });
  expect(await present(body.access_token, true)).toBeUndefined();
  expect(await present(oauth.token, true)).toMatchObject({ scope: { account: expect.anything() } });
});
