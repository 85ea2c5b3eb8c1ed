import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Json } from "../platform/json/json.ts";
import { compareAccount } from "./account-changes.ts";

const field = (key_name: string, key_value: Json, _id: string) => ({ _id, key_name, key_value });
const NOBODY = { name: null, udf: [], language: null };

function compare(event: string, before: object | null, after: object | null, secrets: string[] = []) {
  return compareAccount({
    event,
    before: before && { ...NOBODY, ...before },
    after: after && { ...NOBODY, ...after },
    secrets,
  });
}

test("a created account is recorded by the values that it has", () => {
  const udf = [field("plan", "pro", "1"), field("seats", 3, "2")];
  expect(compare("insert", null, { name: "Acme", udf })).toEqual({
    event: "insert",
    before: null,
    after: { name: "Acme", udf: { plan: "pro", seats: 3 } },
    secrets: [],
  });
  expect(compare("insert", null, {})).toMatchObject({ before: null, after: null });
});

test("a deleted account is recorded by the values that it had", () => {
  expect(compare("delete", { language: "fr" }, null)).toMatchObject({
    before: { language: "fr" },
    after: null,
  });
});

test("only what differs is recorded, and what was set or unset as null", () => {
  const before = { name: "Acme", language: "de", udf: [field("plan", "free", "1")] };
  const after = { name: "Acme", udf: [field("plan", "pro", "9")] };
  expect(compare("update", before, after)).toMatchObject({
    before: { language: "de", udf: { plan: "free" } },
    after: { language: null, udf: { plan: "pro" } },
  });
  expect(compare("update", {}, { udf: [field("a", null, "1")] })).toMatchObject({
    before: { udf: null },
    after: { udf: { a: null } },
  });
});

test("fields that are sent again, in another order and with new ids, are no change", () => {
  const before = { udf: [field("plan", { tier: "pro", since: 2024 }, "1"), field("seats", 3, "2")] };
  const after = { udf: [field("seats", 3, "8"), field("plan", { since: 2024, tier: "pro" }, "9")] };
  expect(compare("update", before, after)).toBeUndefined();
});

test("a secret that changed alone is a change", () => {
  expect(compare("update", { name: "Acme" }, { name: "Acme" }, ["your_app"])).toMatchObject({
    before: null,
    after: null,
    secrets: ["your_app"],
  });
});

test("a value of more than 256 KiB is recorded by its size and digest", () => {
  const large = { note: "x".repeat(256 * 1024) };
  const text = JSON.stringify(large);
  const sha256 = createHash("sha256").update(text).digest("hex");
  const udf = [field("note", large.note, "1")];
  expect(compare("update", {}, { udf })).toMatchObject({
    before: { udf: null },
    after: { udf: { left_out_bytes: text.length, sha256 } },
  });
  expect(compare("update", { udf }, { udf: [field("note", large.note, "2")] })).toBeUndefined();
  const short = "x".repeat(256 * 1024 - JSON.stringify({ note: "" }).length);
  const fits = [field("note", short, "1")];
  expect(compare("update", {}, { udf: fits })).toMatchObject({ after: { udf: { note: short } } });
});

test("a change that was recorded before fields were kept as they are stays as it was", () => {
  const change = {
    event: "update",
    before: { udf: { plan: "free" } },
    after: { udf: { plan: "pro" } },
    secrets: [],
  };
  expect(compareAccount(change)).toEqual(change);
});
