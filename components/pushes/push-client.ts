/** Web push in this browser: its permission and its subscription. */

import type { Answer } from "#components/data/http.ts";
import { write } from "#components/data/write.ts";
import type { Locale } from "#components/i18n/locales.ts";
import type { PushPreferences, PushSubscriptionRecord } from "#lib/protocol/wire/pushes.ts";

export const SUBSCRIPTIONS_URL = "/api/v1/notifications/subscriptions";
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
 * Asks for permission and subscribes this browser. Call it on a press: browsers ask only then.
 * @returns `undefined` when the user did not allow it. @throws what the browser's push service
 * throws
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
  // A subscription for another key of the service receives nothing any more.
  if (known && !isFor(known, publicKey)) await known.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  return write<PushSubscriptionRecord>("POST", SUBSCRIPTIONS_URL, {
    endpoint,
    keys: { p256dh: keys?.["p256dh"], auth: keys?.["auth"] },
    locale,
    time_zone: ownTimeZone(),
  });
}

/** Ends the browser's subscription. The service deletes its own record by id. */
export async function unsubscribe(): Promise<void> {
  const subscription = await currentSubscription();
  await subscription?.unsubscribe();
}

export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Adds this browser's time zone to the first save, unless the user chose one. Otherwise times in
 * pushes would be in UTC.
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
