/**
 * Stands for any text that matches, in what a case expects. Vitest asks such an object itself, so mocks load where it
 * is not installed: `junctor simulate` plays them.
 */
export function matching(pattern: RegExp) {
  return {
    asymmetricMatch: (value: unknown) => typeof value === "string" && pattern.test(value),
    toString: () => `text that matches ${pattern}`,
  };
}
