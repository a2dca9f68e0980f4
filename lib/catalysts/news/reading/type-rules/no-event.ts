/** Forms of headlines that report no event, whatever words of a type they have. */
import type { CatalystType } from "#lib/protocol/market-knowledge.ts";
import { gap, phrase } from "./vocabulary.ts";

/** The text of a headline in the forms in which rules read it. */
export type HeadlineText = {
  /** As it was published. */
  headline: string;
  canonical: string;
  /** In lower case, with its names and without punctuation. */
  plain: string;
};

/** Between the clauses of a headline; a question behind a report is a teaser, and the report stands. */
const CLAUSES = /(?::|\s[–—-]|[.!;])\s/u;
const ASKS =
  /^(?:\P{L}*)(?:why|how|what|what's|when|where|who|which|here's|here is|here are|these|this is|meet|inside|warum|wie|was|wer|wann|por qué|cómo|qué|cuándo|لماذا|كيف|ماذا)(?=\s)/iu;

/** Whether the main clause is a question, or promises an explanation. */
function asks(headline: string): boolean {
  const [first = "", second = ""] = headline.split(CLAUSES);
  const main = first.trim().split(/\s+/u).length < 3 && second !== "" ? second : first;
  return main.includes("?") || ASKS.test(first) || ASKS.test(main);
}

/** Opinions, guides, round-ups, statistics, looks back, promotions. */
const FORM = phrase(
  [
    "opinion|analysis|analysts?|price (?:prediction|analysis|levels?|target|today)|prices today|predicts?|prediction|explained|explainer|explains|how to|what is|what are|what to know|guide|podcast|interview|q a|ama",
    "newsletter|week ahead|week in|weekly|this week in|roundup|round up|recap|digest|big week|daily|market wrap|wrap up|in brief|stories|news quiz|crypto week|and more|finance redefined|hodler s digest",
    "top #number|best|#number (?:things|ways|reasons|charts|takeaways|steps)|takeaways|ranking|ranked|compared",
    "anniversary|years? (?:ago|after|later|on)|looks? back|history of|retrospective|lessons|myths?|timeline|story of|remembering|fact check",
    "so far (?:in|this)|in last year|in (?:the )?past year|last year|year to date|since (?:the )?(?:start|beginning)|in (?:h1|h2|q[1-4])|survey|study|poll|data shows|report finds|report shows|report says|researchers find|percent of|on average|total value",
    "hackathon|white hat|life hacks?|growth hacks?|giveaway|contest|competition|challenge|quiz|word of the day|complete tasks?|test your knowledge|vouchers?|prize pool|prizes|tickets|sweepstakes|mystery box|tournament|trading fees? (?:discount|rebate)",
    "sponsors?|sponsorship|ambassadors?|jersey|hires?|hired|appoints?|appointed|names new|steps down|resigns?|stepping down|joins as|new (?:ceo|cfo|cto|chief)",
    "prognose|analyse|kommentar|rückblick|krypto wissen|ratgeber|marktbericht|wochenrückblick|opinión|análisis|guía|resumen|توقعات|تحليل",
  ].join("|"),
);

/** What somebody may do, wants, or is asked to do. */
const TALK = phrase(
  [
    "could|eyes|eyeing|(?<!(?:in|on|by|since|until|early|late|mid|from|of) )may(?! #number)|might|mulls?|mulling|considers?|considering|weighs?|weighing|explores?|exploring|in talks|advanced talks|talks (?:to|with)|rumou?red|reportedly (?:plans?|planning|mulls|considering|weighing|in talks|exploring)|wants?|would like|urges?|urged|calls on|calls for (?!comments?)|asks|hoping|believes?|thinks?|argues?|says? (?:it )?(?:may|might|could|would)|set to decide|likely|unlikely to|odds|chances?|expectations? (?:of|for|hold|holds|rise)|speculat\\S+|clarif\\S+|speaks? out|speech|remarks|(?<!for )comments on|reacts?|reactions?|slams?|criticiz\\S+|criticis\\S+|defends?|praises?|predicts?|touts?|pitches|hints?|teases?|braces?|bracing|ponders?|debates?|vies?|vie for|shows? interest|floats?|backs away|opposes?|support for (?:\\S+ )?act",
    "erwägt|könnte|könnten|prüft|plant möglicherweise|fordert|podría|podrían|considera|planea|evalúa|قد|يدرس",
  ].join("|"),
);

