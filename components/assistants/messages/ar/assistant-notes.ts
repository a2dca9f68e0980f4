import type english from "#components/assistants/messages/en/assistant-notes.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof english> = {
  title: "ملاحظات للمساعدين",
  intro:
    "ما تريد أن تعرفه التطبيقات والمساعدون عنك. يمكنهم قراءته ولا يمكنهم تغييره أبدًا، ولا يرون عنوان بريدك ولا عمليات تسجيل دخولك.",
  whoReads:
    "تقرؤها التطبيقات التي أذنت لها بذلك (والإذن نفسه يتيح قراءة مراكزك)، ومفاتيح MCP الخاصة بك:",
  loading: "جارٍ تحميل الملاحظات",
  loadingPreferences: "جارٍ تحميل التفضيلات",
  loadingPreview: "جارٍ تحميل ما يراه المساعد",

  notes: "الملاحظات",
  noteCount: {
    zero: "{count} من {most} ملاحظة",
    one: "{count} من {most} ملاحظة",
    two: "{count} من {most} ملاحظة",
    few: "{count} من {most} ملاحظة",
    many: "{count} من {most} ملاحظة",
    other: "{count} من {most} ملاحظة",
  },
  newNote: "ملاحظة جديدة",
  editNote: "تعديل الملاحظة",
  noteHint: "1000 حرف على الأكثر. لا تكتب هنا كلمة مرور أو عبارة استرداد أو مفتاحًا أبدًا.",
  charactersLeft: {
    zero: "لم يبق أي حرف",
    one: "بقي حرف واحد",
    two: "بقي حرفان",
    few: "بقيت {count} أحرف",
    many: "بقي {count} حرفًا",
    other: "بقي {count} حرف",
  },
  noteEmpty: "اكتب شيئًا أولًا.",
  add: "إضافة ملاحظة",
  saving: "جارٍ الحفظ…",
  edit: "تعديل",
  editOf: "تعديل الملاحظة «{note}»",
  deleteOf: "حذف الملاحظة «{note}»",
  written: "كُتبت",
  lastChanged: "عُدّلت",
  added: "حُفظت الملاحظة.",
  changed: "عُدّلت الملاحظة.",
  deleted: "حُذفت الملاحظة.",
  full: "لا مكان لملاحظة أخرى. احذف واحدة أولًا.",
  emptyTitle: "لا ملاحظات بعد",
  emptyText: "مثلًا: «أتداول BTC فقط، في المساء، وأريد أن أرى سعر التصفية مع كل فكرة.»",
  deleteTitle: "هل تريد حذف هذه الملاحظة؟",
  deleteText: "لن يستطيع المساعدون قراءتها، وقد يتذكرون ما قرؤوه من قبل. لا يمكن التراجع عن ذلك.",

  preferences: "كيف يجيب المساعدون",
  preferencesText: "يُبلَّغ المساعدون بذلك، أما الالتزام به فيرجع إليهم.",
  notSaid: "غير محدد",
  language: "اللغة",
  detail: "التفصيل",
  detail_brief: "موجز",
  detail_normal: "عادي",
  detail_thorough: "مفصّل",
  experience: "خبرتك في التداول",
  experience_new: "مبتدئ",
  experience_some: "بعض الخبرة",
  experience_expert: "خبير",
  risk: "مدى تحملك للمخاطرة",
  riskHint: "بكلماتك، في سطر واحد، {count} حرف على الأكثر. ولا يقيّد ذلك أي أمر.",
  riskPlaceholder: "مثلًا: لا أكثر من 2 % من حقوق حسابي في مركز واحد",
  savePreferences: "حفظ التفضيلات",
  preferencesSaved: "حُفظت التفضيلات.",

  preview: "ما يراه المساعد",
  previewText:
    "حرفيًا ما تجيب به الأداة get_user_context. عناوين المحافظ مختصرة كي لا يستطيع أحد معرفة ما تحتويه.",
};

export default messages;
