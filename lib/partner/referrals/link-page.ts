/**
 * The page of a partner's link, which describes the offer and redirects with a script. With an HTTP redirect link previews would show the
 * markets instead of the partner's card (Open Graph, https://ogp.me).
 */
import {
  escaped,
  named,
  type PageLanguage,
  PLAIN_HEADERS,
  plainPage,
} from "#lib/platform/http/plain-page.ts";
import { DISCOUNT_PERCENT } from "#lib/protocol/partner/partner-levels.ts";

export type PartnerLink = {
  code: string;
  /** The address that was followed. */
  url: string;
  /** The path of this site to redirect to. */
  next: string;
  /** Whose session the browser has: nobody's, the partner's, that of an account that can still enter the code, or another one's. */
  of: "visitor" | "owner" | "newcomer" | "user";
};

type Texts = Record<
  | "title"
  | "text"
  | "card"
  | "go"
  | "unknown"
  | "check"
  | "goOn"
  | "ownTitle"
  | "own"
  | "userTitle"
  | "user"
  | "newTitle"
  | "new"
  | "enter",
  string
>;

const TEXTS: Record<PageLanguage, Texts> = {
  en: {
    title: `${DISCOUNT_PERCENT}% off fees, for life`,
    text: "You followed the link of {name}: new accounts pay lower trading fees, for life.",
    card: "Sign up with the link of {name} and pay lower trading fees, for life. Non-custodial: your wallet signs every order.",
    go: "Continue",
    unknown: "This partner link is not known",
    check:
      "There is no partner link {name}. It may be misspelled, or its partner has left: ask for the link again, because without it no lower fees apply.",
    goOn: "Continue without it",
    ownTitle: "This is your own link",
    own: "It works. Your own visits do not count as clicks, and you cannot sign up by it: share {name} with others.",
    userTitle: "You already have an account",
    user: "The link of {name} changes nothing for it: links are for new accounts.",
    newTitle: "You can still enter the code",
    new: "Your account is less than 24 hours old and has no partner: enter the code {name} in your settings, and you pay lower trading fees, for life.",
    enter: "Enter the code",
  },
  de: {
    title: `Lebenslang ${DISCOUNT_PERCENT} % weniger Gebühren`,
    text: "Hierher führte der Link von {name}: Ein neues Konto zahlt lebenslang weniger Handelsgebühren.",
    card: "Wer sich über den Link von {name} anmeldet, zahlt lebenslang weniger Handelsgebühren. Ohne Verwahrung: Jede Order signiert die eigene Wallet.",
    go: "Weiter",
    unknown: "Dieser Partnerlink ist unbekannt",
    check:
      "Einen Partnerlink {name} gibt es nicht. Vielleicht ist er falsch geschrieben, oder der Partner ist nicht mehr dabei: Bitte den Link noch einmal erfragen, denn ohne ihn gelten keine niedrigeren Gebühren.",
    goOn: "Ohne ihn weiter",
    ownTitle: "Das ist der eigene Link",
    own: "Er funktioniert. Eigene Besuche zählen nicht als Klicks, und eine Anmeldung darüber ist nicht möglich: {name} ist für andere.",
    userTitle: "Es gibt schon ein Konto",
    user: "Daran ändert der Link von {name} nichts: Links gelten für neue Konten.",
    newTitle: "Der Code kann noch eingegeben werden",
    new: "Das Konto ist noch keine 24 Stunden alt und ohne Partner: Mit dem Code {name}, eingegeben in den Einstellungen, sind die Handelsgebühren lebenslang niedriger.",
    enter: "Code eingeben",
  },
  ar: {
    title: `رسوم أقل بنسبة \u2066${DISCOUNT_PERCENT}%\u2069 مدى الحياة`,
    text: "جئت عبر رابط {name}: الحساب الجديد يدفع رسوم تداول أقل مدى الحياة.",
    card: "سجّل عبر رابط {name} وادفع رسوم تداول أقل مدى الحياة. بلا حفظ لأموالك: محفظتك توقّع كل أمر.",
    go: "متابعة",
    unknown: "رابط الشريك هذا غير معروف",
    check:
      "لا يوجد رابط شريك باسم {name}. ربما كُتب خطأ أو غادر صاحبه: اطلب الرابط مرة أخرى، فبدونه لا تسري رسوم أقل.",
    goOn: "المتابعة بدونه",
    ownTitle: "هذا رابطك أنت",
    own: "إنه يعمل. زياراتك لا تُحتسب نقرات ولا يمكنك التسجيل عبره: شارك {name} مع الآخرين.",
    userTitle: "لديك حساب بالفعل",
    user: "رابط {name} لا يغيّر شيئًا فيه لأن الروابط للحسابات الجديدة.",
    newTitle: "ما زال بإمكانك إدخال الرمز",
    new: "عمر حسابك أقل من 24 ساعة وبلا شريك: أدخل الرمز {name} في الإعدادات لتدفع رسوم تداول أقل مدى الحياة.",
    enter: "إدخال الرمز",
  },
};

/**
 * Headers and HTML. It redirects without a script; its link is for browsers that do not. For the partner and for people with an
 * account it stays, because the link does nothing for them and they should know.
 */
export function linkPage({ code, url, next, of }: PartnerLink, language: PageLanguage) {
  if (of !== "visitor") return accountPage({ code, next, of }, language);
  const { title, text, card, go } = TEXTS[language];
  const shown: Record<string, string> = {
    "og:type": "website",
    "og:site_name": "svc",
    "og:url": url,
    "og:title": title,
    "og:description": card.replace("{name}", code),
    "og:image": `${url}/card.png`,
    "og:image:type": "image/png",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": title,
    "twitter:card": "summary_large_image",
  };
  const tags = Object.entries(shown).map(
    ([name, content]) =>
      `<meta ${name.startsWith("og:") ? "property" : "name"}="${name}" content="${escaped(content)}">`,
  );
  const head = `<meta http-equiv="refresh" content="0;url=${escaped(next)}">${tags.join("")}`;
  const main = `<p>${named(text, code)}</p>
<a class="button" href="${escaped(next)}">${escaped(go)}</a>`;
  return { headers: PLAIN_HEADERS, body: plainPage({ head, title, main, tone: "good" }, language) };
}

function accountPage(
  { code, next, of }: { code: string; next: string; of: Exclude<PartnerLink["of"], "visitor"> },
  language: PageLanguage,
) {
  const texts = TEXTS[language];
  const { title, text } = {
    owner: { title: texts.ownTitle, text: texts.own },
    newcomer: { title: texts.newTitle, text: texts.new },
    user: { title: texts.userTitle, text: texts.user },
  }[of];
  const enter = `<a class="button other" href="/settings#referral-code">${escaped(texts.enter)}</a>`;
  const main = `<p>${named(text, code)}</p>
<a class="button" href="${escaped(next)}">${escaped(texts.go)}</a>${of === "newcomer" ? enter : ""}`;
  return { headers: PLAIN_HEADERS, body: plainPage({ title, main, tone: "good" }, language) };
}

/** The page of a link that no partner has. It waits, so that a misspelled link is noticed. `code`: as it was followed. */
export function unknownLinkPage(
  { code, next }: Pick<PartnerLink, "code" | "next">,
  language: PageLanguage,
) {
  const { unknown, check, goOn } = TEXTS[language];
  const main = `<p>${named(check, code)}</p>
<a class="button" href="${escaped(next)}">${escaped(goOn)}</a>`;
  return {
    headers: PLAIN_HEADERS,
    body: plainPage({ title: unknown, main, tone: "warn" }, language),
  };
}
