import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/trading/messages/en/chart-layouts.ts";

const messages: Translation<typeof english> = {
  title: "تخطيطات الرسم البياني",
  hint: "يحفظ التخطيط الفاصل والنمط والمقياس والمؤشرات وظهور الرسوم. يبقى في هذا المتصفح.",
  name: "الاسم",
  saveAs: "حفظ الرسم كما هو",
  overwrite: "استبدال {name}",
  none: "لا تخطيطات بعد.",
  rename: "إعادة تسمية {name}",
  newName: "الاسم الجديد لـ {name}",
  taken: "يوجد تخطيط آخر بهذا الاسم.",
  remove: "حذف {name}",
  full: {
    zero: "الحد الأقصى {count} تخطيط.",
    one: "الحد الأقصى تخطيط واحد.",
    two: "الحد الأقصى تخطيطان.",
    few: "الحد الأقصى {count} تخطيطات.",
    many: "الحد الأقصى {count} تخطيطًا.",
    other: "الحد الأقصى {count} تخطيط.",
  },
};

export default messages;
