/** The copy of charts. */
export const CHARTS = {
  timesIn: (zone: string) => `Times in ${zone}.`,
};
