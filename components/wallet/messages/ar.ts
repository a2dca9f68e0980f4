import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  connect: "ربط المحفظة",
  signIn: "تسجيل الدخول",
  stopSigningIn: "إيقاف تسجيل الدخول",
  signInAsked: "تطلب المحفظة توقيعك.",
  account: "الحساب {address}",
  signedInAway: "تم تسجيل الدخول، والمحفظة غير متصلة",
  signedInWith: "تم تسجيل الدخول عبر {wallet}",
  copyAddress: "نسخ العنوان",
  addressCopied: "نُسخ العنوان.",
  addressNotCopied: "تعذّر نسخ العنوان.",
  accountPages: "صفحات الحساب",
  tradingKey: "مفتاح التداول",
  stopTradingKey: "إيقاف مفتاح التداول الآن",
  signOut: "تسجيل الخروج",

  dialogTitle: "ربط محفظة",
  dialogText:
    "توقّع المحفظة تسجيل دخولك وكل أمر. تسألك في كل مرة، ولا يستطيع هذا الموقع تحريك أموالك.",
  wallets: "المحافظ",
  cannotSign: "لا تستطيع توقيع الرسائل، وهو ما يحتاجه تسجيل الدخول والأوامر.",
  waiting: "بانتظار رد المحفظة…",
  stopWaiting: "إيقاف الانتظار",
  noneTitle: "لم يُعثر على محفظة Solana في هذا المتصفح.",
  noneWhat:
    "المحفظة برنامج يحفظ مفتاح حسابك ويوقّع به عندما تأذن. لا يملك المفتاح أحد سواك، ولا هذا الموقع.",
  noneWhere: "ثبّت واحدة ثم عُد إلى هذه الصفحة، وستظهر هنا من تلقاء نفسها:",
  opensElsewhere: "(يُفتح في علامة تبويب جديدة)",
  noneMobile: "على الهاتف، افتح هذه الصفحة في متصفح المحفظة نفسها.",
  noneLook:
    "لا تحتاج إليها للتجول: الأسعار والرسوم البيانية ونموذج الأمر كاملًا تعمل دونها برصيد تجريبي.",
  lookAround: "التجول أولًا",
  demoHint: "لهذه الأسواق المحاكاة: تنشئ حسابًا في هذا المتصفح دون أموال حقيقية.",

  refusedStart: "تعذّر بدء تسجيل الدخول.",
  refusedEnd: "تعذّر إتمام تسجيل الدخول.",
  givenUp: "تم التخلي عن تسجيل الدخول.",
  refused: "رفض الخادم تسجيل الدخول.",
  refusedAgain: "رفض الخادم تسجيل الدخول. حاول مجددًا.",
  notConnected: "لم تُربط المحفظة.",
  notSigned: "لم يُوقَّع. لم تسجّل الدخول.",
  notSignedIn: "{reason} لم تسجّل الدخول.",
  failed: "حدث خطأ في المحفظة.",
  stillSignedIn: "لم يُجب الخادم: لا تزال مسجّل الدخول. حاول مجددًا.",
  keyMayStay:
    "تعذّر حذف مفتاح التداول لهذا الحساب من هذا المتصفح. امسح بيانات الموقع، أو ألغِ المفتاح من صفحات الحساب.",
  otherSignedIn: "سجّل حساب آخر الدخول إلى هذا الموقع. سجّل الدخول مجددًا للتداول بهذا الحساب.",
  sessionEnded: "انتهت جلستك. سجّل الدخول مجددًا للتداول.",
  switched: "انتقلت المحفظة إلى حساب آخر. سجّل الدخول مجددًا للتداول به.",
  silent: "لم تُجب {wallet}.",
  sharesNone: "لا تتيح {wallet} حسابًا يستطيع توقيع الرسائل.",
  cannotConnect: "لا يمكن ربط {wallet} من صفحة.",
  cannotSignMessages: "لا تستطيع {wallet} توقيع الرسائل.",
  gaveNone: "لم تُعطِ {wallet} توقيعًا.",
  wrapped:
    "وقّعت {wallet} نصًا غير المطلوب، كما تفعل المحافظ العتادية. كانت المنصة سترفضه. يستطيع حساب في محفظة برمجية التوقيع هنا ثم الإذن لمفتاح تداول.",
  doesNotVerify: "توقيع {wallet} غير صحيح.",
  walletFailed: "حدث خطأ في {wallet}.",
  walletFailedSaying: "حدث خطأ في {wallet}: «{said}».",

  demoTitle: "محفظة تجريبية",
  demoTag: "طلب توقيع",
  demoText: "النص المطلوب توقيعه",
  demoIntro: "تطلب هذه الصفحة توقيع هذا النص:",
  demoAccount: "الحساب {address}",
  demoApprove: "موافقة",
  demoReject: "رفض",
};

export default messages;
