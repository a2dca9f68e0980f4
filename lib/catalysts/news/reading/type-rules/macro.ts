/** A decision of a central bank, a figure of prices or jobs, or a shock to the whole economy. */
import { gap, PLACE, rulesOf } from "./vocabulary.ts";

const DECIDES =
  "(?:raises?|raised|cuts?|hikes?|hiked|holds?|held|keeps?|kept|leaves?|left|pauses?|paused|lowers?|lowered|maintains?|maintained|lifts?|slashes|unchanged|stands pat|trims?)";
const STATES =
  "(?:israel|iran|russia|russian|ukraine|hamas|hisbollah|hezbollah|houthis?|china|taiwan|us|usa|north korea|nordkorea|india|pakistan|nato|putin|gaza|israels|irans|russlands)";

export const MACRO_RULES = rulesOf("macro", [
  [
    0.95,
    `@centralbank ${gap(4)}${DECIDES} ${gap(6)}(?:rates?|rate|@macro|#number|bps|basis|policy|borrowing costs|steady|unchanged|stimulus)`,
  ],
  [
    0.95,
    `@centralbank (?:\\S+ )?(?:cuts|hikes|raises|holds|lowers)(?! (?:forecasts?|outlook|estimates?|price|stake|ties|cap))`,
  ],
  [
    0.9,
    `@centralbank ${gap(4)}(?:surprises with|rules out|signals patience|has no appetite|shifts policy|announces? ${gap(3)}(?:stimulus|easing|tightening|facility|intervention)|ends? (?:qt|quantitative|tightening)|minutes show|expands|intervenes)`,
  ],
  [
    0.85,
    `@centralbank ${gap(3)}(?:stimulus|easing|tightening|emergency (?:rate|facility|lending))`,
  ],
  [
    0.95,
    `@macro ${gap(5)}(?:#number|expected|expectations|forecasts?|consensus|vs|rises?|rose|falls?|fell|fall|rise|climbs?|slows?|slowed|accelerates?|hotter|cooler|surprises?|beats?|tops?|exceeds?|miss(?:es)?|misses|eases?|eased|unchanged|jumps?|cools?|cooled|prints?|cool|hot|stuck|unexpectedly)`,
  ],
  [
    0.9,
    `(?:hotter|cooler|higher|lower|sticky|soft|strong|weak|blockbuster|positive|surprise|hot|cool)(?: than expected)? (?:\\S+ )?@macro`,
  ],
  [0.85, `#number ${gap(3)}@macro (?:\\S+ )?(?:print|reading|growth|data|vs|against)`],
  [
    0.9,
    `(?:producer|consumer) (?:inflation|prices?) ${gap(3)}(?:rise|rose|fall|fell|cool|hot|unexpectedly|climb|jump|slow)`,
  ],
  [0.85, `(?:hopes?|bets?) (?:fade|fades|faded) ${gap(2)}as @centralbank`],
  [
    0.9,
    `(?:economy|us|employers|payrolls) ${gap(1)}(?:adds?|added|loses?|lost|sheds?) ${gap(3)}jobs`,
  ],
  [
    0.95,
    `(?:tariffs?|duties|levies|zölle|aranceles) ${gap(4)}(?:take effect|takes effect|announced|imposed|begin|in effect|suspended|paused|doubled|in kraft|raised|hit)`,
  ],
  [
    0.95,
    `(?:imposes?|announces?|slaps?|raises?|doubles?|suspends?|pauses?|signs?|lifts?|delays?|unveils?|verhängt|erhebt|impone|anuncia) ${gap(4)}(?:tariffs?|import (?:duties|levies|taxes)|zölle|aranceles|export controls?)`,
  ],
  [
    0.9,
    `(?:government|govt|gov t|gov) shutdown ${gap(2)}(?:begins|starts|ends|ended|over|averted|freezes)`,
  ],
  [0.9, `(?:ends?|ending|avert\\S*|averts) ${gap(3)}(?:government|govt|gov t|gov) shutdown`],
  [0.9, `(?:retaliates?|hits back|responds?) with (?:#number )?(?:\\S+ )?tariffs`],
  [0.95, `central bank ${gap(1)}${DECIDES} ${gap(5)}(?:rates?|#number|bps|basis|steady|unchanged)`],
  [0.9, `tariffs ${gap(4)}(?:imports? ${gap(2)}taxed|from #number)`],
  [0.9, `(?:shutdown looms|government (?:shuts|shut) down)`],
  [0.9, `(?:bank|lender) ${gap(1)}(?:collapses?|collapsed|fails|failed|failure)(?! to)`],
  [0.9, `(?:cuts?|lowers?|raises?) ${gap(2)}(?:reserve requirement|reserve ratio|rrr)`],
  [
    0.95,
    `(?:ceasefire|cease fire|truce|waffenruhe|waffenstillstand|peace deal|armistice) ${gap(6)}(?:begins?|begonnen|agreed|agree|takes? effect|announced|signed|reached|in kraft|deal|starts?|beginnt|holds|ends|collapses)`,
  ],
  [
    0.9,
    `(?:agree|agrees|agreed|announces?|declares?|reach|reached) ${gap(4)}(?:ceasefire|cease fire|truce|waffenruhe)`,
  ],
  [0.9, `(?:waffenstillstand|waffenruhe) im`],
  [
    0.95,
    `${STATES} ${gap(3)}(?:attacks?|strikes?|invades?|invaded|bombs?|bombed|launch(?:es|ed)? ${gap(4)}(?:strikes?|missiles?|attacks?|invasion|offensive|operation)|fires? ${gap(3)}(?:missiles?|rockets?)|declares? war|shoots? down|shells) ${gap(6)}(?:${STATES}|${PLACE}|nuclear|targets|sites|base|bases|ports?)`,
  ],
  [0.95, `${STATES} (?:\\S+ )?(?:greift|beschießt|bombardiert|überfällt|marschiert)`],
  [
    0.9,
    `${STATES} ${gap(2)}(?:announces?|begins?|launches?) ${gap(4)}(?:military operation|invasion|mobili[sz]ation|blockade)`,
  ],
  [
    0.9,
    `(?:ground offensive|bodenoffensive|raketeneinschlag|raketenangriff|großangriff|luftangriffe?|missile strikes?|air ?strikes?) ${gap(4)}(?:auf|on|against|in|im|hit|kill)`,
  ],
  [0.95, "(?:martial law|kriegsrecht|state of emergency|ley marcial)"],
  [
    0.9,
    `(?:devalues?|devalued|devaluation|capital controls|currency (?:crash|crisis|intervention)|defaults? on ${gap(2)}debt)`,
  ],
  [0.85, `${PLACE} ${gap(2)}(?:slips|falls|enters|slides) (?:into )?recession`],
  [0.9, `(?:bank run|bank collapses|regulators (?:close|seize|shut) ${gap(2)}bank)`],
  [
    0.85,
    `(?:treasury yields|dollar|yen) ${gap(1)}(?:jumps?|surges?|climbs?|plunges?) ${gap(1)}(?:after|as) ${gap(5)}(?:@macro|@centralbank)`,
  ],
  [0.85, `oil ${gap(1)}(?:jumps?|surges?|plunges?) ${gap(1)}(?:after|as|on)`],
  [
    0.95,
    `@(?:centralbank|macro) ${gap(6)}(?:erhöht|senkt|steigt|steigen|sinkt|sinken|fällt|hält|lässt|belässt|unverändert|höher|niedriger)`,
  ],
  [
    0.95,
    `@centralbank ${gap(4)}(?:sube|baja|recorta|mantiene|eleva) ${gap(3)}(?:tasas?|tipos|@macro)`,
  ],
  [0.9, `(?:يرفع|رفع|يخفض|خفض|يثبت|تثبيت|ارتفاع|تباطؤ|تراجع|يبقي) ${gap(3)}@(?:macro|centralbank)`],
  [0.9, `@(?:macro|centralbank) ${gap(3)}(?:يرفع|يخفض|يثبت|يرتفع|يتراجع|يتباطأ|أعلى|أقل|يبقي)`],
]);
