// An `import` of node:http reads all that it exports, and so loads the platform's own WebSocket and fetch: 14 MiB (D440).
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/** The reason phrase of an HTTP status, such as "Not Found"; undefined for an unknown one. */
export function getReasonPhrase(status: number): string | undefined {
  return STATUS_CODES[status];
}
