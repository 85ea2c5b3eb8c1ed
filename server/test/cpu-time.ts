/**
 * Starts measuring the processor time of this process, in milliseconds: unlike elapsed time, it does not grow with
 * other load on the machine.
 */
export function measureCpu(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
