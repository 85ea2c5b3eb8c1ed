const MIB = 1024 ** 2;
/** What a process with the embedded database needs at least, in MiB: its start and its first workflows take most. */
const EMBEDDED_MIB = 512;

/** A warning if the process may use less memory than the embedded database needs; `limit` in bytes, 0 if there is none. */
export function describeMemoryShortage(limit: number): string | undefined {
  if (limit <= 0 || limit >= EMBEDDED_MIB * MIB) return undefined;
  const limitMiB = Math.floor(limit / MIB);
  return `This process may use ${limitMiB} MiB of memory (the limit of its container or service), but with the embedded database it needs ${EMBEDDED_MIB} MiB: the system may kill it without a message during the start or the first workflows (docs/self-hosting.md).`;
}
