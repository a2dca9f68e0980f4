/** Which addresses a request to another person's URL may reach. */
import { AddressList } from "#lib/kernel/http/address-list.ts";
import { type AllowedTargets, canonicalHost } from "#lib/platform/config/allowed-targets.ts";
import { isExposedAddress, isLoopbackAddress, isPublicAddress } from "./public-address.ts";

/** @param address one of the host's, which the request would connect to */
export type Targets = (url: URL, address: string) => boolean;

export const publicTargets: Targets = ({ protocol }, address) =>
  protocol === "https:" && isPublicAddress(address);

/** Plain HTTP on this machine, for a service that itself is reached from this machine only. */
export const localTargets: Targets = ({ protocol }, address) =>
  protocol === "http:" && isLoopbackAddress(address);

/** Public targets over HTTPS, and what `allowed` lists, over HTTP too. */
export function targetsBeside(allowed: AllowedTargets): Targets {
  const networks = new AddressList(allowed.networks);
  return (url, address) => {
    if (publicTargets(url, address)) return true;
    if (url.protocol !== "https:" && url.protocol !== "http:") return false;
    const port = url.port || (url.protocol === "https:" ? "443" : "80");
    if (allowed.exact.includes(`${canonicalHost(address)}:${port}`)) return true;
    if (isExposedAddress(address)) return false;
    const isNamed = allowed.exact.includes(`${url.hostname}:${port}`);
    return isNamed || allowed.hosts.includes(url.hostname) || networks.has(address);
  };
}
