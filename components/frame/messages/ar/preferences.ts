import type en from "#components/frame/messages/en/preferences.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof en> = {
  settings: "الإعدادات",
  theme: "السمة",
  system: "النظام",
  dark: "داكن",
  light: "فاتح",
  palette: "الألوان",
  paletteDefault: "أخضر وأحمر",
  paletteColourBlind: "أزرق وبرتقالي",
  paletteHint: "يبقى الأزرق والبرتقالي متمايزين لكل أنواع رؤية الألوان.",
  up: "لون الارتفاع",
  upGreen: "أخضر",
  upRed: "أحمر",
  upBlue: "أزرق",
  upOrange: "برتقالي",
  upHint: "الأحمر للارتفاع، كما في شرق آسيا، يعكس كذلك لوني الشراء والبيع.",
  motion: "الحركة",
  motionSystem: "النظام",
  motionReduced: "مخفّفة",
  language: "اللغة",
  keys: "لوحة المفاتيح",
  layout: "التخطيط",
  confirmations: "تأكيد الأوامر",
  askNever: "أبدًا",
  askAlways: "دائمًا",
  askNeverUnder: "فقط فوق \u2068{limit} USDC\u2069",
  confirmHint: "للتداول بنقرة واحدة. من دونه تسألك محفظتك عند كل أمر.",
};

export default messages;
