import { ConnectorError } from "../../../connector.ts";

/** A valid header name (RFC 9110). */
export const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/** A valid header value. */
export const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A header value that can be sent; throws `ConnectorError` (`input`) for any other, without repeating it. */
export function toHeaderValue(name: string, value: string): string {
  if (HEADER_VALUE.test(value)) return value;
  throw new ConnectorError(
    "input",
    `The header ${name} would contain line breaks or characters that headers cannot carry.`,
  );
}
