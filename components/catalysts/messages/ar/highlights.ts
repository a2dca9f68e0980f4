import type english from "#components/catalysts/messages/en/highlights.ts";
import type { Translation } from "#components/i18n/message-types.ts";
import labels from "./catalyst-labels.ts";

const messages: Translation<typeof english> = {
  ...labels,
  highlights: "أبرز الأحداث",
  intro: "أهم أخبار الساعات الأخيرة.",
  count: {
    zero: "لا أحداث بارزة",
    one: "حدث بارز واحد",
    two: "حدثان بارزان",
    few: "{count} أحداث بارزة",
    many: "{count} حدثًا بارزًا",
    other: "{count} حدث بارز",
  },
  none: "لا أحداث بارزة حاليًا",
  options: "كتم أو تثبيت: {card}",
  mute: "كتم {tag}",
  pin: "تثبيت {tag}",
  unpin: "إلغاء تثبيت {tag}",
  pinned: "مثبّت",
  toldMuted: "كُتم {tag}.",
  toldPinned: "ثُبّت {tag}.",
  toldUnpinned: "أُلغي تثبيت {tag}.",
  undo: "تراجع",
  full: "يمكن كتم وتثبيت {count} وسم على الأكثر. أزل وسمًا أولًا.",
  notSaved: "لم يُحفظ الاختيار.",
  tags: "الوسوم المكتومة والمثبّتة",
  tagsHint: "تبقى البطاقة التي لها وسم مكتوم مخفية، حتى لو كان وسم آخر لها مثبّتًا.",
  noTags: "لا وسوم مكتومة أو مثبّتة. أضف وسمًا من قائمة بطاقة.",
  mutedTags: "مكتوم",
  pinnedTags: "مثبّت",
  unmute: "إلغاء كتم {tag}",
};

export default messages;
