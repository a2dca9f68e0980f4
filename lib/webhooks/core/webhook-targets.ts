/** Where deliveries may go. One rule for registration, tests and each attempt. */
import "server-only";
import { isIP } from "node:net";
import { type Config, config } from "#lib/platform/config.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { internet, type Network } from "#lib/platform/outbound/outbound.ts";
import { isLoopbackAddress } from "#lib/platform/outbound/public-address.ts";
import { localTargets, type Targets, targetsBeside } from "#lib/platform/outbound/targets.ts";
import { WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";

/** Ports that browsers refuse to connect to (Fetch, "bad port") and that a POST could disturb. */
const REFUSED_PORTS = new Set(
  "1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080".split(
    " ",
  ),
);

type Terms = Pick<Config, "baseUrl" | "sandboxUrl" | "webhookTargets" | "ownPorts">;

/** A service with a sandbox that is reached from this machine only: its users may receive deliveries on this machine. */
export function isLocalSandbox({ baseUrl, sandboxUrl }: Terms): boolean {
  const { hostname } = new URL(baseUrl);
  const isLocal = hostname === "localhost" || isLoopbackAddress(hostname.replaceAll(/[[\]]/g, ""));
  return sandboxUrl !== undefined && isLocal;
}

/** The addresses that an attempt may connect to. */
export function webhookTargets(terms: Terms): Targets {
  const listed = targetsBeside(terms.webhookTargets);
  const local = isLocalSandbox(terms);
  return (url, address) => {
    if (!listed(url, address) && !(local && localTargets(url, address))) return false;
    return !isOwnPort(terms, url, address);
  };
}

export function webhookNetwork(terms: Terms = config()): Network {
  return { ...internet, targets: webhookTargets(terms) };
}

/** The processes of this service are no receivers, except for the sandbox's, which shows deliveries. */
function isOwnPort({ ownPorts, sandboxUrl }: Terms, url: URL, address: string): boolean {
  if (!isLoopbackAddress(address)) return false;
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const isReceiver =
    sandboxUrl !== undefined &&
    url.port === new URL(sandboxUrl).port &&
    url.pathname.startsWith("/hooks/");
  return ownPorts.includes(port) && !isReceiver;
}

/**
 * The URL as it is stored. Its name is resolved only when a delivery is sent, by the same rule.
 * @throws INVALID_FIELD, WEBHOOK_TARGET_REFUSED
 */
export function readTarget(text: string, terms: Terms = config()): string {
  const invalid = (reason: string) => new ServiceError("INVALID_FIELD", { field: "url", reason });
  if (text.length > WEBHOOK_LIMITS.urlCharacters) {
    throw invalid(`it must have ${WEBHOOK_LIMITS.urlCharacters} characters at most`);
  }
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw invalid("it must be an address that begins with https://");
  }
  if (url.username !== "" || url.password !== "") throw invalid("it must have no user or password");
  if (text.includes("#")) throw invalid("it must have no fragment");
  const refused = (reason: string) => new ServiceError("WEBHOOK_TARGET_REFUSED", { reason });
  if (REFUSED_PORTS.has(url.port)) throw refused(`Port ${url.port} is not for HTTP.`);
  if (url.host === new URL(terms.baseUrl).host) throw refused("It is this service.");
  const literal = url.hostname.replaceAll(/[[\]]/g, "");
  const address = url.hostname === "localhost" ? "127.0.0.1" : literal;
  const isAddress = isIP(address) !== 0;
  if (isAddress && !webhookTargets(terms)(url, address)) {
    throw refused("It must be reachable from the internet over https.");
  }
  const isListed = terms.webhookTargets.hosts.includes(url.hostname);
  const isExact = terms.webhookTargets.exact.some((one) => one.startsWith(`${url.hostname}:`));
  if (!isAddress && url.protocol === "http:" && !isListed && !isExact) {
    throw refused("It must begin with https://.");
  }
  return url.href;
}
