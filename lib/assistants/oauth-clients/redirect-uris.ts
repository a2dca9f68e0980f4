import type { RedirectKind } from "#lib/protocol/consent.ts";

/** Redirect addresses: which a client may register, and which count as the same. */

/**
 * The hosts of this machine in an `http:` address. Other spellings, such as `127.0.0.2`, do not count (RFC 8252, 7.3).
 */
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
const MAX_CHARACTERS = 2_048;
/** An `http:` address of this machine: host, port, and everything behind it. */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?((?:[/?].*)?)$/;
const APP_SCHEME = /^[a-z][a-z0-9+.-]{1,62}:$/;

/** Schemes that browsers or systems handle themselves or that locate bytes: none of them is an app of the user. */
const NO_APP = new Set(
  (
    "javascript vbscript livescript data blob file filesystem about view-source jar mk res resource cid mid urn oid " +
    "ws wss ftp ftps sftp tftp ssh telnet gopher ldap ldaps nntp news nfs smb afp dav davs webdav rtsp rtmp irc ircs " +
    "mailto tel sms smsto mms callto facetime sip sips xmpp geo maps market itms itms-apps itms-services " +
    "intent android-app content chrome chrome-extension chrome-untrusted devtools edge brave opera vivaldi moz-extension " +
    "googlechrome googlechromes googlechrome-x-callback firefox firefox-focus touch-http touch-https opera-http opera-https " +
    "microsoft-edge-http microsoft-edge-https ddgquicklink yandexbrowser-open-url x-web-search " +
    "safari-extension safari-web-extension extension microsoft-edge x-apple-systempreferences " +
    "search search-ms shell help hcp ymsgr magnet ethereum solana bitcoin wc"
  )
    .split(" ")
    .map((scheme) => `${scheme}:`),
);

/**
 * Why a client may not register `uri`, as a part of a sentence in ASCII without the address itself; `undefined` when it may.
 * `own`: the address of this service, to which no client may redirect.
 */
export function redirectProblem(uri: unknown, own: string): string | undefined {
  if (typeof uri !== "string" || uri === "") return "must be a text";
  if (uri.length > MAX_CHARACTERS) return `must have at most ${MAX_CHARACTERS} characters`;
  if (/[^\x21-\x7e]|[\\"<>^`{|}]/.test(uri)) return "has a character that must be percent-encoded";
  if (uri.includes("#")) return "must not have a fragment";
  const parsed = URL.parse(uri);
  if (parsed === null) return "is not an absolute address";
  const { protocol } = parsed;
  if (!uri.startsWith(protocol)) return "must have its scheme in lower case";
  if (protocol === "https:" || protocol === "http:")
    return webProblem(uri, parsed) ?? ownProblem(parsed, new URL(own));
  if (!APP_SCHEME.test(protocol) || NO_APP.has(protocol) || protocol.startsWith("ms-")) {
    return "must be an https address, http of this machine, or an app's own scheme";
  }
  return uri.startsWith(`${protocol}/`) ? undefined : "must have a path behind its scheme";
}

function webProblem(uri: string, { protocol, hostname, username, password }: URL) {
  if (!uri.startsWith(`${protocol}//`)) return "is not an absolute address";
  if (username !== "" || password !== "" || authorityOf(uri).includes("@")) {
    return "must not have a user or a password";
  }
  if (hostname.includes("*")) return "must not have a wildcard";
  if (protocol === "http:" && !LOOPBACK.test(uri)) {
    return "must use https: http is taken for localhost, 127.0.0.1 and [::1] only";
  }
  return undefined;
}

/** All spellings of this machine lead to the same program. */
function ownProblem(requested: URL, own: URL): string | undefined {
  const isSameHost = isThisMachine(own)
    ? isThisMachine(requested)
    : siteOf(requested.hostname) === siteOf(own.hostname);
  return isSameHost && portOf(requested) === portOf(own) ? "must not be this service" : undefined;
}

function isThisMachine({ hostname }: URL): boolean {
  const name = siteOf(hostname);
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    /^(?:127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/.test(name)
  );
}

/** A name that ends with a dot is the same one. */
function siteOf(hostname: string): string {
  return hostname.replace(/\.$/, "");
}

function portOf({ protocol, port }: URL): string {
  return port || (protocol === "https:" ? "443" : "80");
}

function authorityOf(uri: string): string {
  return uri.split("/", 3)[2] ?? "";
}

/**
 * True when a client that registered `registered` may be sent to `requested`. Both are the same text; for `http:` of this
 * machine the port may be any, because an app takes one that is free (RFC 8252, 7.3).
 */
export function isSameRedirect(registered: string, requested: string): boolean {
  if (registered === requested) return true;
  const [, knownHost, knownRest] = LOOPBACK.exec(registered) ?? [];
  const [, host, rest] = LOOPBACK.exec(requested) ?? [];
  if (host === undefined || rest === undefined || knownRest === undefined) return false;
  // An empty path is the root.
  return URL.canParse(requested) && host === knownHost && (rest || "/") === (knownRest || "/");
}

/** Kind of an address that `redirectProblem` accepts. */
export function redirectKind(uri: string): RedirectKind {
  const { protocol, hostname } = new URL(uri);
  if (protocol !== "https:" && protocol !== "http:") return "scheme";
  return LOOPBACK_HOSTS.has(hostname) ? "loopback" : "https";
}

/** For people: the host, without a port for this machine; the scheme with its colon for an app (`cursor:`). */
export function redirectHost(uri: string): string {
  const { protocol, host, hostname } = new URL(uri);
  const kind = redirectKind(uri);
  if (kind === "scheme") return protocol;
  return kind === "loopback" ? hostname : host;
}
