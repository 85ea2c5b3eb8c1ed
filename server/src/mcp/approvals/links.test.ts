import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { deriveKeys } from "../../auth/credentials.ts";
import { buildApprovalUrl, createCallState, verifyApprovalToken, verifyCallState } from "./links.ts";

const CALL = "0123456789abcdef01234567";
const deps = {
  config: { publicUrl: "https://junctor.example.com/sub" } as never, // nothing else of it is read
  credentials: { keyFor: deriveKeys(randomBytes(32)) } as never,
};
const asker = {
  scope: { orgId: "o", environment: "test", account: { id: "a", accountId: "acme" } },
  serverId: "s",
} as const;

test("an address names its call, on this server only, and not after a change", () => {
  const url = buildApprovalUrl(deps, CALL);
  expect(url).toMatch(/^https:\/\/junctor\.example\.com\/sub\/mcp\/approve\/[\w-]+$/);
  const token = url.slice(url.lastIndexOf("/") + 1);
  expect(verifyApprovalToken(deps, token)).toBe(CALL);
  const other = { credentials: { keyFor: deriveKeys(randomBytes(32)) } as never };
  expect(verifyApprovalToken(other, token)).toBeUndefined();
  for (let at = 0; at < token.length; at++) {
    const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
    expect(verifyApprovalToken(deps, changed), changed).toBeUndefined();
  }
  for (const none of ["", "x", `${token}A`, `${token}=`, token.slice(1)])
    expect(verifyApprovalToken(deps, none)).toBeUndefined();
});

test("a state works only for its caller and is no address; an address is no state", () => {
  const state = createCallState(deps, CALL, asker);
  expect(verifyCallState(deps, state, asker)).toBe(CALL);
  const { scope } = asker;
  for (const other of [
    { ...asker, serverId: "t" },
    { ...asker, scope: { ...scope, account: { id: "b", accountId: "acme" } } },
    { ...asker, scope: { ...scope, environment: "production" as const } },
    { ...asker, scope: { ...scope, orgId: "p" } },
  ])
    expect(verifyCallState(deps, state, other)).toBeUndefined();
  expect(verifyApprovalToken(deps, state)).toBeUndefined();
  const url = buildApprovalUrl(deps, CALL);
  expect(verifyCallState(deps, url.slice(url.lastIndexOf("/") + 1), asker)).toBeUndefined();
});
