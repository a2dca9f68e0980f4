import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  loading: "جارٍ القراءة",

  title: "الدفعة القادمة",
  whatPending: "{amount} كسبتها ولم تُدفع بعد",
  whenDay: "مقررة في {date} (UTC)، وتشمل كل ما كسبته حتى ذلك الحين.",
  whenFree: "يقرر مشغّل هذه الخدمة متى يدفع. لا يوم محدد لذلك.",
  whenNever: "لم تُهيّأ الدفعات في هذه الخدمة. ما تكسبه يبقى لك ومعلّقًا.",
  minimum: "لا تقل الدفعة عن {minimum} USDC. وما دون ذلك يبقى معلّقًا للدفعة التالية.",
  belowMinimum: "ينقصها {missing}.",
  whoPays:
    "يُعدّ المشغّل الدفعة أولًا فيحجز المبلغ، ثم يدفعه بعملة USDC. تُعدّ مدفوعة حين تُظهرها السلسلة نهائية.",
  inTransit: "{amount} في الطريق إليك: انظر الدفعات أدناه.",
  todo: "أمر واحد قبل أن تصلك دفعة",

  payoutWallet: "محفظة الدفعات",
  payoutNone: "لم تُختر محفظة. تبقى أرباحك معلّقة حتى تختار واحدة.",
  payoutNoWallet: "لا توجد في حسابك محفظة بعد. اربط محفظة لتصل الدفعات إليها.",
  linkWallet: "ربط محفظة",
  choose: "اختيار",
  change: "تغيير",
  payoutTitle: "محفظة الدفعات",
  payoutText: "اختر إحدى محافظ حسابك. الدفعات التي يجري إعدادها تذهب إلى المحفظة السابقة.",
  payoutChoices: "محافظ حسابك",
  payoutSave: "الدفع إلى هذه المحفظة",
  saving: "لحظة من فضلك…",
  cancel: "إلغاء",
  payoutSaved: "تذهب الدفعات الآن إلى {address}.",
  linkAnother: "ربط محفظة أخرى",
  copyWallet: "عنوان محفظة الدفعات",
};

export default messages;
