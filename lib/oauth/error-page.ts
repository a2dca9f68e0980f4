/**
 * What a browser is shown when a request for consent can not go on, and no redirect address can be trusted with the
 * reason. Plain HTML: no script, nothing to load, and nothing that a client sent is more than text.
 */
import { hash } from "node:crypto";

/**
 * `expired`: the link is used up or too old. `client`: nobody knows the app. `redirect`: the way back is not one that the
 * app registered. `origin`: another site sent the form. `busy`: too many requests, or the service is not ready.
 */
export type OauthProblem =
  | "expired"
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
};

export type PageLanguage = "en" | "de" | "ar";

type Texts = Record<OauthProblem, readonly [title: string, text: string]> & {
  nothing: string;
  forDevelopers: string;
  home: string;
};

/** Written here and not in a feature's messages: nothing that renders those is asked for this page. */
const TEXTS: Record<PageLanguage, Texts> = {
  en: {
    expired: [
      "This link expired",
      "It was used already, or it is too old. Go back to your app and start the connection again from there.",
    ],
    client: [
      "This app is not known here",
      "It is not registered with this service, or its registration has ended. Remove the connection in your app and add it again.",
    ],
    redirect: [
      "This app asked for an address that is not its own",
      "The address to send you back to is not one that the app registered, so nothing was sent there. If you followed a link to come here, do not use it again.",
    ],
    request: [
      "This request can not be read",
      "Your app asked in a way that this service does not take. Start again from your app; if it happens again, tell its makers.",
    ],
    origin: [
      "This answer did not come from our page",
      "Another site tried to answer for you, or your browser hides where it comes from. Nothing was connected. Start again from your app.",
    ],
    busy: [
      "One moment, please",
      "The service has too much to do right now. Wait a minute and load this page again.",
    ],
    server: [
      "Something went wrong on our side",
      "Nothing was connected. Try again in a moment; if it happens again, start again from your app.",
    ],
    nothing: "This changed nothing in your account.",
    forDevelopers: "For developers",
    home: "To the start page",
  },
  de: {
    expired: [
      "Dieser Link ist abgelaufen",
      "Er wurde schon benutzt oder ist zu alt. Bitte zur App zurückgehen und die Verbindung von dort neu beginnen.",
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
  },
  ar: {
    expired: [
      "انتهت صلاحية هذا الرابط",
      "استُخدم من قبل أو مضى عليه وقت طويل. ارجع إلى تطبيقك وابدأ الاتصال من هناك من جديد.",
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
  },
};

const STATUS: Record<OauthProblem, number> = {
  expired: 410,
  client: 400,
  redirect: 400,
  request: 400,
  origin: 403,
  busy: 503,
  server: 500,
};

const STYLE = `:root{color-scheme:light dark;--canvas:#e9ecef;--surface:#fff;--line:#c3cad2;--ink:#14191f;--muted:#4b5663;--accent:#1d5bd0;--warn:#805300}
@media(prefers-color-scheme:dark){:root{--canvas:#07090b;--surface:#0f1216;--line:#343c46;--ink:#e4e8ec;--muted:#a3adb8;--accent:#7fb0ff;--warn:#e3b65b}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;gap:1.5rem;padding:min(12vh,6rem) 1rem 2rem;background:var(--canvas);color:var(--ink);font:1rem/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif}
header{font-weight:700;font-size:1.15rem;letter-spacing:-.02em}
main{width:100%;max-width:30rem;padding:1.75rem;background:var(--surface);border:1px solid var(--line);border-radius:10px}
h1{margin:0 0 .75rem;font-size:1.35rem;line-height:1.3}
h1::before{content:"";display:block;width:2.5rem;height:4px;margin-bottom:1rem;border-radius:2px;background:var(--warn)}
p{margin:0 0 .75rem}
.quiet{color:var(--muted)}
details{margin:1rem 0 .5rem;font-size:.875rem;color:var(--muted)}
summary{cursor:pointer;padding:.5rem 0}
code{display:block;overflow-wrap:anywhere;padding:.6rem .75rem;border:1px solid var(--line);border-radius:6px;color:var(--ink);font:.85rem/1.5 ui-monospace,SFMono-Regular,Consolas,"Liberation Mono",monospace;text-align:left}
a{display:inline-block;padding:.6rem 0;color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", STYLE, "base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
} as const;

export type ErrorPage = {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The document. */
  body: string;
};

/** The page of a failure, with the headers that it needs. `status` stands in the place of the problem's own. */
export function oauthErrorPage(
  { problem, code, detail }: OauthFailure,
  language: PageLanguage,
  status = STATUS[problem],
): ErrorPage {
  const texts = TEXTS[language];
  const [title, text] = texts[problem];
  const told = detail === undefined ? code : `${code}: ${detail}`;
  const body = `<!doctype html>
<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · svc</title><style>${STYLE}</style></head>
<body><header>svc</header>
<main><h1>${title}</h1><p>${text}</p><p class="quiet">${texts.nothing}</p>
<details open><summary>${texts.forDevelopers}</summary><code dir="ltr">${escaped(told)}</code></details>
<a href="/">${texts.home}</a></main></body>
</html>
`;
  return { status, headers: HEADERS, body };
}

/** The person's choice in the cookie, else the first language of the browser's that there is, else English. */
export function pageLanguage(asked: {
  cookie: string | null | undefined;
  acceptLanguage: string | null | undefined;
}): PageLanguage {
  const chosen = /(?:^|;\s*)svc\.locale=(en|de|ar)(?:;|$)/.exec(asked.cookie ?? "")?.[1];
  if (isLanguage(chosen)) return chosen;
  const wanted = (asked.acceptLanguage ?? "").split(",");
  for (const one of wanted) {
    const language = one.trim().slice(0, 2).toLowerCase();
    if (isLanguage(language) && !/q=0(?:\.0*)?$/.test(one)) return language;
  }
  return "en";
}

function isLanguage(text: string | undefined): text is PageLanguage {
  return text !== undefined && Object.hasOwn(TEXTS, text);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
/** A request can carry any text of any length into its error. */
const LONGEST = 400;

function escaped(text: string): string {
  return text.slice(0, LONGEST).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}
