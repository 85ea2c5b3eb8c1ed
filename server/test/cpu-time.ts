/** Begins to measure the processor time of this process, in milliseconds: unlike the time that passes, it does not grow with what else the machine does. */
export function measureCpu(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
