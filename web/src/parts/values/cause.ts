/** Why something failed, without the step of a loop that the message begins with: it is named beside it. */
export function getCause(message: string): string {
  return message.replace(/^(In node "[^"]*" of item \d+: )+/, "");
}
