import { printTable } from "../processes.ts";

/** A count or measurement, with the requirement and whether it is met. */
interface Figure {
  readonly what: string;
  readonly is: string | number;
  readonly must: string;
  readonly ok: boolean;
}

/** A figure without a requirement. */
export const told = (what: string, is: string | number): Figure => ({ what, is, must: "-", ok: true });

/** A count that must be zero. */
export const none = (what: string, is: number): Figure => ({ what, is, must: "0", ok: is === 0 });

/** A figure with an upper bound. */
export const atMost = (what: string, is: number, most: number): Figure => ({
  what,
  is,
  must: `<= ${most}`,
  ok: is <= most,
});

/** Prints the figures and returns whether all requirements are met. */
export function judge(title: string, figures: readonly Figure[]): boolean {
  const rows = figures.map(({ ok, ...row }) => ({ ...row, "": ok ? "ok" : "MISSED" }));
  printTable(title, rows);
  return figures.every(({ ok }) => ok);
}
