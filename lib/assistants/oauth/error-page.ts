/**
 * The page for a request for consent that failed and must not redirect. All client input is shown as text, except for the
 * link back to the client.
 */
import {
  escaped,
  named,
  type PageLanguage,
  PLAIN_HEADERS,
  plainPage,
} from "#lib/platform/http/plain-page.ts";

/**
 * `expired`: the link is used up or too old. `decided`: it was answered a moment ago. `client`: the app is unknown.
 * `redirect`: the app has not registered the address. `origin`: another site sent the form. `busy`: too many requests, or
 * the service is not ready.
 */
export type OauthProblem =
  | "expired"
  | "decided"
  | "client"
  | "redirect"
  | "request"
  | "origin"
  | "busy"
  | "server";

export type OauthFailure = {
  problem: OauthProblem;
  /** For developers: the error code of RFC 6749 or of the catalogue. */
  code: string;
  /** For developers: what exactly is wrong, in English. */
  detail?: string | undefined;
  back?: WayBack | undefined;
};

/** The link by which the person takes the reason to the client. `host`: its name for people. */
export type WayBack = { host: string; address: string };

type Texts = Record<OauthProblem, readonly [title: string, text: string]> & {
  nothing: string;
  forDevelopers: string;
  home: string;
  back: string;
  backWarning: string;
};

/** Not among the messages of a feature, because nothing that renders those serves this page. */
const TEXTS: Record<PageLanguage, Texts> = {
  en: {
    expired: [
      "This link has expired",
      "It was already used or is too old. Return to your app and start the connection again.",
    ],
    decided: [
      "You have already answered",
      "Only your first answer counts. Return to your app; if it is still waiting, start the connection again. Connected apps in the settings lists your connections.",
    ],
    client: [
      "This app is unknown",
      "It is not registered with this service, or its registration has ended. Remove the connection in your app and add it again.",
    ],
    redirect: [
      "This app's return address is not registered",
      "The app has not registered the address to send you back to, so nothing was sent there. If you followed a link to come here, do not use it again.",
    ],
    request: [
      "This request cannot be read",
      "Your app sent a request that this service does not support. Start again from your app; if it happens again, contact its developer.",
    ],
    origin: [
      "This answer did not come from our page",
      "Another site tried to answer for you, or your browser hides the origin of the answer. Nothing was connected. Start again from your app.",
    ],
    busy: ["One moment, please", "The service is busy. Wait a minute and reload this page."],
    server: [
      "Something went wrong on our side",
      "Nothing was connected. Try again in a moment; if it happens again, start again from your app.",
    ],
    nothing: "This changed nothing in your account.",
    forDevelopers: "For developers",
    home: "Go to the start page",
    back: "Go back to {name}",
    backWarning: "{name} is not verified. Go there only if you came from there.",
  },
  de: {
    expired: [
      "Dieser Link ist abgelaufen",
      "Er wurde schon benutzt oder ist zu alt. Bitte zur App zurückgehen und die Verbindung von dort neu beginnen.",
    ],
    decided: [
      "Das ist schon beantwortet",
      "Die erste Antwort zählt, diese wurde nicht angenommen. Bitte zur App zurückgehen; wartet sie noch, die Verbindung von dort neu beginnen. Was verbunden ist, steht in den Einstellungen unter „Verbundene Apps“.",
    ],
    client: [
      "Diese App ist hier nicht bekannt",
      "Sie ist bei diesem Dienst nicht registriert, oder ihre Registrierung ist beendet. Bitte die Verbindung in der App entfernen und neu hinzufügen.",
    ],
    redirect: [
      "Diese App nennt eine fremde Adresse",
      "Die Adresse für den Rückweg ist keine, die diese App registriert hat. Dorthin wurde nichts gesendet. Falls ein Link hierher geführt hat: bitte nicht noch einmal benutzen.",
    ],
    request: [
      "Diese Anfrage ist nicht lesbar",
      "Die App fragt auf eine Weise, die dieser Dienst nicht annimmt. Bitte in der App neu beginnen; geschieht es wieder, hilft deren Hersteller.",
    ],
    origin: [
      "Diese Antwort kam nicht von unserer Seite",
      "Eine andere Website wollte hier antworten, oder der Browser verbirgt, woher die Antwort kommt. Es wurde nichts verbunden. Bitte in der App neu beginnen.",
    ],
    busy: [
      "Einen Moment, bitte",
      "Der Dienst hat gerade zu viel zu tun. Bitte eine Minute warten und die Seite neu laden.",
    ],
    server: [
      "Bei uns ist etwas schiefgegangen",
      "Es wurde nichts verbunden. Bitte gleich noch einmal versuchen; geschieht es wieder, in der App neu beginnen.",
    ],
    nothing: "Dadurch hat sich am Konto nichts geändert.",
    forDevelopers: "Für Entwickler",
    home: "Zur Startseite",
    back: "Zurück zu {name}",
    backWarning:
      "Niemand hat geprüft, wer hinter {name} steht. Nur dorthin gehen, wenn die Anfrage von dort kam.",
  },
  ar: {
    expired: [
      "انتهت صلاحية هذا الرابط",
      "استُخدم من قبل أو مضى عليه وقت طويل. ارجع إلى تطبيقك وابدأ الاتصال من هناك من جديد.",
    ],
    decided: [
      "أجبت عن هذا الطلب من قبل",
      "إجابتك الأولى هي المعتمدة، ولم تُقبل هذه. ارجع إلى تطبيقك، وإذا كان لا يزال ينتظر فابدأ الاتصال منه من جديد. تجد ما هو متصل في الإعدادات ضمن «التطبيقات المتصلة».",
    ],
    client: [
      "هذا التطبيق غير معروف هنا",
      "إنه غير مسجل لدى هذه الخدمة، أو انتهى تسجيله. أزل الاتصال في تطبيقك ثم أضفه من جديد.",
    ],
    redirect: [
      "طلب هذا التطبيق عنوانًا ليس له",
      "عنوان العودة ليس من العناوين التي سجلها التطبيق، ولذلك لم يُرسل إليه شيء. إذا وصلت إلى هنا عبر رابط فلا تستخدمه مرة أخرى.",
    ],
    request: [
      "تعذرت قراءة هذا الطلب",
      "أرسل تطبيقك طلبًا لا تقبله هذه الخدمة. ابدأ من جديد من تطبيقك، وإذا تكرر ذلك فأخبر صانعيه.",
    ],
    origin: [
      "لم تأتِ هذه الإجابة من صفحتنا",
      "حاول موقع آخر أن يجيب نيابة عنك، أو أن متصفحك يخفي مصدر الإجابة. لم يُوصل أي شيء. ابدأ من جديد من تطبيقك.",
    ],
    busy: ["لحظة من فضلك", "لدى الخدمة الآن طلبات كثيرة. انتظر دقيقة ثم حمّل الصفحة من جديد."],
    server: [
      "حدث خطأ لدينا",
      "لم يُوصل أي شيء. حاول مرة أخرى بعد قليل، وإذا تكرر ذلك فابدأ من جديد من تطبيقك.",
    ],
    nothing: "لم يغيّر هذا شيئًا في حسابك.",
    forDevelopers: "للمطورين",
    home: "إلى صفحة البداية",
    back: "العودة إلى {name}",
    backWarning: "لم يتحقق أحد ممن يقف وراء {name}. لا تذهب إليه إلا إذا كنت قد أتيت منه.",
  },
};

