/**
 * Empties this process's environment permanently. The HTTP code that many pieces share sets
 * NODE_TLS_REJECT_UNAUTHORIZED to 0 before each request, which would switch off certificate verification for all
 * connections of the process.
 */
export function clearEnvironment(): void {
  const env = new Proxy(Object.create(null), {
    set: () => true,
    defineProperty: () => true,
    deleteProperty: () => true,
  });
  Object.defineProperty(process, "env", { value: env, writable: false, configurable: false });
}
