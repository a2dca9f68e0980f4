/** Whether an item is good or bad for its assets, by its type and a lexicon. Pure. */
import type { CatalystType, NewsRole, SentimentDirection } from "#lib/protocol/market-knowledge.ts";
import { findMacroPrint } from "./macro-print.ts";

export type Sentiment = { direction: SentimentDirection; confidence: number };

type Lexicon = {
  positive: RegExp;
  negative: RegExp;
  /** Good when nothing else is said. */
  mild?: RegExp;
  otherwise: Sentiment;
};

const words = (list: string) => new RegExp(`(?:^|\\s)(?:${list})(?=\\s|$)`, "u");
const NEVER = /(?!)/u;

export const LEXICON: Readonly<Record<CatalystType, Lexicon>> = {
  listing: {
    positive: NEVER,
    negative: words(
      "delist\\S*|removes?|removed|removal|postpon\\S*|delays?|delayed|elimina|retira|suspends?|suspended|halts?|ceases?|stops?|stopped|drops?|dropped|loses?|lost|shuts?|closes|takes? down|ends?|ended|no longer|delistet|ausgelistet|شطب|تشطب|يشطب|تعلق",
    ),
    otherwise: { direction: "positive", confidence: 0.8 },
  },
  hack: {
    positive: words(
      "recovers?|recovered|returns?|returned|returning|refunds?|reimburs\\S*|compensat\\S*|thwarts?|thwarted|foiled|arrest\\S*|frozen funds|zurück|استعادة|تستعيد",
    ),
    // What is promised afterwards does not make the theft good.
    negative: words("hacked|exploited|drained|suffers?|suffered|loses|lost|rug pull|gehackt"),
    otherwise: { direction: "negative", confidence: 0.9 },
  },
  regulatory: {
    positive: words(
      "legal tender|bills? (?:\\S+ ){0,1}pass\\S*|accepts? (?:\\S+ ){0,3}tax\\S*|softens?|authori[sz]ation|authori[sz]ed|registers|registered|se registra|registro|granted|right to|approves?|approved|approval|clears?|cleared|drops|dropped|dismiss\\S*|wins?|won|grants?|granted|licen[cs]e[sd]?(?! applications?)|lifts?|lifted|legali[sz]\\S*|greenlights?|green light|favou?rable|nod|closes|closed|gives up|says yes|not an? security|no security|commodity|not apply|exempts?|recognis\\S+|genehmigt|genehmigung|zulassung|lizenz|erlaubt|توافق|موافقة|ترخيص|ترخيصا",
    ),
    negative: words(
      "steuerpflichtig|taxable|scrubs?|withdrawn|(?:freezes|freeze) (?:\\S+ ){0,3}reviews?|to sue|sues?|sued|suing|charges?|charged|bans?|banned|rejects?|rejected|rejection|denies|denied|fines?|fined|penalt\\S+|probes?|probing|investigat\\S+|subpoena\\S*|sanctions?|sanctioned|crackdown|lawsuits?|warns?|warning|turns? down|refuses?|refused|says no|penali[sz]\\S*|punish\\S*|prohibit\\S*|accuses?|accused|case (?:against|over)|to court|unregistered|delays?|delayed|indict\\S*|blocks?|blocked|orders?|outlaws?|seizes?|seized|guilty|wells|halts?|revokes?|revoked|restrict\\S*|complaint|verklagt|klagt|klage|verbietet|verbot|bußgeld|geldstrafe|ermittelt|warnt|حظر|تحظر|دعوى|تقاضي|غرامة|تحقيق",
    ),
    mild: words("etfs?|etps?|etns?|strategic (?:\\S+ ){0,2}reserve"),
    otherwise: { direction: "neutral", confidence: 0.5 },
  },
  macro: {
    positive: words(
      "ceasefire|cease fire|truce|waffenruhe|waffenstillstand|peace deal|(?:ends?|ending|averts?|ended) (?:\\S+ ){0,3}shutdown|cuts?|cutting|lowers?|cooler|cools?|cooled|cooling|slows?|slowed|eases?|eased|easing|below|dovish|pauses?|stimulus|softer|soft|senkt|sinkt|sinken|niedriger|fällt|خفض|يخفض|يتباطأ|تباطؤ|أقل|يتراجع",
    ),
    negative: words(
      "martial law|kriegsrecht|invasion|invades?|military operation|airstrikes?|missiles?|strikes|attacks?|greift|raketen\\S*|großangriff|bodenoffensive|collapses?|hikes?|hiked|raises?|raised|hotter|above|hawkish|accelerat\\S*|sticky|tighten\\S*|jumps?|surges?|higher|(?:lifts?|lifted) (?:\\S+ ){0,2}rates|for longer|recession|tariffs?|shutdown|erhöht|steigt|steigen|höher|يرفع|رفع|يرتفع|أعلى",
    ),
    otherwise: { direction: "neutral", confidence: 0.5 },
  },
  partnership: {
    positive: NEVER,
    negative: words(
      "ends?|ended|terminat\\S*|scraps?|scrapped|cancels?|cancell?ed|withdraws?|abandons?|breaks off|split|splits|beendet|beenden|إنهاء|تنهي",
    ),
    otherwise: { direction: "positive", confidence: 0.75 },
  },
  unlock: {
    positive: words(
      "cuts?|reduces?|reduced|slows?|lowers?|delays?|delayed|postpones?|postponed|extends?|extended|cancels?|cancell?ed|burns?|burned|relock\\S*|verschoben|verschiebt|تأجيل|تؤجل",
    ),
    negative: NEVER,
    otherwise: { direction: "negative", confidence: 0.65 },
  },
};

