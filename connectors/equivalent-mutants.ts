/**
 * Mistakes that no suite can find because the vendor does the same with and without them, by connector: the mutant as
 * the mutation test names it, and why. One that is listed and found all the same fails the test too.
 */
export const EQUIVALENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
