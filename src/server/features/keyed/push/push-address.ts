import { type LookupAddress, lookup } from "node:dns";
import { type BlockList, isIP, type LookupFunction } from "node:net";
import { isLoopback, isPublicIp, isSafeAddress, networksOf } from "../../../base/safe-address.ts";
import type { Services } from "../../../http/services.ts";

/** Where pushes may go besides addresses out there. */
export interface PushPlaces {
  /** This machine: only where nobody else reaches the portal. */
  readonly loopback: boolean;
  /** Networks inside that the operator allows. */
  readonly networks: BlockList;
}

/** As the operator has set it: who comes from outside must not send us round to what listens on this machine for us alone. */
export function placesOf({ publicUrl, pushNetworks }: Pick<Services, "publicUrl" | "pushNetworks">): PushPlaces {
  return { loopback: publicUrl === undefined, networks: networksOf(pushNetworks) };
}

/** What is wrong with an address as it is written, in words after its title; null: nothing is. */
export function addressProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !isSafeAddress(url)) return "应为 https 地址；试用时可为本机的 http 地址，如 http://127.0.0.1:9000/push";
  if (url.username !== "" || url.password !== "") return "不能含用户名和密码，请用签名核对来源";
  if (url.hash !== "") return "不能含 # 之后的部分";
  return null;
}

/** Thrown instead of a connection. */
class ForbiddenPlace extends Error {
  constructor(host: string) {
    super(`地址不允许：${host} 在内部网络`);
  }
}

/** Whether an IP address may be sent to. */
export function mayReach(ip: string, { loopback, networks }: PushPlaces): boolean {
  const family = isIP(ip) === 6 ? "ipv6" : "ipv4";
  if (ip === "127.0.0.1" || ip === "::1") return loopback;
  // guard scope as true: tests/server/keyed/push.test.ts
  return isPublicIp(ip) || networks.check(ip, family);
}

/** The place of an address that names an IP itself; names are looked at when they are looked up. */
export function checkLiteral({ hostname }: URL, places: PushPlaces): void {
  const ip = hostname.replace(/^\[|\]$/g, "");
  const isForbidden = isIP(ip) === 0 ? isLoopback(hostname) && !places.loopback : !mayReach(ip, places);
  if (isForbidden) throw new ForbiddenPlace(hostname);
}

/** Looks a name up and answers only with addresses that may be sent to: what is connected to is what was looked at. */
export function lookupIn(places: PushPlaces): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = error === null ? (found as LookupAddress[]).filter(({ address }) => mayReach(address, places)) : [];
      const [first] = addresses;
      if (error !== null) return done(error, "", 0);
      if (first === undefined) return done(new ForbiddenPlace(hostname), "", 0);
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}
