/** The text of an object's own property; undefined if there is none, it is empty, or it is no text. */
export function findText(from: unknown, name: string): string | undefined {
  if (typeof from !== "object" || from === null || !Object.hasOwn(from, name)) return undefined;
  const value: unknown = Reflect.get(from, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}
