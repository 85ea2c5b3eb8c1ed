/** A document that cannot be imported; the message tells the caller what is wrong. */
export class OpenApiError extends Error {
  override readonly name = "OpenApiError";
}
