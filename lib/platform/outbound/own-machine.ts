/** What requests to URLs of other people may reach of this machine and its service. */
import { networkInterfaces } from "node:os";
import type { Config } from "#lib/platform/config/config.ts";
import { isLoopbackAddress } from "./public-address.ts";

/** A service with a sandbox that is reached from this machine only: its users may name addresses of this machine. */
export function isLocalSandbox({
  baseUrl,
  sandboxUrl,
  host,
}: Pick<Config, "baseUrl" | "sandboxUrl" | "host">): boolean {
  // A process that listens for the network is reached from there, whatever its links say.
  const names = [new URL(baseUrl).hostname, host];
  return sandboxUrl !== undefined && names.every(isLocal);
}

function isLocal(name: string): boolean {
  return name === "localhost" || isLoopbackAddress(name.replaceAll(/[[\]]/g, ""));
}

/** The address and port at which a process of this service listens. */
export function isOwnPort(
  { ownPorts }: Pick<Config, "ownPorts">,
  { port, protocol }: URL,
  address: string,
): boolean {
  const isHere = isLoopbackAddress(address) || ownAddresses().includes(address);
  return isHere && ownPorts.includes(Number(port || (protocol === "https:" ? 443 : 80)));
}

/** Those of this machine's interfaces. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((of) =>
    (of ?? []).map(({ address }) => address),
  );
}
