/**
 * Headers that an owner adds to the deliveries of a webhook, such as `Authorization`. Their values are
 * encrypted at rest and never shown again.
 */
import "server-only";
import type { Secret } from "#lib/kernel/env.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { config } from "#lib/platform/config/config.ts";
import type { WebhookHeader } from "#lib/platform/schema/events.ts";
import { decryptSecret, encryptSecret } from "#lib/platform/secret-cipher.ts";
import { headerProblem, WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";

type Place = { id: string; url: string };

/** New values by name; null removes the header. */
export type HeaderChanges = Readonly<Record<string, string | null>>;

type Change = {
  /** The webhook as it is stored; absent for a new one. */
  before?: Place & { headers: readonly WebhookHeader[] };
  /** Unix milliseconds. */
  now: number;
  /** Encrypts the values; by default ENCRYPTION_SECRET. */
  secret?: Secret;
};

const REASONS = {
  name: `its name must have letters, digits and hyphens, ${WEBHOOK_LIMITS.headerNameCharacters} characters at most`,
  reserved: "the service or the connection sets this header",
  value: `its value must be 1 to ${WEBHOOK_LIMITS.headerValueCharacters} visible ASCII characters, with spaces only inside and without a line break`,
};

/**
 * The headers after a change: those that it does not name stay. A header keeps its value only at the origin for which it was set, because
 * another server must not get the credential of the first.
 * @throws INVALID_FIELD names the header, never its value
 */
export function changeHeaders(
  next: Place,
  changes: HeaderChanges,
  { before, now, secret }: Change,
): WebhookHeader[] {
  const kept =
    before !== undefined && isSameOrigin(before.url, next.url) ? [...before.headers] : [];
  const headers = new Map(kept.map((header) => [header.name.toLowerCase(), header]));
  const named = new Set<string>();
  for (const [name, value] of Object.entries(changes)) {
    const key = name.toLowerCase();
    const problem = headerProblem(name, value);
    const reason = problem === undefined ? undefined : REASONS[problem];
    if (reason !== undefined) throw refused(name, reason);
    if (named.has(key)) throw refused(name, "it is given twice");
    named.add(key);
    if (value === null) headers.delete(key);
    else headers.set(key, { name, encrypted: encrypted(next, name, value, secret), at: now });
  }
  if (headers.size > WEBHOOK_LIMITS.headers) {
    const reason = `a webhook has ${WEBHOOK_LIMITS.headers} headers at most`;
    throw new ServiceError("INVALID_FIELD", { field: "headers", reason });
  }
  return [...headers.values()];
}

/** Names to values; `undefined` when one cannot be decrypted. */
export function openHeaders(
  webhook: Place & { headers: readonly WebhookHeader[] },
  secret: Secret = config().encryptionSecret,
): Record<string, string> | undefined {
  const opened: Record<string, string> = {};
  for (const { name, encrypted: text } of webhook.headers) {
    const value = decryptSecret(text, ownerOf(webhook, name), secret);
    if (value === undefined) return undefined;
    opened[name] = value;
  }
  return opened;
}

/** Hides values of headers in what a receiver answered, because some receivers repeat what they got. */
export function withoutValues(text: string, headers: Readonly<Record<string, string>>): string {
  // `Bearer abc` is hidden with its scheme, and its token also alone.
  const secrets = Object.values(headers).flatMap((value) => [value, value.split(" ").at(-1) ?? ""]);
  return secrets
    .filter((secret) => secret.length >= SHORTEST_HIDDEN)
    .toSorted((one, other) => other.length - one.length)
    .reduce((hidden, secret) => hidden.replaceAll(secret, HIDDEN), text);
}

const HIDDEN = "••••••";
/** A shorter value is no credential, and hiding it would make an answer unreadable. */
const SHORTEST_HIDDEN = 6;

export function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

function encrypted(place: Place, name: string, value: string, secret?: Secret): string {
  return encryptSecret(value, ownerOf(place, name), secret ?? config().encryptionSecret);
}

/** A value that was copied to another webhook, another origin or another name does not decrypt. */
function ownerOf({ id, url }: Place, name: string): string {
  return `${id} ${new URL(url).origin} ${name.toLowerCase()}`;
}

function refused(name: string, reason: string): ServiceError {
  // A wrong name can be anything, also a value in the wrong field.
  const shown = headerProblem(name, null) === "name" ? "headers" : `headers.${name}`;
  return new ServiceError("INVALID_FIELD", { field: shown, reason });
}
