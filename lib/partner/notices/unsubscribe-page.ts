/** The page of a mail's unsubscribe link. Opening it changes nothing, because mail scanners open links too; its button does. */
import {
  escaped,
  type PageLanguage,
  PLAIN_FORM_HEADERS,
  PLAIN_HEADERS,
  plainPage,
} from "#lib/platform/http/plain-page.ts";

/** `ask`: mails may be stopped. `done`: they are. `unknown`: the link is not one of ours. */
export type UnsubscribeStep = "ask" | "done" | "unknown";

type Texts = Record<UnsubscribeStep, readonly [title: string, text: string]> & {
  stop: string;
  page: string;
};

const TEXTS: Record<PageLanguage, Texts> = {
  en: {
    ask: [
      "Stop these emails?",
      "You will get no more emails about your partner level and payouts. Notices stay on the partner page.",
    ],
    done: [
      "Emails stopped",
      "Notices stay on the partner page, where you can switch emails on again.",
    ],
    unknown: [
      "This link does not work",
      "It may be incomplete. You can switch these emails off under Notices on the partner page.",
    ],
    stop: "Stop the emails",
    page: "Open the partner page",
  },
  de: {
    ask: [
      "Diese Mails abbestellen?",
      "Dann kommen keine Mails mehr zu Partnerstufe und Auszahlungen. Mitteilungen stehen weiter auf der Partnerseite.",
    ],
    done: [
      "Keine Mails mehr",
      "Mitteilungen stehen weiter auf der Partnerseite. Dort lassen sich Mails auch wieder einschalten.",
    ],
    unknown: [
      "Dieser Link funktioniert nicht",
      "Vielleicht ist er abgeschnitten. Abschalten lassen sich diese Mails auf der Partnerseite unter „Mitteilungen“.",
    ],
    stop: "Mails abbestellen",
    page: "Partnerseite öffnen",
  },
  ar: {
    ask: [
      "هل تريد إيقاف هذه الرسائل؟",
      "لن تصلك رسائل أخرى عن مستوى الشراكة والمدفوعات. تبقى الإشعارات في صفحة الشريك.",
    ],
    done: [
      "لن تصلك رسائل أخرى",
      "تبقى الإشعارات في صفحة الشريك، ويمكنك تشغيل الرسائل من هناك مرة أخرى.",
    ],
    unknown: [
      "هذا الرابط لا يعمل",
      "ربما قُطع جزء منه. يمكنك إيقاف هذه الرسائل ضمن «الإشعارات» في صفحة الشريك.",
    ],
    stop: "إيقاف الرسائل",
    page: "فتح صفحة الشريك",
  },
};

/** The form has no fields and posts to the page's own address. */
export function unsubscribePage(step: UnsubscribeStep, language: PageLanguage) {
  const texts = TEXTS[language];
  const [title, text] = texts[step];
  const press =
    step === "ask"
      ? `<form method="post"><button class="button">${texts.stop}</button></form>`
      : "";
  const main = `<p>${escaped(text)}</p>
${press}<a href="/partner">${texts.page}</a>`;
  const tone = step === "unknown" ? "warn" : "good";
  const headers = step === "ask" ? PLAIN_FORM_HEADERS : PLAIN_HEADERS;
  const status = step === "unknown" ? 404 : 200;
  return { status, headers, body: plainPage({ title, main, tone }, language) };
}
