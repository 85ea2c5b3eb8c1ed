/** The limits of one run; times in milliseconds, `cpuMs` counts only while guest code runs. */
export interface SandboxLimits {
  cpuMs: number;
  wallMs: number;
  memoryMiB: number;
  outputBytes: number;
  logLines: number;
  logBytes: number;
}

const defaults: SandboxLimits = {
  cpuMs: 5000,
  wallMs: 30_000,
  memoryMiB: 48,
  outputBytes: 1024 * 1024,
  logLines: 200,
  logBytes: 64 * 1024,
};

/** No run may ask for more memory than this, in MiB. */
export const maximumMemoryMiB = 256;

/**
 * Fills in the defaults; throws a RangeError for a limit that is not a positive whole number or exceeds the maximum.
 */
export function applyLimitDefaults(limits: Partial<SandboxLimits> = {}): SandboxLimits {
  const complete = { ...defaults };
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || value <= 0) {
      throw new RangeError(`The sandbox limit ${name} must be a positive whole number.`);
    }
    Object.assign(complete, { [name]: value });
  }
  if (complete.memoryMiB > maximumMemoryMiB) {
    throw new RangeError(`The sandbox limit memoryMiB must be at most ${maximumMemoryMiB}.`);
  }
  return complete;
}

/** The longest text that may be passed to a guest: it is copied, parsed and kept, about six times its size in all. */
export function getLongestInput(limits: Pick<SandboxLimits, "memoryMiB">): number {
  return Math.floor((limits.memoryMiB * 2 ** 20) / 6);
}
