import { describe, expect, test } from "vitest";
import type { Json } from "../json/json.ts";
import { readReason } from "./failure-reason.ts";

describe("the reason of a failure", () => {
  test.each<[string, Json, string]>([
    ["error", { error: "Not allowed here." }, "Not allowed here."],
    ["error.message", { error: { message: "No such card", type: "card_error" } }, "No such card"],
    ["errors[].message", { errors: [{ message: "First" }, { message: "Second" }] }, "First: Second"],
    ["errors[]", { errors: ["Subject is empty.", "Due date is over"] }, "Subject is empty; Due date is over"],
    ["errorMessages", { errorMessages: ["No project."], errors: {} }, "No project."],
    ["detail", { detail: "Not found for this user." }, "Not found for this user."],
    ["title", { title: "Invalid resource", status: 400 }, "Invalid resource"],
    [
      "error_description",
      { error: "invalid_grant", error_description: "It is over" },
      "invalid_grant: It is over",
    ],
    ["msg", { code: 4711, msg: "stock is empty" }, "stock is empty"],
    [
      "fault.faultstring",
      { fault: { faultstring: "Bad token", detail: { errorcode: "o.x" } } },
      "Bad token; o.x",
    ],
    ["text", "\n\nThe queue is full.\n  at line 7\n", "The queue is full."],
    ["message", { message: "It is closed" }, "It is closed"],
    ["Message", { Message: "Access is denied" }, "Access is denied"],
    ["message.value", { "odata.error": { message: { lang: "en", value: "No list" } } }, "No list"],
    [
      "message as a list",
      { message: ["a is empty", "b is long"], error: "Bad Request" },
      "a is empty; b is long",
    ],
    ["a list", [{ message: "Wrong field", errorCode: "INVALID_FIELD" }], "Wrong field"],
    ["a list of texts", ["one thing", "another thing"], "one thing; another thing"],
    ["errors as a text", { errors: "Not here" }, "Not here"],
    [
      "error.details[].reason",
      { error: { code: 403, status: "DENIED", details: [{ reason: "NO_KEY" }] } },
      "DENIED: NO_KEY",
    ],
    ["data.error", { data: { error: { message: "Deep inside" } }, ok: false }, "Deep inside"],
    [
      "data[]",
      { data: [{ code: "INVALID_DATA", message: "invalid data", status: "error" }] },
      "invalid data",
    ],
    ["a text of JSON without a reason", { message: '{"why": "broken"}' }, '{"why": "broken"}'],
    ["a reason in a text of JSON", { message: '{"error":{"message":"Model is busy"}}' }, "Model is busy"],
    ["JSON of another content type", '{"error":"No such page"}', "No such page"],
    [
      "a form",
      "error=access_denied&error_description=Not+allowed+by+Ada",
      "access_denied: Not allowed by Ada",
    ],
    ["a code alone", { ok: false, error: "channel_not_found" }, "channel_not_found"],
    ["a number alone", { code: 4711 }, ""],
    ["a record", { data: { title: "My diary", description: "Dear diary" } }, ""],
    ["all is well", { code: 0, message: "success", sub_msg: "x" }, ""],
    ["nothing", null, ""],
    ["a status alone", { status: 404, error: "Not Found" }, "Not Found"],
    [
      "a code beside a status",
      { error: "RecordNotFound", description: "Not found" },
      "RecordNotFound: Not found",
    ],
    ["a status beside a message", { status: 404, error: "Not Found", message: "No order 7" }, "No order 7"],
  ])("is read from %s", (_form, answer, reason) => {
    expect(readReason(answer)).toBe(reason);
  });

  test.each<[string, Json, string]>([
    [
      "Problem+JSON with errors for each field",
      { title: "One or more are wrong.", errors: { Email: ["is no address"], Age: ["is below 18"] } },
      "One or more are wrong; Email: is no address; Age: is below 18",
    ],
    [
      "fields that are called like members of errors",
      { errorMessages: [], errors: { description: "is too long", summary: "is required" } },
      "description: is too long; summary: is required",
    ],
    ["fields under a message", { message: { name: ["has been taken"] } }, "name: has been taken"],
    ["fields alone", { email: ["This field is required."] }, "email: This field is required."],
    [
      "fields within fields",
      {
        message: "Invalid form",
        errors: { embed: { title: { _errors: [{ code: "X", message: "Too long" }] } } },
      },
      "Invalid form; embed: title: Too long",
    ],
    [
      "items that name a field",
      {
        message: "Validation failed",
        errors: [{ resource: "Issue", field: "title", code: "missing_field" }],
      },
      "Validation failed; title: missing_field",
    ],
    [
      "items with a path",
      { detail: [{ loc: ["body", "age"], msg: "field required" }] },
      "body.age: field required",
    ],
    [
      "items with a pointer",
      { errors: [{ title: "Invalid", detail: "is empty", source: { pointer: "/data/name" } }] },
      "/data/name: is empty",
    ],
    ["violations", { violations: [{ propertyPath: "price", message: "is negative" }] }, "price: is negative"],
    [
      "GraphQL",
      {
        data: null,
        errors: [{ message: "Cannot query field x", path: ["issue"], extensions: { code: "BAD" } }],
      },
      "issue: Cannot query field x",
    ],
  ])("tells fields apart in %s", (_form, answer, reason) => {
    expect(readReason(answer)).toBe(reason);
  });

  test.each([
    [
      "SOAP 1.1",
      '<?xml version="1.0"?><s:Envelope xmlns:s="x"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring xml:lang="en">No order &quot;7&quot;</faultstring></s:Fault></s:Body></s:Envelope>',
      'No order "7"',
    ],
    [
      "SOAP 1.2",
      '<e:Envelope><e:Body><e:Fault><e:Reason><e:Text xml:lang="en"><![CDATA[Wrong <id>]]></e:Text></e:Reason></e:Fault></e:Body></e:Envelope>',
      "Wrong <id>",
    ],
    [
      "S3",
      "<Error><Code>AccessDenied</Code><Message>Access Denied here</Message></Error>",
      "Access Denied here",
    ],
    ["XML that says nothing", "<answer><id>7</id></answer>", ""],
  ])("is read from %s", (_form, text, reason) => {
    expect(readReason(text)).toBe(reason);
  });

  test.each<[string, Json, string]>([
    ["a page", "<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>", ""],
    ["a page after a comment", "<!-- x -->\n<html><head></head></html>", ""],
    ["a page within JSON", { message: "<html><body>Oops</body></html>", error: "gateway" }, "gateway"],
    [
      "markup",
      { message: "<strong>Error:</strong> Unknown&nbsp;user &lt;x&gt;.<br/>" },
      "Error: Unknown user <x>.",
    ],
    ["what only looks like markup", { message: "Expected <string>" }, "Expected <string>"],
    ["bytes", "\u0089PNG\r\n\u001a\n\0\0", ""],
    ["an invalid entity", { message: "a &#9999999; b &#xd800; c" }, "a b \ufffd c"],
  ])("never shows %s", (_form, answer, reason) => {
    expect(readReason(answer)).toBe(reason);
  });

  test("does not repeat what looks like a secret", () => {
    const key = `sk_${"live"}_4eC39HqLyjWDarjtT1zdp7dc`; // no key of anybody
    expect(readReason({ error: { message: `Invalid key: ${key}` } })).toBe("Invalid key: [redacted]");
    expect(readReason("password=hunter22 is wrong")).toBe("password=[redacted] is wrong");
  });

  test("has at most 500 characters, and ends with a whole word: half a secret is not recognized by anybody", () => {
    const secret = "s".repeat(300);
    const said = readReason({ message: `${"word ".repeat(60)}${secret} rest` });
    expect(said).toBe(`${"word ".repeat(60).trim()} …`);
    expect(readReason({ message: "x".repeat(5000) })).toBe("");
  });

  test("names five reasons at most, each once", () => {
    const errors = Array.from({ length: 1000 }, (_, index) => ({ message: `Reason no ${index % 7} here` }));
    expect(readReason({ message: "Reason no 0 here.", errors })).toBe(
      [0, 1, 2, 3, 4].map((index) => `Reason no ${index} here`).join("; "),
    );
  });

  test("takes little time, however large and deep the answer is", () => {
    let deep: Json = "end";
    for (let level = 0; level < 190; level++) deep = { errors: [deep] };
    const wide = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`errors${index}`, { a: {} }]),
    );
    const texts = ["<message ".repeat(7000), "<a ".repeat(30_000), "a=".repeat(50_000), "&#1".repeat(30_000)];
    const began = performance.now();
    for (const answer of [deep, wide, ...texts]) readReason(answer);
    for (const message of texts) readReason({ message });
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
