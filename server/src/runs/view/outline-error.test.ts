import { expect, test } from "vitest";
import { redactErrorMessage } from "./outline-error.ts";

const SECRET = "The key abc of https://example.com was refused.";

test.each([
  ["HTTP_STATUS", "The request of this step returned an error."],
  ["CODE_THROWN", "The code of this step failed."],
  ["SUB_FLOW", "The workflow that this step called failed."],
  ["DNS", "The request of this step failed."],
  ["A_CODE_OF_NOBODY", "This step failed."],
  ["constructor", "This step failed."],
])("customers read a sentence instead of the message of %s", (code, sentence) => {
  expect(redactErrorMessage({ code, message: SECRET })).toEqual({ code, message: sentence });
});

test.each(["TERMINATED", "WAIT_TIMEOUT", "TOO_MANY_ITEMS", "NODE_TIMEOUT"])(
  "customers read the message of %s",
  (code) => {
    const error = { code, message: "It took too long." };
    expect(redactErrorMessage(error)).toBe(error);
  },
);
