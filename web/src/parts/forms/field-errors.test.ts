import { JunctorError } from "@junctor/sdk";
import { expect, test } from "vitest";
import { fieldErrors } from "./field-errors.ts";

const FIELDS = { webhook_url: "url", interval_dates: "dates", "rate_limits.requests": "requests" };

function refusal(...errors: [field: string, message: string][]) {
  return new JunctorError({
    status: 400,
    code: "VALIDATION_ERROR",
    message: errors[0]?.[1] ?? "The request body is not valid JSON.",
    errors: errors.map(([field, message]) => ({ field, message })),
  });
}

test("a field's error is shown at the field, without the API's name of it", () => {
  const error = refusal(
    ["webhook_url", "webhook_url: the host is private."],
    ["rate_limits.requests", "rate_limits.requests must be at most 60."],
  );
  const { at, rest } = fieldErrors(error, FIELDS);
  expect(at).toEqual({ url: "The host is private.", requests: "Must be at most 60." });
  expect(rest).toBeUndefined();
});

test("a nested error is shown at the field with its position, the first of several", () => {
  const error = refusal(
    ["interval_dates.0.tz", "interval_dates.0.tz must be an IANA time zone."],
    ["interval_dates.1", "interval_dates.1 is not a day of the calendar."],
  );
  expect(fieldErrors(error, FIELDS).at).toEqual({ dates: "Must be an IANA time zone." });
});

test("a sentence that does not start with the field's name stays unchanged", () => {
  const error = refusal(["webhook_url", "There is such an endpoint already."]);
  expect(fieldErrors(error, FIELDS).at).toEqual({ url: "There is such an endpoint already." });
});

test("errors of no field of the form are left for the top", () => {
  for (const error of [
    refusal(),
    refusal(["method", "method must be POST."]),
    refusal(["webhook_url", "webhook_url is required."], ["method", "method must be POST."]),
    new Error("fetch failed"),
  ])
    expect(fieldErrors(error, FIELDS).rest).toBe(error);
});
