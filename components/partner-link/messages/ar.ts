import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  joinTitle: "اكسب من رسوم من تدعوهم",
  joinIntro:
    "شارك رابطًا واحدًا. من يسجل عبره يدفع رسوم تداول أقل بنسبة {discount}% مدى الحياة، وتكسب أنت من {least}% إلى {most}% من كل رسم يدفعه.",
  levelsTitle: "المستويات الستة",
  levelsText:
    "يتبع مستواك الرسوم التي دفعتها إحالاتك في آخر 30 يومًا، بدقة الثانية. ويسري المستوى فور بلوغ مبلغه.",
  level: "المستوى",
  levelFrom: "رسوم الإحالات في 30 يومًا",
  levelShare: "حصتك",
  fromAmount: "من {amount} دولار",
  rulesTitle: "كيف يعمل",
  ruleProducts:
    "العقود الدائمة والمبادلات والتوقعات تدفع الحصة نفسها في كل مستوى. ونسخ التداول يُحسب ضمن العقود الدائمة.",
  ruleRate:
    "يُحسب كل رسم بالمستوى الذي كان لك قبله. يُدوَّن ذلك مع الرسم ولا يتغير بعدها، فتستطيع دائمًا معرفة سبب ما دفعه كل رسم.",
  ruleExact:
    "أرباحك دقيقة حتى آخر رقم. ولا تُقرَّب إلا مرة واحدة عند الدفع: نزولًا إلى 0.000001 USDC، ويبقى الباقي لك للدفعة التالية.",
  rulePaid:
    "تُدفع المبالغ بعملة USDC إلى محفظة من محافظ حسابك. ترى كل دفعة مع معاملتها، وتستطيع التحقق من كل كشف بنفسك.",
  ruleSelf: "حساباتك أنت لا تُحسب إحالات.",

  code: "رمزك",
  codeHint: "من 3 إلى 24 من الأحرف اللاتينية الصغيرة والأرقام والشرطات. يبقى كما هو بعد انضمامك.",
  codeFree: "سيكون رابطك {link}",
  codeShort: "3 خانات على الأقل.",
  codeLong: "24 خانة على الأكثر.",
  codeSigns: "الأحرف من a إلى z والأرقام والشرطات فقط.",
  codeEdge: "تأتي الشرطة بين خانتين أخريين.",
  codeTaken: "هذا الرمز لشخص آخر.",
  takeInstead: "اختيار {code}",
  suggest: "اقتراح رمز آخر",
  join: "الانضمام إلى البرنامج",
  joining: "جارٍ الانضمام…",
  joined: "أنت شريك الآن. شارك رابطك.",

  linkTitle: "رابط الإحالة",
  linkText:
    "من يسجل خلال 90 يومًا من فتحه يصبح إحالتك على الدوام، ويدفع رسومًا أقل بنسبة {discount}% مدى الحياة.",
  link: "رابط الإحالة",
  codeIs: "الرمز {code}",
  qr: "رمز QR",
  share: "مشاركة",
  cardTitle: "صورة للمشاركة",
  cardAlt: "صورة نصها بالإنجليزية: svc, {discount} % lower fees for life, {link}",
  cardFailed: "تعذر تحميل الصورة.",
  tryAgain: "حاول مرة أخرى",
  copyImage: "نسخ الصورة",
  downloadImage: "تنزيل",
  imageCopied: "الصورة في الحافظة.",
  imageNotCopied: "لم يقبل المتصفح الصورة. نزّلها بدلًا من ذلك.",
  shareText: "رسوم تداول أقل بنسبة {discount}% مدى الحياة:",
  notShared: "لم تنجح المشاركة. انسخ الرابط بدلًا من ذلك.",

  qrTitle: "رمز QR لرابطك",
  qrText: "يفتح {link}",
  qrName: "رمز QR يفتح {link}",
  asPng: "تنزيل PNG",
  asSvg: "تنزيل SVG",
};

export default messages;
