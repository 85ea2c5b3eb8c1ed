import { expect, test } from "vitest";
import { fetchClientToken, type TokenRequest } from "./token-endpoint.ts";

test("a token endpoint's answer is read in the encoding that it declares", async () => {
  const answer = Buffer.from('{"access_token":"t","name":"caf\xe9"}', "latin1");
  const headers = { "content-type": "application/json; charset=iso-8859-1" };
  const request: TokenRequest = {
    outbound: { fetch: async () => new Response(answer, { headers }) },
    spec: { tokenUrl: "https://shop.example.com/token", clientAuth: "basic", scopeSeparator: " " },
    client: { id: "us", secret: "s3cret" },
    settings: {},
    name: "Shop",
    nowMs: 0,
  };
  expect((await fetchClientToken(request, [])).values).toMatchObject({ access_token: "t", name: "café" });
});
