/** An expression that cannot be evaluated; the message is for the author of the workflow. */
export class RenderError extends Error {
  override readonly name = "RenderError";
  /** The expression, without its braces; undefined if the error concerns all of them. */
  readonly expression: string | undefined;

  constructor(message: string, expression?: string) {
    super(message);
    this.expression = expression;
  }
}
