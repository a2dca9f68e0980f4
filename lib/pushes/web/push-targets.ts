/** Which push services a push may be sent to. A user's browser names them, so they are other people's addresses. */
import "server-only";
import { type Config, config } from "#lib/platform/config.ts";
import { internet, type Network } from "#lib/platform/outbound/outbound.ts";
import { isLocalSandbox, isOwnPort } from "#lib/platform/outbound/own-machine.ts";
import { localTargets, type Targets, targetsBeside } from "#lib/platform/outbound/targets.ts";

type Terms = Pick<Config, "baseUrl" | "sandboxUrl" | "pushes" | "ownPorts">;

/** Public ones over https, those of the operator, and, with a sandbox on this machine, any of this machine but this service. */
export function pushTargets(terms: Terms): Targets {
  const listed = targetsBeside(terms.pushes.targets);
  const local = isLocalSandbox(terms);
  return (url, address) =>
    !isOwnPort(terms, url, address) &&
    (listed(url, address) || (local && localTargets(url, address)));
}

export function pushNetwork(terms: Terms = config()): Network {
  return { ...internet, targets: pushTargets(terms) };
}

/** Whether the text may be an endpoint; its name is resolved only when a push is sent. */
export function isEndpoint(text: string, terms: Terms = config()): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || url.hash !== "") return false;
  if (url.protocol === "https:") return true;
  return url.protocol === "http:" && (isLocalSandbox(terms) || isListed(terms, url));
}

function isListed({ pushes: { targets } }: Terms, { hostname, port }: URL): boolean {
  return targets.hosts.includes(hostname) || targets.exact.includes(`${hostname}:${port || "80"}`);
}
