/** An expression that cannot be evaluated; the message is for whoever wrote the workflow. */
export class RenderError extends Error {
  override readonly name = "RenderError";
}