const STATUS: Record<OauthProblem, number> = {
  expired: 410,
  decided: 410,
  client: 400,
  redirect: 400,
  request: 400,
  origin: 403,
  busy: 503,
  server: 500,
};

/** Errors can contain request text of any length. */
const LONGEST = 400;

export type ErrorPage = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
};

/** The page of a failure with its headers. `status` overrides the problem's own. */
export function oauthErrorPage(
  { problem, code, detail, back }: OauthFailure,
  language: PageLanguage,
  status = STATUS[problem],
): ErrorPage {
  const texts = TEXTS[language];
  const [title, text] = texts[problem];
  const shown = detail === undefined ? code : `${code}: ${detail}`;
  const main = `<p>${text}</p><p class="quiet">${texts.nothing}</p>${
    back === undefined ? "" : wayBack(back, texts)
  }
<details open><summary>${texts.forDevelopers}</summary><code dir="ltr">${escaped(shown.slice(0, LONGEST))}</code></details>
<a href="/">${texts.home}</a>`;
  return {
    status,
    headers: PLAIN_HEADERS,
    body: plainPage({ title, main, tone: "warn" }, language),
  };
}

function wayBack({ host, address }: WayBack, texts: Texts): string {
  return `<a class="button other" href="${escaped(address)}">${named(texts.back, host)}</a>
<p class="quiet">${named(texts.backWarning, host)}</p>`;
}
