/** Advisory locks of this database: any numbers, as long as they differ. */
export const LOCKS = {
  /** Who installs the job queue. */
  install: 4_837_265_190,
  /** Who decides which runs begin. */
  admission: 4_837_265_191,
  /** Who decides which deliveries begin. */
  deliveries: 4_837_265_192,
  /** Who deletes what is old. */
  retention: 4_837_265_193,
} as const;
