/**
 * Makes this process's environment empty for good. The shared HTTP code of many pieces sets NODE_TLS_REJECT_UNAUTHORIZED to 0 before
 * each request, which would switch off the verification of every connection of this process.
 */
export function clearEnvironment(): void {
  const env = new Proxy(Object.create(null), {
    set: () => true,
    defineProperty: () => true,
    deleteProperty: () => true,
  });
  Object.defineProperty(process, "env", { value: env, writable: false, configurable: false });
}
