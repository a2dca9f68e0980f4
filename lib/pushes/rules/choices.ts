/** What is sent to an account: what it has chosen, or else the defaults. */
import {
  type MailKind,
  PUSH_CHANNELS,
  type PushChannel,
  type PushKind,
} from "#lib/protocol/market-knowledge.ts";
import type { PushPreferences } from "#lib/protocol/wire/pushes.ts";

/** Kinds that are off until an account switches them on. An active account has very many of them. */
const OFF_AT_FIRST: readonly PushKind[] = ["fill"];
/** Kinds that are mailed until an account switches that off. */
const MAILED_AT_FIRST: readonly MailKind[] = ["protection", "margin", "money"];

/** The preferences of an account that has saved none. Migration 0037 gave the same for new kinds to those that had. */
export const NOTHING_CHOSEN: PushPreferences = {
  off: PUSH_CHANNELS.flatMap((channel) => OFF_AT_FIRST.map((kind) => ({ channel, kind }))),
  mail: [...MAILED_AT_FIRST],
  locale: "en",
  quiet: null,
  time_zone: "UTC",
};

export function isOnAtFirst(channel: PushChannel, kind: PushKind): boolean {
  return !NOTHING_CHOSEN.off.some((one) => one.channel === channel && one.kind === kind);
}

export function isMailedAtFirst(kind: PushKind): boolean {
  return MAILED_AT_FIRST.some((one) => one === kind);
}

/**
 * True when the kind goes to a channel or to a mail. `stored`: the columns of the account's
 * preferences; `undefined`: it has saved none.
 */
export function isWanted(
  kind: PushKind,
  stored: { off: readonly string[]; mail: readonly string[] } | undefined,
): boolean {
  const isOn = (channel: PushChannel) =>
    stored === undefined ? isOnAtFirst(channel, kind) : !stored.off.includes(`${channel}:${kind}`);
  const isMailed = stored?.mail.includes(kind) ?? isMailedAtFirst(kind);
  return isMailed || PUSH_CHANNELS.some(isOn);
}
