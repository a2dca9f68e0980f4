import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/partner/messages/en/partner-payouts.ts";

const messages: Translation<typeof english> = {
  title: "الدفعة القادمة",
  whatPending: "{amount} كسبتها ولم تُدفع بعد",
  whenDay: "مقررة في {date} (UTC)، وتشمل كل ما كسبته حتى ذلك الحين.",
  whenFree: "يقرر مشغّل هذه الخدمة متى يدفع. لا يوم محدد لذلك.",
  whenNever: "لم تُعدّ هذه الخدمة الدفعات. تبقى أرباحك معلّقة.",
  minimum: "أصغر دفعة {minimum} USDC. تبقى المبالغ الأقل معلّقة.",
  belowMinimum: "ينقصها {missing}.",
  whoPays:
    "ينشئ المشغّل دفعة تحجز المبلغ، ثم يرسلها بعملة USDC. تُعدّ مدفوعة حين تصبح نهائية على السلسلة.",
  inTransit: "{amount} في الطريق إليك: انظر الدفعات أدناه.",
  todo: "خطوة واحدة قبل أن تصلك دفعة",

  payoutWallet: "محفظة الدفعات",
  payoutNone: "لم تُختر محفظة. تبقى أرباحك معلّقة حتى تختار واحدة.",
  payoutNoWallet: "لا توجد في حسابك محفظة بعد. اربط محفظة لتصل الدفعات إليها.",
  choose: "اختيار محفظة",
  change: "تغيير المحفظة",
  payoutText: "اختر إحدى محافظ حسابك. الدفعات الجارية تذهب إلى المحفظة السابقة.",
  payoutChoices: "محافظ حسابك",
  payoutSave: "استخدام هذه المحفظة",
  saving: "لحظة من فضلك…",
  payoutSaved: "تذهب الدفعات الآن إلى {address}.",
  payoutWaits: "تذهب الدفعات إلى {address} ابتداءً من {time}.",
  payoutStop: "إلغاء التغيير",
  payoutWait: {
    zero: "تُدفع إلى محفظة أخرى فورًا ({count}).",
    one: "تُدفع إلى محفظة أخرى بعد ساعة ({count}). حتى ذلك الحين يمكنك إيقاف التغيير.",
    two: "تُدفع إلى محفظة أخرى بعد ساعتين ({count}). حتى ذلك الحين يمكنك إيقاف التغيير.",
    few: "تُدفع إلى محفظة أخرى بعد {count} ساعات. حتى ذلك الحين يمكنك إيقاف التغيير.",
    many: "تُدفع إلى محفظة أخرى بعد {count} ساعة. حتى ذلك الحين يمكنك إيقاف التغيير.",
    other: "تُدفع إلى محفظة أخرى بعد {count} ساعة. حتى ذلك الحين يمكنك إيقاف التغيير.",
  },
  linkAnother: "ربط محفظة أخرى",
  copyWallet: "عنوان محفظة الدفعات",
};

export default messages;
