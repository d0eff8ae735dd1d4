import { isIPv6 } from "node:net";

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Groups of 16 bits that name a network; the rest a single customer changes at will. */
const NETWORK_GROUPS = 4;

/** What tries are counted by: an IPv4 address, or the /64 network of an IPv6 address. */
export function addressKey(ip: string): string {
  const mapped = MAPPED.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [address = ""] = ip.split("%", 1);
  // guard rate as ip: tests/server/auth/judge-tries.test.ts
  return isIPv6(address) ? `${groupsOf(address).slice(0, NETWORK_GROUPS).join(":")}::/64` : ip;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = address.split("::", 2);
  const split = (part: string) => (part === "" ? [] : part.split(":"));
  const [first, last] = [split(head), split(tail ?? "")];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array.from({ length: missing }, () => "0"), ...last].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""));
}
