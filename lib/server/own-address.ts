/**
 * A local installation has one address, BASE_URL. Cookies, links in mails and the way back from an identity provider belong to it, so a page
 * that was opened under another name of the machine cannot sign anybody in.
 */
import type { IncomingHttpHeaders } from "node:http";
import { isLoopbackAddress } from "#lib/platform/outbound/public-address.ts";

type Opened = { method: string; url: string; headers: IncomingHttpHeaders };

/**
 * Where to send a browser that opened a page at `127.0.0.1` or `[::1]` while BASE_URL is `localhost`, or the reverse. `undefined` for every
 * other request: programs and proxies keep the name that they use.
 */
export function properAddress(
  baseUrl: string,
  { method, url, headers }: Opened,
): string | undefined {
  const { "sec-fetch-mode": mode = "navigate", accept = "" } = headers;
  const isNavigation =
    (method === "GET" || method === "HEAD") && mode === "navigate" && accept.includes("text/html");
  const base = new URL(baseUrl);
  const opened = hostOf(headers.host);
  if (!isNavigation || opened === undefined || opened.host === base.host) return undefined;
  const areHere = isThisMachine(base.hostname) && isThisMachine(opened.hostname);
  // A path that begins with two slashes would name another host.
  if (!areHere || opened.port !== base.port || !/^\/(?![/\\])/.test(url)) return undefined;
  return `${base.origin}${url}`;
}

/**
 * BASE_URL, when it names this machine only and the page was opened from the network: its mails and its provider lead to an address that
 * the visitor cannot open.
 */
export function addressOfLocal(baseUrl: string, host: string | null): string | undefined {
  const base = new URL(baseUrl);
  const opened = hostOf(host ?? undefined);
  const isElsewhere =
    opened !== undefined && isThisMachine(base.hostname) && !isThisMachine(opened.hostname);
  return isElsewhere ? base.origin : undefined;
}

function hostOf(host: string | undefined): URL | undefined {
  return host === undefined ? undefined : (URL.parse(`http://${host}/`) ?? undefined);
}

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || isLoopbackAddress(hostname.replaceAll(/[[\]]/g, ""));
}
