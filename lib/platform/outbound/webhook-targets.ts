/** Where deliveries may go. Registration, tests and each attempt use the same rule. */
import "server-only";
import { isIP } from "node:net";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { AddressList } from "#lib/kernel/http/address-list.ts";
import { canonicalHost } from "#lib/platform/config/allowed-targets.ts";
import { type Config, config } from "#lib/platform/config/config.ts";
import { internet, type Network } from "#lib/platform/outbound/guarded-request.ts";
import { isLocalSandbox, isOwnPort } from "#lib/platform/outbound/own-machine.ts";
import {
  localTargets,
  publicTargets,
  type Targets,
  targetsBeside,
} from "#lib/platform/outbound/permitted-targets.ts";
import {
  WEBHOOK_LIMITS,
  type WebhookTarget,
  type WebhookUrlProblem,
} from "#lib/protocol/webhooks.ts";

/** Ports that browsers refuse (Fetch, "bad port") and that a POST could disturb. */
const REFUSED_PORTS = new Set(
  "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080".split(
    " ",
  ),
);

type Terms = Pick<
  Config,
  "baseUrl" | "sandboxUrl" | "host" | "webhookTargets" | "blockedWebhookTargets" | "ownPorts"
>;

/** The sandbox's receiver, to which a name is added; `undefined` where users may not try it. */
export function receiverUrl(terms: Terms = config()): string | undefined {
  return isLocalSandbox(terms) ? new URL("/hooks/", terms.sandboxUrl).href : undefined;
}

/** Decides which addresses an attempt may connect to. */
export function webhookTargets(terms: Terms): Targets {
  const listed = targetsBeside(terms.webhookTargets);
  const local = isLocalSandbox(terms);
  const blocked = new AddressList(terms.blockedWebhookTargets.networks);
  return (url, address) => {
    const isBlocked = blocked.has(address) || isBlockedAt(terms, address, portOf(url));
    if (isBlocked || refusedByName(terms, url) !== undefined || isOwnProcess(terms, url, address))
      return false;
    return listed(url, address) || (local && localTargets(url, address));
  };
}

/** Why the URL is refused at any address. */
function refusedByName(
  terms: Terms,
  url: URL,
): "port" | "own_host" | "not_public" | "blocked" | undefined {
  // Without the final full stop, with which name servers write names.
  const name = url.hostname.replace(/\.$/, "");
  if (isBlockedAt(terms, name, portOf(url))) return "blocked";
  const own = new URL(terms.baseUrl);
  if (REFUSED_PORTS.has(url.port)) return "port";
  // A sandbox has its receivers at other ports of the same host.
  const isOwn = name === own.hostname && (url.port === own.port || !isLocalSandbox(terms));
  if (isOwn) return "own_host";
  // Every name below localhost is this machine (RFC 6761), whatever a name server answers.
  const isLocal = name === "localhost" || name.endsWith(".localhost");
  return isLocal && url.hostname !== "localhost" ? "not_public" : undefined;
}

/** The operator blocked this host, a parent domain, or this port of the host. */
function isBlockedAt(
  { blockedWebhookTargets: { hosts, exact } }: Terms,
  host: string,
  port: number,
) {
  const isBelow = hosts.some((blocked) => host === blocked || host.endsWith(`.${blocked}`));
  return isBelow || exact.includes(`${canonicalHost(host)}:${port}`);
}

export function webhookNetwork(terms: Terms = config()): Network {
  return { ...internet, targets: webhookTargets(terms) };
}

/** Whether the receiver is public, internal or simulated, judged by its address. */
export function classifyTarget(text: string, terms: Terms = config()): WebhookTarget {
  const url = new URL(text);
  if (isReceiver(terms, url)) return "simulated";
  const address = literalOf(url);
  const isPublic = isIP(address) === 0 ? !isListed(terms, url) : publicTargets(url, address);
  return isPublic && url.protocol === "https:" ? "public" : "internal";
}

/** Deliveries to this service's own processes are refused, except to the sandbox's receiver. */
function isOwnProcess(terms: Terms, url: URL, address: string): boolean {
  return isOwnPort(terms, url, address) && !isReceiver(terms, url);
}

function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === "https:" ? 443 : 80));
}

/** Whether it is the sandbox's receiver. */
function isReceiver({ sandboxUrl }: Pick<Terms, "sandboxUrl">, { port, pathname }: URL): boolean {
  return (
    sandboxUrl !== undefined && port === new URL(sandboxUrl).port && pathname.startsWith("/hooks/")
  );
}

/** The operator opened this name, or this port of it. */
function isListed({ webhookTargets: { hosts, exact } }: Terms, url: URL): boolean {
  return hosts.includes(url.hostname) || exact.includes(`${url.hostname}:${portOf(url)}`);
}

const REASONS: Readonly<Record<WebhookUrlProblem, string>> = {
  malformed: "it must be an address that begins with https://",
  too_long: `it must have ${WEBHOOK_LIMITS.urlCharacters} characters at most`,
  credentials: "it must have no user or password",
  fragment: "it must have no fragment",
  port: "Its port is not for HTTP.",
  own_host: "It is this service.",
  blocked: "The operator of this service does not allow deliveries to it.",
  not_public: "It must be reachable from the internet over https.",
  not_https: "It must begin with https://.",
};

/**
 * The URL in the form in which it is stored. Its name is resolved when a delivery is sent, by the
 * same rule.
 * @throws INVALID_FIELD, WEBHOOK_TARGET_REFUSED
 */
export function readTarget(text: string, terms: Terms = config()): string {
  const problem = targetProblem(text, terms);
  if (problem === undefined) return new URL(text).href;
  const reason = REASONS[problem];
  if (["malformed", "too_long", "credentials", "fragment"].includes(problem)) {
    throw new ServiceError("INVALID_FIELD", { field: "url", reason });
  }
  throw new ServiceError("WEBHOOK_TARGET_REFUSED", { reason });
}

/** Why a URL is refused, judged by its text. */
export function targetProblem(
  text: string,
  terms: Terms = config(),
): WebhookUrlProblem | undefined {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return "malformed";
  // Measured after parsing, because escapes make it longer.
  if (url.href.length > WEBHOOK_LIMITS.urlCharacters) return "too_long";
  if (url.username !== "" || url.password !== "") return "credentials";
  if (text.includes("#")) return "fragment";
  const reason = refusedByName(terms, url);
  if (reason !== undefined) return reason;
  const address = literalOf(url);
  if (isIP(address) !== 0) {
    if (webhookTargets(terms)(url, address)) return undefined;
    return new AddressList(terms.blockedWebhookTargets.networks).has(address)
      ? "blocked"
      : "not_public";
  }
  return url.protocol === "http:" && !isListed(terms, url) ? "not_https" : undefined;
}

/** The IP address of a URL that contains one or localhost; else its host name. */
function literalOf({ hostname }: URL): string {
  return hostname === "localhost" ? "127.0.0.1" : hostname.replaceAll(/[[\]]/g, "");
}
