/** Ports of this machine at which processes of this service listen, which no request of a user may reach. */
import { Secret } from "#lib/kernel/env.ts";

/** Where a program listens whose address names no port. */
const DEFAULT_PORTS: Readonly<Record<string, readonly number[]>> = {
  "http:": [80],
  "https:": [443],
  "postgres:": [5432],
  "postgresql:": [5432],
  "redis:": [6379],
  "rediss:": [6379],
  "smtp:": [25, 587],
  "smtps:": [465],
};

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/;

/** Whether the name or address, as a URL has it, is of this machine alone. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * The ports of all addresses among the settings (`…_URL`, with commas between several), and those that are given.
 * @param settings as the schema of the app reads them
 */
export function ownPortsOf(
  settings: Readonly<Record<string, unknown>>,
  given: readonly number[],
): number[] {
  const ports = Object.entries(settings).flatMap(([name, value]) => {
    const text = value instanceof Secret ? value.reveal() : value;
    if (!name.endsWith("_URL") || typeof text !== "string") return [];
    return text.split(",").flatMap(portsOf);
  });
  return [...new Set([...given, ...ports])];
}

function portsOf(address: string): readonly number[] {
  const url = URL.parse(address);
  if (url === null) return [];
  if (url.port !== "") return [Number(url.port)];
  return isLoopbackHost(url.hostname) ? (DEFAULT_PORTS[url.protocol] ?? []) : [];
}
