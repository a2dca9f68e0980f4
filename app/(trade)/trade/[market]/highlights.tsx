import { cookies, headers } from "next/headers";
import { FirstStrip } from "#components/catalysts/highlights/first-strip.tsx";
import {
  parseTags,
  resolveChoices,
  STRIP_COOKIE,
  TAGS_COOKIE,
} from "#components/catalysts/highlights/guest-tags.ts";
import { HighlightSlot } from "#components/catalysts/highlights/highlight-slot.tsx";
import type { Locale } from "#components/i18n/locales.ts";
import { requestLocale } from "#components/i18n/request-locale.ts";
import { loadPageMessages } from "#components/messages/load-messages.ts";
import { requestPageText } from "#components/messages/request-text.ts";
import { highlightsFor } from "#lib/catalysts/highlights/read-highlights.ts";
import { readTagChoices } from "#lib/catalysts/highlights/tag-choices.ts";
import { readSession } from "#lib/identity/sessions/session.ts";
import type { HighlightList } from "#lib/protocol/wire/highlights.ts";

/** The strip over the chart, in the page's HTML: what is muted is not in it. Without the list there is none. */
export async function TradeHighlights() {
  const locale = await requestLocale();
  const list = await listFor(locale).catch(() => undefined);
  if (list === undefined) return null;
  const isClosed = (await cookies()).get(STRIP_COOKIE)?.value === "closed";
  const isOpen = !isClosed && list.results.length > 0;
  const [messages, text] = await Promise.all([
    loadPageMessages("highlights", locale),
    requestPageText("highlights"),
  ]);
  return (
    <HighlightSlot messages={messages} isOpen={isOpen} isEmpty={list.results.length === 0}>
      <FirstStrip isOpen={isOpen} list={list} locale={locale} text={text} />
    </HighlightSlot>
  );
}

async function listFor(locale: Locale): Promise<HighlightList> {
  const [requestHeaders, cookieStore] = await Promise.all([headers(), cookies()]);
  const guest = parseTags(cookieStore.get(TAGS_COOKIE)?.value);
  const actor = await readSession(requestHeaders);
  const choices =
    actor === undefined ? guest : resolveChoices(await readTagChoices({ ctx: { actor } }), guest);
  return highlightsFor({ locale, choices });
}
