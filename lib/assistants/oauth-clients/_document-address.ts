/** Which client ids are addresses of documents (draft-ietf-oauth-client-id-metadata-document, section 3). */
import { isIP } from "node:net";

const MOST_CHARACTERS = 1_000;
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

export type AddressTerms = {
  /** Host of this service: nobody publishes documents there. */
  ownHost: string;
  /** `http:` of this machine is taken too: where the service itself runs for one machine only. */
  mayBeLocal: boolean;
};

/** The address; `undefined` when `id` is none from which a document may be fetched. */
export function documentAddress(id: string, terms: AddressTerms): URL | undefined {
  if (id.length > MOST_CHARACTERS || !/^https?:\/\//.test(id)) return undefined;
  const url = URL.parse(id);
  // One spelling only: no dot segments, no default port, no capitals in the host, nothing that is read as something else.
  if (url === null || url.href !== id || id.includes("#")) return undefined;
  if (url.username !== "" || url.password !== "" || url.pathname === "/") return undefined;
  if (url.protocol === "http:") {
    return terms.mayBeLocal && LOOPBACK_HOSTS.has(url.hostname) ? url : undefined;
  }
  return isSite(url) && url.host !== terms.ownHost ? url : undefined;
}

/** A name of the internet at the usual port: other ports are of other services, and an address has no name to be known by. */
function isSite({ hostname, port }: URL): boolean {
  const isAddress = hostname.startsWith("[") || isIP(hostname) !== 0;
  return port === "" && !isAddress && /^[^.]+(?:\.[^.]+)+$/.test(hostname);
}
