/** A piece that cannot be installed; the message is for the operator. */
export class PieceInstallError extends Error {
  override readonly name = "PieceInstallError";
}
