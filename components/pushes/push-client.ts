/** Web push in this browser: what it allows, and its subscription. */

import type { Answer } from "#components/data/http.ts";
import { write } from "#components/data/write.ts";
import type { Locale } from "#components/i18n/locales.ts";
import type { PushPreferences, PushSubscriptionRecord } from "#lib/protocol/wire/pushes.ts";

export const SUBSCRIPTIONS = "/api/v1/notifications/subscriptions";
const WORKER = "/push-worker.js";

export type Permission = "unsupported" | "insecure" | "denied" | "default" | "granted";

export function permission(): Permission {
  if (!window.isSecureContext) return "insecure";
  const isSupported =
    "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  return isSupported ? Notification.permission : "unsupported";
}

/** SHA-256 of this browser's endpoint, in hex; `undefined` when it is not subscribed. */
export async function ownEndpointHash(): Promise<string | undefined> {
  const subscription = await currentSubscription();
  return subscription && hashOf(subscription.endpoint);
}

/**
 * Asks for permission and opts this browser in. Call it at a press: browsers ask only then.
 * @returns `undefined` when the person did not allow it. @throws what the browser's push service throws
 */
export async function turnOn(
  publicKey: string,
  locale: Locale,
): Promise<Answer<PushSubscriptionRecord> | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  const registration = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  const { pushManager } = registration;
  const known = await pushManager.getSubscription();
  // A subscription for another key of the service gets nothing any more.
  if (known && !isFor(known, publicKey)) await known.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  return write<PushSubscriptionRecord>("POST", SUBSCRIPTIONS, {
    endpoint,
    keys: { p256dh: keys?.["p256dh"], auth: keys?.["auth"] },
    locale,
    time_zone: ownTimeZone(),
  });
}

/** Ends the browser's half; the service forgets its own half by the record's id. */
export async function unsubscribe(): Promise<void> {
  const subscription = await currentSubscription();
  await subscription?.unsubscribe();
}

export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * What a save sends: with the first choice goes the time zone of this browser, unless the person chose one. Without it, times in pushes
 * would be in UTC.
 */
export function withOwnTimeZone(chosen: PushPreferences, saved: PushPreferences): PushPreferences {
  const isFirst =
    saved.off.length === 0 &&
    saved.mail.length === 0 &&
    saved.quiet === null &&
    saved.time_zone === "UTC";
  return isFirst && chosen.time_zone === "UTC" ? { ...chosen, time_zone: ownTimeZone() } : chosen;
}

async function currentSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ?? undefined;
}

function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey;
  if (key === null) return false;
  const text = btoa(String.fromCodePoint(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === publicKey;
}

async function hashOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
