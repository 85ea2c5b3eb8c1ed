/** Advisory locks of this database: any distinct numbers. */
export const LOCKS = {
  /** Held while installing the job queue. */
  install: 4_837_265_190,
  /** Held while choosing the runs to start. */
  admission: 4_837_265_191,
  /** Held while choosing the deliveries to start. */
  deliveries: 4_837_265_192,
  /** Held while deleting old records. */
  retention: 4_837_265_193,
  /** Held by a session while it migrates the schema. */
  migration: 4_837_265_194,
} as const;
