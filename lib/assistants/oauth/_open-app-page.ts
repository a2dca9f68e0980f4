/**
 * The page between a decision and an app on the device. After a redirect to an app's own scheme the browser would still show
 * the buttons of the decision, so the browser gets this page, which opens the app. The app's address with its code is only
 * in the page, not in the page's own address, which is useless when it is loaded again.
 */
import {
  escaped,
  named,
  type PageLanguage,
  PLAIN_HEADERS,
  plainPage,
} from "#lib/platform/http/plain-page.ts";
import { CONNECTED_APPS_PATH } from "#lib/protocol/oauth-addresses.ts";

/** `failed`: the decision was made, but could not be carried out. */
export type AppOutcome = "approved" | "denied" | "failed";

export type AppReturn = {
  outcome: AppOutcome;
  /** The app's own name. */
  app: string;
  /** A registered address with the app's own scheme. */
  address: string;
};

type Texts = Record<AppOutcome, readonly [title: string, text: string]> & {
  open: string;
  byHand: string;
  connectedApps: string;
  home: string;
};

const TEXTS: Record<PageLanguage, Texts> = {
  en: {
    approved: ["Approved", "{name} should open now. You can close this tab."],
    denied: ["Denied", "Nothing was connected. {name} should open now. You can close this tab."],
    failed: [
      "Not connected",
      "Your answer could not be carried out. {name} should open now. You can close this tab.",
    ],
    open: "Open {name}",
    byHand:
      "If it does not open by itself, use the button within a minute. Do not use it again once the app has opened.",
    connectedApps: "See your connected apps",
    home: "Go to the start page",
  },
  de: {
    approved: ["Erlaubt", "{name} sollte sich jetzt öffnen. Dieser Tab kann geschlossen werden."],
    denied: [
      "Abgelehnt",
      "Es wurde nichts verbunden. {name} sollte sich jetzt öffnen, um es zu erfahren. Dieser Tab kann geschlossen werden.",
    ],
    failed: [
      "Nicht verbunden",
      "Die Antwort ließ sich nicht ausführen. {name} sollte sich jetzt öffnen, um es zu erfahren. Dieser Tab kann geschlossen werden.",
    ],
    open: "{name} öffnen",
    byHand:
      "Öffnet sich nichts oder will der Browser erst einen Klick, hilft die Schaltfläche innerhalb einer Minute. Ist die App offen, bitte nicht noch einmal benutzen.",
    connectedApps: "Verbundene Apps ansehen",
    home: "Zur Startseite",
  },
  ar: {
    approved: ["تمت الموافقة", "من المفترض أن يُفتح {name} الآن. يمكنك إغلاق علامة التبويب هذه."],
    denied: [
      "تم الرفض",
      "لم يُوصل أي شيء. من المفترض أن يُفتح {name} الآن ليُبلَّغ بذلك. يمكنك إغلاق علامة التبويب هذه.",
    ],
    failed: [
      "لم يتم الاتصال",
      "تعذر تنفيذ إجابتك. من المفترض أن يُفتح {name} الآن ليُبلَّغ بذلك. يمكنك إغلاق علامة التبويب هذه.",
    ],
    open: "فتح {name}",
    byHand:
      "إذا لم يُفتح، أو طلب متصفحك ضغطة أولًا، فاستخدم الزر خلال دقيقة. وبعد أن يُفتح لا تستخدمه مرة أخرى.",
    connectedApps: "عرض التطبيقات المتصلة",
    home: "إلى صفحة البداية",
  },
};

/** Opens the app without a script; the link is for browsers that require a click. */
export function openAppPage({ outcome, app, address }: AppReturn, language: PageLanguage) {
  const texts = TEXTS[language];
  const [title, text] = texts[outcome];
  const to = escaped(address);
  const [next, label] =
    outcome === "approved" ? [CONNECTED_APPS_PATH, texts.connectedApps] : ["/", texts.home];
  const main = `<p>${named(text, app)}</p>
<a class="button" href="${to}">${named(texts.open, app)}</a>
<p class="quiet">${texts.byHand}</p>
<a href="${next}">${label}</a>`;
  const head = `<meta http-equiv="refresh" content="0;url=${to}">`;
  const tone = outcome === "approved" ? "good" : "warn";
  return { headers: PLAIN_HEADERS, body: plainPage({ head, title, main, tone }, language) };
}
