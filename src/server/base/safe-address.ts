const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Whether what is sent there is encrypted, or stays on this machine. */
export function isSafeAddress({ protocol, hostname }: Pick<URL, "protocol" | "hostname">): boolean {
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

/** Whether a host is this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.has(hostname);
}
