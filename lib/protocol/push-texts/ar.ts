/** The texts of pushes in Arabic. */
import type { PushTexts } from "./push-text.ts";
import trading from "./trading-ar.ts";

const texts: PushTexts = {
  tag: "ar-u-nu-latn",
  kinds: {
    fomc: "قرار الفائدة للاحتياطي الفيدرالي (FOMC)",
    rate_decision: "قرار الفائدة لبنك مركزي",
    cpi: "أسعار المستهلكين (CPI)",
    nfp: "تقرير الوظائف الأمريكي (NFP)",
    pce: "أسعار الإنفاق الاستهلاكي (PCE)",
    ppi: "أسعار المنتجين (PPI)",
    ism: "مؤشر ISM",
    gdp: "النمو الاقتصادي (GDP)",
    central_bank_speech: "خطاب بنك مركزي",
    regulator_crypto: "قرار جهة رقابية بشأن العملات المشفرة",
    round_level: "وصول BTC أو ETH أو SOL إلى سعر مدوَّر",
    price_move: "تحرك سوق بأكثر من 10% في ساعة أو 20% في يوم",
    approval: "أمر ينتظر موافقتك",
    protection: "جني الأرباح أو وقف الخسارة: نُفِّذ أو تعذّر تنفيذه",
    margin: "اقتراب الهامش من حد التصفية، والتصفية",
    money: "قيد إيداع، أو دفع سحب أو إعادته",
    fill: "نُفِّذ أمر",
    alert: "بلوغ تنبيه سعر لديك",
  },
  sample: "مثال",
  due: "{kind}: {time}",
  number: "{kind}: {value}",
  forecast: "التوقع {value}",
  previous: "السابق {value}",
  surprise: "المفاجأة {value}",
  crossed_up: "ارتفع {asset} إلى {level}",
  crossed_down: "انخفض {asset} إلى {level}",
  moved_hour: "{market} {percent} في ساعة",
  moved_day: "{market} {percent} في يوم",
  price: "السعر المرجعي {price} في {time}",
  approve_BUY: "الموافقة على شراء {size} {market}؟",
  approve_SELL: "الموافقة على بيع {size} {market}؟",
  approveUntil: "المهلة حتى {time}. لا يوضع شيء قبل توقيعك.",
  reached_above: "بلغ {asset} السعر {price} (كان دونه)",
  reached_below: "بلغ {asset} السعر {price} (كان فوقه)",
  trading,
  testTitle: "إشعار تجريبي",
  testBody: "هذا المتصفح يستقبل الإشعارات.",
};

export default texts;
