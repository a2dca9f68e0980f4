/** Which client ids are addresses of documents (draft-ietf-oauth-client-id-metadata-document, section 3). */
import { isIP } from "node:net";

const MAX_CHARACTERS = 1_000;
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

export type AddressTerms = {
  /** Host of this service, where clients cannot publish documents. */
  ownHost: string;
  /** Also accept `http:` at this machine, when the service itself runs for one machine only. */
  mayBeLocal: boolean;
};

/** The parsed address; `undefined` when no document may be fetched from `id`. */
export function documentAddress(id: string, terms: AddressTerms): URL | undefined {
  if (id.length > MAX_CHARACTERS || !/^https?:\/\//.test(id)) return undefined;
  const url = URL.parse(id);
  // Only the canonical spelling: no dot segments, default port or capitals in the host.
  if (url === null || url.href !== id || id.includes("#")) return undefined;
  if (url.username !== "" || url.password !== "" || url.pathname === "/") return undefined;
  if (url.protocol === "http:") {
    return terms.mayBeLocal && LOOPBACK_HOSTS.has(url.hostname) ? url : undefined;
  }
  return isSite(url) && url.host !== terms.ownHost ? url : undefined;
}

/** A host name of the internet at the usual port: other ports belong to other services, and an IP address identifies no site. */
function isSite({ hostname, port }: URL): boolean {
  const isAddress = hostname.startsWith("[") || isIP(hostname) !== 0;
  return port === "" && !isAddress && /^[^.]+(?:\.[^.]+)+$/.test(hostname);
}
