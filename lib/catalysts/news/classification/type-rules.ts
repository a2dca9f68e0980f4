/**
 * Rules that find the type of an event in canonical words (`@exchange lists @asset`). Each rule has
 * a score. When several match, the highest one counts for its type.
 */
import type { CatalystType } from "#lib/protocol/market-knowledge.ts";

export type TypeRule = { type: CatalystType; score: number; pattern: RegExp };

const AGENCY = "@(?:regulator|centralbank)";
const SUBJECT =
  "(?:@asset|@exchange|@company|crypto|token|tokens|stablecoins?|defi|protocol|wallets?|bridge|exchange|krypto\\w*|digital)";

const rule = (type: CatalystType, score: number, pattern: string): TypeRule => ({
  type,
  score,
  pattern: new RegExp(`(?<![\\p{L}@#])(?:${pattern})(?![\\p{L}])`, "u"),
});

export const TYPE_RULES: readonly TypeRule[] = [
  // Listings.
  rule(
    "listing",
    0.95,
    "@exchange (?:\\S+ ){0,5}(?:list|lists|listed|listing|delist|delists|delisted|delisting)",
  ),
  rule(
    "listing",
    0.95,
    "@exchange (?:\\S+ ){0,2}(?:adds?|opens?|launch(?:es)?|enables?|introduces?|begins?|starts?) (?:\\S+ ){0,4}(?:trading|pairs?|perpetuals?|futures|spot|contracts?|markets?)",
  ),
  rule(
    "listing",
    0.95,
    "@exchange (?:\\S+ ){0,2}(?:ceases?|stops?|ends?|suspends?|halts?|drops?|removes?|shuts?|closes?|takes? down) (?:\\S+ ){0,4}(?:trading|pairs?|markets?|support|contracts|perpetuals?)",
  ),
  rule("listing", 0.95, "@exchange (?:\\S+ ){0,2}(?:drops|removes) @asset"),
  rule(
    "listing",
    0.95,
    "trading (?:in|of) (?:\\S+ ){0,2}(?:begins|starts|opens|resumes|stops|ends|ceases) (?:\\S+ ){0,2}@exchange",
  ),
  rule(
    "listing",
    0.95,
    "@asset (?:\\S+ ){0,3}(?:dropped|removed|cut) (?:\\S+ ){0,1}(?:from|by) (?:@asset )?@exchange",
  ),
  rule(
    "listing",
    0.95,
    "@asset (?:\\S+ ){0,2}(?:loses?|lost|wins?|gets?) (?:\\S+ ){0,2}(?:listing|listings|trading pairs?)",
  ),
  rule(
    "listing",
    0.9,
    "@asset (?:\\S+ ){0,2}(?:coming to|arrives (?:at|on)|joins (?:\\S+ ){0,5}(?:at|on|of)) @exchange",
  ),
  rule("listing", 0.9, "@exchange (?:\\S+ ){0,2}support for @asset"),
  rule("listing", 0.95, "@exchange (?:\\S+ ){0,2}adds? (?:support for )?@asset"),
  rule(
    "listing",
    0.95,
    "(?:delists?|delisting|listing of|lists|to list|listed|gets listed|debuts) (?:\\S+ ){0,6}@(?:asset|exchange)",
  ),
  rule(
    "listing",
    0.9,
    "@asset (?:\\S+ ){0,5}(?:listing|listed|delisted|goes live|debuts|begins trading|starts trading) (?:\\S+ ){0,4}@exchange",
  ),
  rule(
    "listing",
    0.85,
    "(?:spot|futures|perpetual|margin) (?:trading|listing|markets?|pairs?) (?:\\S+ ){0,5}(?:opens?|live|starts?|begins?|launch(?:es)?)",
  ),
  rule(
    "listing",
    0.9,
    "@exchange (?:\\S+ ){0,4}(?:listet|nimmt|handelbar|notiert|gelistet|delistet)",
  ),
  rule(
    "listing",
    0.9,
    "(?:listet|gelistet|handelsstart|notierung) (?:\\S+ ){0,5}@(?:asset|exchange)",
  ),
  rule("listing", 0.9, "(?:إدراج|تدرج|ستدرج|أدرجت|يدرج|شطب|تشطب) (?:\\S+ ){0,5}@?"),
  rule("listing", 0.9, "@exchange (?:\\S+ ){0,5}(?:supports?|launch(?:es)?) @asset"),
  // Hacks.
  rule(
    "hack",
    0.95,
    `${SUBJECT} (?:\\S+ ){0,6}(?:hack|hacks|hacked|hackers?|exploit|exploited|exploiter|breach|breached|drained|drain|stolen|theft|heist|compromised|attacked|attackers?|rugpull)`,
  ),
  rule(
    "hack",
    0.95,
    `(?:hack|hacked|hackers?|thief|thieves|exploit|exploited|breach|breached|drains?|drained|stolen|steals?|stole|theft|heist|attackers?|siphons?|siphoned|loots?|looted) (?:\\S+ ){0,8}(?:#amount|${SUBJECT})`,
  ),
  rule(
    "hack",
    0.9,
    "(?:attack|attacks|intrusion|break in) (?:on|at|against) (?:\\S+ ){0,3}(?:@asset|@exchange|@company|contracts?|wallets?|vaults?|pools?|bridge|servers?)",
  ),
  rule(
    "hack",
    0.85,
    "(?:hacked|hackers?|exploited|private keys? (?:leaked|compromised|stolen)|security (?:breach|incident)|rug pull|ransomware|unauthori[sz]ed (?:access|withdrawals?|transfers?))",
  ),
  rule(
    "hack",
    0.9,
    "(?:gehackt|hackerangriff|gestohlen|stehlen|erbeuten|erbeutet|angreifer|cyberangriff|sicherheitslücke)",
  ),
  rule("hack", 0.9, "(?:اختراق|يخترق|اخترق|قرصنة|قراصنة|مخترقون|سرقة|سرقوا|ثغرة)"),
  // Regulation.
  rule(
    "regulatory",
    0.95,
    `${AGENCY} (?:\\S+ ){0,6}(?:sues?|sued|charges?|charged|approves?|approved|approval|rejects?|rejected|denies|delays?|delayed|fines?|fined|settles?|investigat\\S+|probes?|subpoenas?|wells|bans?|banned|warns?|proposes?|adopts?|licen[cs]es?|lawsuit|guidance|clears?|cleared|drops?|dismiss\\S*|sanctions?|sanctioned|greenlights?|green light|orders?|rules(?! out)|ruling|blocks?|accuses?|punish\\S*|penali[sz]\\S*|prohibits?|refuses?|turns? down|withdraws?|grants?|gives up|tightens?|crackdown|bill|passes|signs)`,
  ),
  rule(
    "regulatory",
    0.95,
    `(?:sued|charged|fined|fine|approved|rejected|denied|refused|accused|turned down|complaint|probed|investigated|sanctioned|lawsuit|penalty|licen[cs]e|settles|settlement|approval|nod|green light|subpoenas?|summons|registration|investigation|probe) (?:\\S+ ){0,5}${AGENCY}`,
  ),
  rule(
    "regulatory",
    0.85,
    `(?:lawsuits?|sanctions?|sanctioned|regulators?|regulations?|regulatory|crackdown|bans?|banned|outlaws?|legislation|licen[cs]e[ds]?|court|judge|indict\\S*|etf (?:approval|decision|filing|application)|watchdog|antitrust|prosecutors?) (?:\\S+ ){0,8}${SUBJECT}`,
  ),
  rule(
    "regulatory",
    0.85,
    `${SUBJECT} (?:\\S+ ){0,8}(?:lawsuits?|sanctions?|sanctioned|regulators?|regulations?|crackdown|bans?|banned|outlawed|legislation|licen[cs]e[ds]?|court|judge|indict\\S*|watchdog|prosecutors?)`,
  ),
  rule(
    "regulatory",
    0.9,
    "(?:etfs?|funds?) (?:\\S+ ){0,3}(?:approved|rejected|denied|delayed|cleared|refused|turned down)",
  ),
  rule(
    "regulatory",
    0.9,
    "(?:approv\\S+|rejects?|denies|delays?|clears?|refuses?|turns? down) (?:\\S+ ){0,6}(?:etfs?|exchange traded)",
  ),
  rule(
    "regulatory",
    0.9,
    "(?:(?:not|no|not an?|unregistered|is an?) (?:security|securities)|securities (?:law|laws|rules)|commodity (?:\\S+ ){0,2}(?:rules|says|decides))",
  ),
  rule(
    "regulatory",
    0.9,
    "(?:verklagt|klage|klagt|aufsicht|finanzaufsicht|regulierung|verbot|verbietet|genehmigt|zulassung|lizenz|gesetz|bußgeld|geldstrafe|ermittelt|ermittlungen)",
  ),
  rule(
    "regulatory",
    0.9,
    "(?:تنظيم|تنظيمية|حظر|تحظر|دعوى|ترخيص|ترخيصا|غرامة|تقاضي|قانون|توافق على)",
  ),
  rule(
    "regulatory",
    0.9,
    `(?:hong kong|south korea|korea|japan|india|china|russia|germany|brazil|turkey|nigeria|thailand|singapore|dubai|australia|canada|switzerland|vietnam|uk|us) (?:\\S+ ){0,4}(?:approves?|bans?|legali[sz]es|outlaws|licenses|grants|clears|restricts|prohibits|lifts|passes|taxes|tightens) (?:\\S+ ){0,6}${SUBJECT}`,
  ),
  rule(
    "regulatory",
    0.9,
    "(?:stablecoin|crypto|token|digital asset|market structure) (?:bill|law|rules|act|framework)",
  ),
  // Macro.
  rule(
    "macro",
    0.95,
    "@centralbank (?:\\S+ ){0,6}(?:raises?|raised|cuts?|hikes?|hiked|holds?|keeps?|leaves?|pauses?|lowers?|rates?|bps|basis|hawkish|dovish|tightening|easing|stimulus|@macro)",
  ),
  rule(
    "macro",
    0.9,
    "@macro (?:\\S+ ){0,5}(?:#number|expected|expectations|forecasts?|consensus|vs|rises?|rose|falls?|fell|climbs?|slows?|slowed|accelerates?|hotter|cooler|surprises?|beats?|tops?|exceeds?|miss(?:es)?|fades?|eases?|eased|unchanged|jumps?|cools?|cooled|prints?)",
  ),
  rule(
    "macro",
    0.85,
    "(?:#number|hotter|cooler|higher|lower|sticky|soft|strong|weak) (?:\\S+ ){0,3}@macro",
  ),
  rule(
    "macro",
    0.75,
    "(?:recession|tariffs?|import (?:duties|levies|taxes)|treasury yields?|fiscal stimulus|government shutdown|debt ceiling)",
  ),
  rule(
    "macro",
    0.9,
    "@(?:centralbank|macro) (?:\\S+ ){0,6}(?:erhöht|senkt|steigt|steigen|sinkt|sinken|fällt|hält|lässt|belässt|unverändert|höher|niedriger|erwartet)",
  ),
  rule(
    "macro",
    0.9,
    "(?:يرفع|رفع|يخفض|خفض|يثبت|تثبيت|ارتفاع|تباطؤ|تراجع|يبقي) (?:\\S+ ){0,3}@(?:macro|centralbank)",
  ),
  rule(
    "macro",
    0.9,
    "@(?:macro|centralbank) (?:\\S+ ){0,3}(?:يرفع|يخفض|يثبت|يرتفع|يتراجع|يتباطأ|أعلى|أقل|يبقي)",
  ),
  // Partnerships.
  rule(
    "partnership",
    0.95,
    "(?:partners?|partnered|partnering|partnerships?|teams? up|teamed up|collaborates?|collaboration|joins? forces|joint venture|alliance) (?:\\S+ ){0,5}(?:with|between|@\\S+)",
  ),
  rule(
    "partnership",
    0.9,
    "(?:partnerships?|strategic (?:deal|investment|agreement|alliance)|joins? forces|as (?:\\S+ )?partner|signs? (?:\\S+ ){0,3}(?:deal|agreement|mou)|memorandum of understanding)",
  ),
  rule(
    "partnership",
    0.85,
    "@(?:company|exchange|asset) (?:\\S+ ){0,2}(?:integrates?|selects?|chooses?|adopts?|acquires?|invests in|backs|accepts?|picks|taps|embeds) (?:\\S+ ){0,5}@(?:asset|company|exchange)",
  ),
  rule(
    "partnership",
    0.9,
    "(?:partnerschaft|kooperation|kooperiert|kooperieren|zusammenarbeit|arbeitet mit|arbeiten zusammen|übernimmt)",
  ),
  rule("partnership", 0.9, "(?:شراكة|تعاون|يتعاون|تتعاون|اتفاقية|تحالف)"),
  // Unlocks.
  rule(
    "unlock",
    0.95,
    "(?:unlocks?|unlocked|unlocking|vesting|lockups?|cliff) (?:\\S+ ){0,8}(?:tokens?|supply|#amount|@asset|holders|investors|schedule)",
  ),
  rule(
    "unlock",
    0.95,
    "(?:@asset|tokens?|supply|#amount|#number|million) (?:\\S+ ){0,6}(?:unlocks?|unlocked|unlocking|vesting|vests?|vested|lockups?|lock up|cliff)",
  ),
  rule(
    "unlock",
    0.9,
    "(?:freischaltung|freigeschaltet|entsperrung|entsperrt|token unlock|sperrfrist)",
  ),
  rule("unlock", 0.9, "(?:فتح قفل|إلغاء قفل|فك قفل|تحرير|إلغاء تجميد)"),
];

/** Views, guides, reviews and questions report no event. They halve the score. */
export const NO_EVENT =
  /(?:^|\s)(?:opinion|analysis|analysts?|price prediction|predicts?|explained|explainer|explains how|how to|what is|what are|why|guide|podcast|interview|top #number|best|anniversary|years? (?:ago|after)|looks? back|history of|retrospective|lessons|could|should you|weekly (?:recap|roundup)|roundup|hackathon|white hat|life hacks?|growth hacks?|giveaway|contest|competition|prognose|analyse|kommentar|rückblick|warum|توقعات|تحليل|لماذا)(?=\s|$)/u;

/** Announced events that have not happened yet: they explain no price. */
export const AWAITED =
  /(?:^|\s)(?:awaits?|awaiting|ahead of|eyes?|braces?|brace for|expects|anticipat\S+|fears?|worries|speculation|(?:hopes?|bets?)(?! (?:fade|fades|faded|grow|grows|rise|rises|dim|ease|vanish|recede))|wartet|warten|vor|hofft|ترقب|قبيل|قبل)(?=\s|$)/u;
