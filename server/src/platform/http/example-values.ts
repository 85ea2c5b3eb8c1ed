/** Values shared by the examples of the API document, so that the ids of one are found in the others. */
export const EXAMPLE = {
  account: "customer-42",
  accountRow: "6a1f0c2e9b3d4f5a6b7c8d42",
  org: "6a1f0c2e9b3d4f5a6b7c8d01",
  workflow: "6a1f0c2e9b3d4f5a6b7c8d10",
  execution: "6a1f0c2e9b3d4f5a6b7c8d20",
  event: "6a1f0c2e9b3d4f5a6b7c8d30",
  webhook: "6a1f0c2e9b3d4f5a6b7c8d50",
  mcpServer: "6a1f0c2e9b3d4f5a6b7c8d60",
  at: "2026-01-31T09:30:00.000Z",
  server: "https://junctor.example.com",
} as const;

/** The envelope of a list that has one record. */
export const ONE_RECORD = {
  totalDocs: 1,
  limit: 10,
  totalPages: 1,
  page: 1,
  pagingCounter: 1,
  hasPrevPage: false,
  hasNextPage: false,
  prevPage: null,
  nextPage: null,
  nextCursor: null,
};
