import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { deriveKeys } from "../../auth/credentials.ts";
import { buildStepLink, buildStepLinks, verifyLinkToken } from "./links.ts";

const RUN = "0123456789abcdef01234567";
const deps = {
  config: { publicUrl: "https://junctor.example.com" },
  credentials: { keyFor: deriveKeys(randomBytes(32)) },
};
const tokenOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

test("each node that waits for an answer has its own address", () => {
  const nodes = [
    { id: "start", type: "start" },
    { id: "paid", type: "wait_for_webhook" },
    { id: "refund", type: "approval" },
    { id: "gone", type: "no such type" },
  ];
  const links = buildStepLinks(deps, RUN, nodes, "orders[3]/");
  expect(Object.keys(links)).toEqual(["paid", "refund"]);
  expect(links.paid).toMatch(/^https:\/\/junctor\.example\.com\/api\/v1\/wait\/[\w-]+$/);
  expect(links.refund).toMatch(/^https:\/\/junctor\.example\.com\/approve\/[\w-]+$/);
  expect(buildStepLinks(deps, RUN, nodes, "orders[3]/")).toEqual(links);
  expect(buildStepLinks(deps, RUN, nodes, "orders[4]/")).not.toEqual(links);
});

test("a token identifies its step, whatever its id is", () => {
  for (const path of ["a", "loop[3]/node", "outer[1]/inner[0]/Prüfung 🔑", "n".repeat(100)])
    for (const kind of ["page", "hook"] as const) {
      const token = tokenOf(buildStepLink(deps, kind, { runId: RUN, path }));
      expect(verifyLinkToken(deps, kind, token)).toEqual({ runId: RUN, path });
    }
});

test("a token of the other kind, of another server, for another step, or changed in any character is invalid", () => {
  const step = { runId: RUN, path: "loop[3]/node" };
  const token = tokenOf(buildStepLink(deps, "page", step));
  expect(verifyLinkToken(deps, "hook", token)).toBeUndefined();
  const other = { ...deps, credentials: { keyFor: deriveKeys(randomBytes(32)) } };
  expect(verifyLinkToken(other, "page", token)).toBeUndefined();
  for (let index = 0; index < token.length; index += 1) {
    const changed = token.slice(0, index) + (token[index] === "A" ? "B" : "A") + token.slice(index + 1);
    expect(verifyLinkToken(deps, "page", changed)).toBeUndefined();
  }
  for (const text of ["", "x", `${token}A`, `${token}=`, ` ${token}`, token.slice(0, 58), token.slice(0, 59)])
    expect(verifyLinkToken(deps, "page", text), text).toBeUndefined();
});
