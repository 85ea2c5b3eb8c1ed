import { expect, test } from "vitest";
import { OutboundError, toOutboundError } from "./outbound-error.ts";

test.each([
  ["CERT_HAS_EXPIRED", "tls"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "tls"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls"],
  ["EPROTO", "tls"],
  ["ECONNREFUSED", "connect"],
  ["ECONNRESET", "connect"],
  ["UND_ERR_SOCKET", "connect"],
  ["HPE_INVALID_CONSTANT", "connect"],
  ["ETIMEDOUT", "timeout"],
  ["UND_ERR_CONNECT_TIMEOUT", "timeout"],
  ["UND_ERR_HEADERS_OVERFLOW", "too_large"],
  ["UND_ERR_INVALID_ARG", "invalid_url"],
  ["UND_ERR_DESTROYED", "aborted"],
])("%s is the error %s, without text that names an address", (code, expected) => {
  const error = Object.assign(new Error("connect 10.0.0.1:443 failed"), { code });
  const mapped = toOutboundError(error, "example.com");
  expect(mapped.code).toBe(expected);
  expect(mapped.message).not.toContain("10.0.0.1");
});

test("an OutboundError stays unchanged, and any unknown error is a failed connection", () => {
  const error = new OutboundError("dns", "no such name");
  expect(toOutboundError(error, "example.com")).toBe(error);
  expect(toOutboundError("what", "example.com")).toMatchObject({
    code: "connect",
    message: "The connection to example.com failed.",
  });
});
