import type { CardTexts } from "./card-texts.ts";

export const AR: CardTexts = {
  says: {
    listing: {
      negative: (assets) => `انتكاسة في إدراج ${assets}`,
      neutral: (assets) => `أخبار إدراج ${assets}`,
      positive: (assets) => `إدراج جديد: ${assets}`,
    },
    regulatory: {
      negative: (assets) => `تنظيم: ضغوط على ${assets}`,
      neutral: (assets) => `تنظيم: أخبار عن ${assets}`,
      positive: (assets) => `تنظيم: دعم من الجهات الرقابية: ${assets}`,
    },
    hack: {
      negative: (assets) => `حادث أمني: أثر سلبي على ${assets}`,
      neutral: (assets) => `أخبار أمنية عن ${assets}`,
      positive: (assets) => `حادث أمني: انفراج، ${assets}`,
    },
    macro: {
      negative: (assets) => `اقتصاد كلي: ضغوط على ${assets}`,
      neutral: (assets) => `اقتصاد كلي: أخبار عن ${assets} بلا اتجاه واضح`,
      positive: (assets) => `اقتصاد كلي: عوامل داعمة، ${assets}`,
    },
    partnership: {
      negative: (assets) => `انتكاسة في شراكة: ${assets}`,
      neutral: (assets) => `أخبار شراكة: ${assets}`,
      positive: (assets) => `شراكة جديدة: ${assets}`,
    },
    unlock: {
      negative: (assets) => `فك قفل رموز: زيادة في عرض ${assets}`,
      neutral: (assets) => `أخبار فك قفل رموز: ${assets}`,
      positive: (assets) => `فك قفل رموز: ضغط أقل على ${assets}`,
    },
  },
  unnamed: {
    listing: "أخبار إدراج دون أصل محدد",
    regulatory: "تنظيم: أخبار دون أصل محدد",
    hack: "حادث أمني دون أصل محدد",
    macro: "اقتصاد كلي: أخبار دون أصل محدد",
    partnership: "أخبار شراكة دون أصل محدد",
    unlock: "أخبار فك قفل رموز دون أصل محدد",
  },
  unconfirmed: (text) => `غير مؤكد: ${text}`,
  disputed: (text) => `متنازع عليه: ${text}`,
  everything: "السوق بأكمله",
  more: (count) => `و${count} غيرها`,
};
