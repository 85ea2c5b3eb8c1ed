import { printTable } from "../processes.ts";

/** Something that was counted or measured, and whether it is as it must be. */
interface Figure {
  readonly what: string;
  readonly is: string | number;
  readonly must: string;
  readonly ok: boolean;
}

/** A figure of which nothing is asked. */
export const told = (what: string, is: string | number): Figure => ({ what, is, must: "-", ok: true });

/** A count of what must not be. */
export const none = (what: string, is: number): Figure => ({ what, is, must: "0", ok: is === 0 });

/** One that may be so much at the most. */
export const atMost = (what: string, is: number, most: number): Figure => ({
  what,
  is,
  must: `<= ${most}`,
  ok: is <= most,
});

/** Prints the figures; whether all are as they must be. */
export function judge(title: string, figures: readonly Figure[]): boolean {
  const rows = figures.map(({ ok, ...row }) => ({ ...row, "": ok ? "ok" : "MISSED" }));
  printTable(title, rows);
  return figures.every(({ ok }) => ok);
}
