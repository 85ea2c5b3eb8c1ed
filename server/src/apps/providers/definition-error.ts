/** A stored definition that no longer makes a connector; the message names what is wrong. */
export class DefinitionError extends Error {
  override readonly name = "DefinitionError";
}
