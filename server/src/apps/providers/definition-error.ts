/** A stored definition that can no longer be compiled to a connector; the message names what is wrong. */
export class DefinitionError extends Error {
  override readonly name = "DefinitionError";
}