/** A listing in the sense of a stock exchange, or a person's own crime. */
const OF_OTHERS: Readonly<Partial<Record<CatalystType, RegExp>>> = {
  listing: phrase(
    `stocks?|shares?|nasdaq delisting|compliance|ipo|earnings|(?<!meets? )listing (?:policy|standards?|fees?|process|criteria|requirements|rumou?rs?)|next (?:\\S+ )?listing|after ${gap(3)}(?:de)?listing`,
  ),
  regulatory: phrase(
    `scammers?|(?:man|woman|teen|teenager|couple|brothers?|youtuber|influencer|student|teacher|pastor|oligarchs?) ${gap(12)}(?:charged|arrested|sentenced|jailed|indicted|pleads|guilty|convicted|ordered|address)|crypto scams|inflows?|outflows?|holdings|stake in|shutdown|amid (?:\\S+ ){0,3}(?:regulation|regulatory)|price (?:rises|falls)`,
  ),
  hack: phrase(
    `(?:man|woman|teen|teenager) ${gap(2)}(?:who )?hacked|(?:brain|talent|liquidity) drain|after @\\S+ ${gap(2)}hack|despite ${gap(3)}hack|(?:from|since|following) ${gap(3)}hack|hack (?:highlights?|shows?|raises|proves|reveals|victims?|anniversary|fears?)|(?:buys?|buying|acquires?|acquiring|sells?|selling) hacked|stolen ${gap(2)}(?:it has|seized)|(?:keep|wants) ${gap(4)}stolen|lawsuit|accuses?|hunts? down|debunk\\S*|user data|adapts? to|#number (?:attacks|hacks|exploits|incidents|breaches)|(?:in|during) (?:20\\p{N}{2}|#number|the (?:first|second|third|fourth|last))|(?:protect|prevent|avoid|against) ${gap(3)}(?:hacks?|attacks?|hackers)|proposed ${gap(2)}(?:hard )?fork|more than #amount ${gap(3)}(?:defi|crypto)`,
  ),
  macro: phrase(
    `odds|bets on|expectations (?:of|for|hold)|upcoming|week ahead|mistake|next (?:week|month|meeting)|awaits?|await|fears`,
  ),
  partnership: phrase(
    `acquires?|acquired|acquisition|invests?|investment|raises? #amount|funding|takeover|merger|buys|to buy|shares|partnerships (?:alone|so far)|give away|artists|talks|treasury|joins? (?:the )?(?:board|race|list|lawsuit|calls?)|price|rally|rallies`,
  ),
  unlock: phrase(
    "volatility|rewards?|vouchers?|your|potential|opportunit\\S+|toolkit|earn|cliff at|k cliff|off a cliff|platform for|what you need|explained|prices?|buyers|savings",
  ),
};

/** Whether a headline is of a form that reports no event of this type. */
export function reportsNothing(
  { headline, canonical, plain }: HeadlineText,
  type: CatalystType,
): boolean {
  if (asks(headline)) return true;
  // A word of a guide may be taken for a name ("Podcast"), so the original text counts too.
  const isFound = (pattern: RegExp) => pattern.test(canonical) || pattern.test(plain);
  if (isFound(FORM) || isFound(TALK)) return true;
  const others = OF_OTHERS[type];
  return others !== undefined && isFound(others);
}

/** Announced events that have not happened yet: they explain no price. */
export const AWAITED =
  /(?:^|\s)(?:awaits?|awaiting|ahead of|eyes?|braces?|brace for|expects|anticipat\S+|fears?|worries|speculation|(?:hopes?|bets?)(?! (?:fade|fades|faded|grow|grows|rise|rises|dim|ease|vanish|recede))|wartet|warten|vor|hofft|ترقب|قبيل|قبل)(?=\s|$)/u;

/** Everything of this file that decides. */
export const NO_EVENT = { CLAUSES, ASKS, FORM, TALK, OF_OTHERS, AWAITED };
