import type english from "#components/catalysts/messages/en/catalyst-labels.ts";
import type { Translation } from "#components/i18n/message-types.ts";

/** What the pages of catalysts share with highlights. */
const messages: Translation<typeof english> = {
  firstSeen: "أول ظهور",
  type_listing: "إدراج",
  type_regulatory: "تنظيم",
  type_hack: "اختراق",
  type_macro: "اقتصاد كلي",
  type_partnership: "شراكة",
  type_unlock: "فك قفل رموز",
  magnitudeOf: "القوة {magnitude} من 5",
  simulated: "محاكاة",
};

export default messages;
