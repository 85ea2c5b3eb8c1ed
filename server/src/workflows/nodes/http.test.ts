import { expect, test } from "vitest";
import { useThirdParty } from "../../runs/engine/test-third-party.ts";
import { httpNode } from "./http.ts";
import { createNodeCall } from "./test-node-call.ts";

const { server, third } = useThirdParty();

test("408, 425, 429 and 5xx may be retried, other failures may not", async () => {
  const mayRetry: Record<number, unknown> = {};
  for (const status of [400, 404, 407, 408, 409, 424, 425, 426, 428, 429, 430, 499, 500, 503]) {
    third.answer = () => ({ status });
    const outcome = await httpNode.run(server.deps, createNodeCall({ method: "GET", url: third.url }));
    mayRetry[status] = outcome.kind === "fail" && outcome.mayRetry;
  }
  const retried = Object.keys(mayRetry).filter((status) => mayRetry[Number(status)] === true);
  expect(retried).toEqual(["408", "425", "429", "500", "503"]);
});
