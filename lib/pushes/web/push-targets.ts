/**
 * Decides to which push services a push may be sent. The addresses come from users' browsers, so
 * they are not trusted.
 */
import "server-only";
import { type Config, config } from "#lib/platform/config/config.ts";
import { internet, type Network } from "#lib/platform/outbound/guarded-request.ts";
import { isLocalSandbox, isOwnPort } from "#lib/platform/outbound/own-machine.ts";
import {
  localTargets,
  publicTargets,
  type Targets,
  targetsBeside,
} from "#lib/platform/outbound/permitted-targets.ts";

type Terms = Pick<Config, "baseUrl" | "sandboxUrl" | "host" | "pushes" | "ownPorts">;

/**
 * Allows the browsers' push services over https, those that the operator lists, and, with a sandbox
 * on this machine, any local port except this service's own.
 */
export function pushTargets(terms: Terms): Targets {
  const listed = targetsBeside(terms.pushes.targets);
  const local = isLocalSandbox(terms);
  return (url, address) => {
    if (isOwnPort(terms, url, address)) return false;
    if (local && localTargets(url, address)) return true;
    const isKnown = isService(terms, url) || !publicTargets(url, address) || isListed(terms, url);
    return isKnown && listed(url, address);
  };
}

/** A real browser uses its maker's push service, so any other host was chosen by the user. */
function isService({ pushes: { services } }: Terms, { hostname }: URL): boolean {
  return (
    services === undefined ||
    services.some((name) => hostname === name || hostname.endsWith(`.${name}`))
  );
}

export function pushNetwork(terms: Terms = config()): Network {
  return { ...internet, targets: pushTargets(terms) };
}

/** Whether the text may be an endpoint. Its host name is resolved only when a push is sent. */
export function isEndpoint(text: string, terms: Terms = config()): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || url.hash !== "") return false;
  if (url.protocol === "https:") return isService(terms, url) || isListed(terms, url);
  return url.protocol === "http:" && (isLocalSandbox(terms) || isListed(terms, url));
}

function isListed({ pushes: { targets } }: Terms, { hostname, port, protocol }: URL): boolean {
  const address = `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
  return targets.hosts.includes(hostname) || targets.exact.includes(address);
}
