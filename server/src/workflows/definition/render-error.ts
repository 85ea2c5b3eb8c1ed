/** An expression that cannot be evaluated; the message is for whoever wrote the workflow. */
export class RenderError extends Error {
  override readonly name = "RenderError";
  /** The expression, without its braces; undefined where it is about all of them. */
  readonly expression: string | undefined;

  constructor(message: string, expression?: string) {
    super(message);
    this.expression = expression;
  }
}
