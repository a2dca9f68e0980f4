/** What a notice of the service says, and the page that it leads to. */
import type { Locale } from "#components/i18n/locales.ts";
import type { Translation } from "#components/i18n/message-types.ts";
import { textOf } from "#components/i18n/translate.ts";
import { PUSH_TYPES } from "#lib/protocol/market-knowledge.ts";
import { pushTexts } from "#lib/protocol/push-texts/load.ts";
import { type PushNotice, type PushTexts, pushText } from "#lib/protocol/push-texts/push-text.ts";
import { SECURITY_PAGES, type SecurityKind } from "#lib/protocol/security-notices.ts";
import type { Notification } from "#lib/protocol/wire/notification.ts";
import type english from "./notice-texts/en.ts";

export type NoticeTexts = {
  locale: Locale;
  notices: Translation<typeof english>;
  pushes: PushTexts;
};

const LOADERS: Readonly<Record<Locale, () => Promise<{ default: NoticeTexts["notices"] }>>> = {
  en: () => import("./notice-texts/en.ts"),
  de: () => import("./notice-texts/de.ts"),
  ar: () => import("./notice-texts/ar.ts"),
};

/** Loaded with the first list: no page carries them. */
export async function loadNoticeTexts(locale: Locale): Promise<NoticeTexts> {
  const [{ default: notices }, pushes] = await Promise.all([LOADERS[locale](), pushTexts(locale)]);
  return { locale, notices, pushes };
}

type Described = { title: string; body: string; path: string | undefined };

/** @param timeZone IANA name, of the times in it */
export function describeNotice(
  notice: Pick<Notification, "type" | "data">,
  { locale, notices, pushes }: NoticeTexts,
  timeZone: string,
): Described {
  const { type, data } = notice;
  if (PUSH_TYPES.some((one) => one === type)) {
    return pushText({ type, data } as unknown as PushNotice, pushes, timeZone);
  }
  const key = type in notices ? (type as keyof typeof notices) : "other";
  const values = Object.fromEntries(
    // A webhook is called by its name, if it has one.
    Object.entries({ ...data, webhook: data["name"] ?? data["origin"] ?? "" }).map(
      ([name, value]) => [name, value ?? ""],
    ),
  );
  // Which parameters a text has depends on the type, and so do the fields of its data.
  const text = textOf<Record<string, `${string}{any}`>>(notices, locale);
  return { title: text(key, values as { any: string }), body: "", path: pathOf(type, data) };
}

function pathOf(type: string, data: Notification["data"]): string | undefined {
  const part = (name: string) => encodeURIComponent(String(data[name] ?? ""));
  if (type.startsWith("partner.")) return "/partner";
  if (type.startsWith("security."))
    return SECURITY_PAGES[type.slice("security.".length) as SecurityKind];
  if (type.startsWith("agentic.")) return `/approvals/${part("staged_order_id")}`;
  return type === "webhook.paused" ? `/settings/webhooks/${part("webhook_id")}` : undefined;
}
