/** Which addresses a request to another person's URL may reach. */
import { isIP } from "node:net";
import type { z } from "zod";
import { AddressList, parseAddresses } from "#lib/platform/address-list.ts";
import { isExposedAddress, isLoopbackAddress, isPublicAddress } from "./public-address.ts";

/** @param address one of the host's, which the request would connect to */
export type Targets = (url: URL, address: string) => boolean;

export const publicTargets: Targets = ({ protocol }, address) =>
  protocol === "https:" && isPublicAddress(address);

/** Plain HTTP on this machine, for a service that itself is reached from this machine only. */
export const localTargets: Targets = ({ protocol }, address) =>
  protocol === "http:" && isLoopbackAddress(address);

/** What an operator opens beside the public internet. */
export type AllowedTargets = {
  /** Host names, without a port. */
  hosts: readonly string[];
  /** Addresses and networks. */
  networks: readonly string[];
  /** `host:port`, `address:port` or `[address]:port`, which alone open this machine, link-local and metadata addresses. */
  exact: readonly string[];
};

/** Public targets over HTTPS, and what `allowed` lists, over HTTP too. */
export function targetsBeside(allowed: AllowedTargets): Targets {
  const networks = new AddressList(allowed.networks);
  return (url, address) => {
    if (publicTargets(url, address)) return true;
    if (url.protocol !== "https:" && url.protocol !== "http:") return false;
    const port = url.port || (url.protocol === "https:" ? "443" : "80");
    if (allowed.exact.includes(`${canonical(address)}:${port}`)) return true;
    if (isExposedAddress(address)) return false;
    const isNamed = allowed.exact.includes(`${url.hostname}:${port}`);
    return isNamed || allowed.hosts.includes(url.hostname) || networks.has(address);
  };
}

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const WITH_PORT = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+):(\d{1,5})$/;
const MAX_PORT = 65_535;

/** An address or host as a URL has it: `[::1]`, `127.0.0.1`, `hooks.internal`. */
function canonical(host: string): string | undefined {
  return URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}`)?.hostname;
}

/** `undefined` for text that is not a host or an address with a port. */
function exactTarget(entry: string): string | undefined {
  const [, host = "", port = ""] = WITH_PORT.exec(entry) ?? [];
  const isHost =
    host.startsWith("[") || isIP(host) === 4 || (HOST.test(host) && /[a-z]/.test(host));
  const name = isHost ? canonical(host) : undefined;
  const isPort = Number(port) >= 1 && Number(port) <= MAX_PORT;
  return name === undefined || !isPort ? undefined : `${name}:${Number(port)}`;
}

/** For a schema: `hooks.internal, 10.1.0.0/16, 127.0.0.1:8080`; each invalid entry is an issue. */
export function readAllowedTargets(text: string, context: z.RefinementCtx): AllowedTargets {
  const hosts: string[] = [];
  const exact: string[] = [];
  const rest: string[] = [];
  const entries = text.split(",").map((entry) => entry.trim().toLowerCase());
  for (const entry of entries.filter((one) => one !== "")) {
    const target = exactTarget(entry);
    if (target !== undefined) exact.push(target);
    else if (HOST.test(entry) && /[a-z]/.test(entry)) hosts.push(entry);
    else rest.push(entry);
  }
  const { entries: networks, refused } = parseAddresses(rest);
  for (const { entry, reason } of refused) context.addIssue(`${JSON.stringify(entry)} ${reason}`);
  return { hosts, networks, exact };
}
