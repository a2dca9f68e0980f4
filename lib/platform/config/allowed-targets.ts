/** Targets that an operator opens for requests to URLs that other people chose. */
import { isIP } from "node:net";
import type { z } from "zod";
import { parseAddresses } from "#lib/kernel/http/address-list.ts";

/** What an operator opens beside the public internet. */
export type AllowedTargets = {
  /** Host names, without a port. */
  hosts: readonly string[];
  /** Addresses and networks. */
  networks: readonly string[];
  /** `host:port`, `address:port` or `[address]:port`, which alone open this machine, link-local and metadata addresses. */
  exact: readonly string[];
};

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const WITH_PORT = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+):(\d{1,5})$/;
const MAX_PORT = 65_535;

/** An address or host as a URL has it: `[::1]`, `127.0.0.1`, `hooks.internal`. */
export function canonicalHost(host: string): string | undefined {
  return URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}`)?.hostname;
}

/** `undefined` for text that is not a host or an address with a port. */
function exactTarget(entry: string): string | undefined {
  const [, host = "", port = ""] = WITH_PORT.exec(entry) ?? [];
  const isHost =
    host.startsWith("[") || isIP(host) === 4 || (HOST.test(host) && /[a-z]/.test(host));
  const name = isHost ? canonicalHost(host) : undefined;
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