/** A case against persons says nothing about an asset, unless the asset is theirs. */
export const CRIMINAL = words(
  "arrest|arrests|arrested|warrant|convicted|sentenced|indicted|extradit\\S*|guilty|jailed|detain\\S*|mixer|bajo arresto|detenid\\S*|acusad\\S*|verhaftet|verurteilt",
);
/** A step that leaves the decision open. */
export const OPEN_STEP = words("comments?|applications?|consultation|delays?|reviews?");

/** For these figures, more than expected is bad because it keeps interest rates high. */
const INFLATION = words(
  "cpi|ppi|pce|inflation|price index|consumer prices|producer prices|verbraucherpreise|erzeugerpreise|التضخم",
);

const MORE = words(
  "tops?|topped|beats?|exceeds?|exceeded|above|hotter|hot|higher|rises?|rose|climbs?|jumps?|accelerates?|steigt|steigen",
);
const LESS = words(
  "miss|misses|missed|undershoots?|below|cooler|cool|cools|cooled|softer|lower|less|falls?|fell|eases|eased|slows|slowed|drops|sinkt|sinken|fällt",
);

/**
 * Words that reverse what follows within five words: a cut that is ruled out is not a cut, and a
 * ban that is lifted is good.
 */
export const TURNS_NEXT =
  /(?:^|\s)(?:not|no|never|without|ends?|ended|ending|averts?|softens?|eases|relaxes|drops?|dropped|withdraws?|withdrew|dismiss\S*|lifts?|lifted|closes?|closed|abandons?|scraps?|scrapped|cancels?|cancell?ed|suspends?|suspended|pauses?|paused|delays?|delayed|postpones?|postponed|pushes|refuses?|refused|rejects?|rejected|denies|denied|blocks?|blocked|revokes?|revoked|rules out|ruled out|gives up|too early|too soon|unlikely)(?:\s\S+){0,4}$/u;
/** Words that reverse what comes up to four words before them. */
export const TURNS_LAST =
  /^(?:\s\S+){0,3}\s(?:fade|fades|faded|dim|vanish|recede|suspended|paused|lifted|dropped|dismissed|withdrawn|rejected|denied|postponed|delayed|unlikely|ruled out|off the table|on hold)(?=\s|$)/u;

export type SentimentInput = {
  type: CatalystType | null;
  role: NewsRole;
  /** Canonical words of the headline, joined. */
  canonical: string;
  /** The original words, because canonical names hide what happened to interest rates. */
  plain: string;
  /** The original headline. */
  headline: string;
};

export function classifySentiment({
  type,
  role,
  canonical,
  plain,
  headline,
}: SentimentInput): Sentiment {
  if (type === null) return { direction: "neutral", confidence: 0.3 };
  const found = type === "macro" ? macroSentiment(plain, headline) : byLexicon(type, canonical);
  if (role !== "denial") return found;
  // A denial reverses the sentiment, but is trusted less than a report.
  return { direction: opposite(found.direction), confidence: Math.min(found.confidence, 0.6) };
}

function byLexicon(type: CatalystType, canonical: string): Sentiment {
  const { positive, negative, mild, otherwise } = LEXICON[type];
  const canTurn = type === "regulatory" || type === "macro";
  const hits = [
    ...turnsOf(positive, canonical).map((isTurned) => !(isTurned && canTurn)),
    ...turnsOf(negative, canonical).map((isTurned) => isTurned && canTurn),
  ];
  const isGood = hits.includes(true);
  const isBad = hits.includes(false);
  if (isBad && type === "hack") return { direction: "negative", confidence: 0.9 };
  if (type === "regulatory" && CRIMINAL.test(canonical)) {
    return canonical.includes("@asset") ? { direction: "negative", confidence: 0.7 } : otherwise;
  }
  if (isGood && isBad) return { direction: "neutral", confidence: 0.5 };
  if (!isGood && !isBad) {
    const isMild = mild?.test(canonical) === true && !OPEN_STEP.test(canonical);
    return isMild ? { direction: "positive", confidence: 0.6 } : otherwise;
  }
  return { direction: isGood ? "positive" : "negative", confidence: 0.8 };
}

/** For each match of the words, whether the surrounding text reverses it. */
function turnsOf(pattern: RegExp, text: string): boolean[] {
  return [...text.matchAll(new RegExp(pattern, "gu"))].map((match) => {
    const before = text.slice(0, match.index + 1).trimEnd();
    return TURNS_NEXT.test(before) || TURNS_LAST.test(text.slice(match.index + match[0].length));
  });
}

function macroSentiment(plain: string, headline: string): Sentiment {
  const print = findMacroPrint(headline);
  if (print !== undefined && INFLATION.test(headline.toLowerCase())) {
    if (print.actual === print.expected) return { direction: "neutral", confidence: 0.6 };
    return { direction: print.actual < print.expected ? "positive" : "negative", confidence: 0.85 };
  }
  if (print === undefined && INFLATION.test(plain)) {
    const isMore = MORE.test(plain);
    if (isMore !== LESS.test(plain)) {
      return { direction: isMore ? "negative" : "positive", confidence: 0.8 };
    }
  }
  return byLexicon("macro", plain);
}

function opposite(direction: SentimentDirection): SentimentDirection {
  if (direction === "neutral") return "neutral";
  return direction === "positive" ? "negative" : "positive";
}
