/** CPU seconds that this process spends on work. Unlike the time that passes, they are about the same however busy the machine is. */
export async function cpuSeconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
