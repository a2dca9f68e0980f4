/**
 * Decides whether an item reports its story, denies it, or only comments on the price. Pure, over
 * canonical words.
 */
import type { NewsRole } from "#lib/protocol/market-knowledge.ts";

const DENIAL =
  /(?:^|\s)(?:denies|denied|deny|denying|refutes?|refuted|debunks?|debunked|(?:dismisses|rejects) (?:\S+ ){0,3}(?:rumou?rs?|claims?|reports?|hack)|(?:reports?|rumou?rs?|claims?|story|release|statement) (?:\S+ ){0,6}(?:is|are|was|were) (?:false|wrong|fake)|no (?:\S+ ){1,4}(?:is|are|was|were|has been|have been) (?:planned|made|taken|reached|signed|unlocked|lost|stolen)|there (?:is|are|was|were) no (?:\S+ ){0,3}(?:deal|partnership|agreement|investigation|lawsuit|case|hack|breach|plans?|listing)|(?:says|said) (?:it|its|they|their) (?:\S+ ){0,2}(?:does|did|do|has|have|had|is|was|were) not|no evidence of|false (?:reports?|rumou?rs?|claims?|alarm)|not (?:been )?(?:hacked|exploited|breached|compromised|affected)|no (?:hack|breach|exploit|funds (?:were )?(?:lost|stolen))|untrue|unfounded|fake news|retracts?|retracted|retraction|hoax|dementiert|bestreitet|weist (?:\S+ ){0,6}zurück|kein hack|falschmeldung|تنفي|ينفي|نفت|نفى|لا صحة|شائعة كاذبة)(?=\s|$)/u;
/** An authority that "denies" an application makes a decision, not a denial. */
const DECIDES =
  /(?:(?:denies|denied|deny) (?!(?:that|it|having|any|reports?|rumou?rs?|claims?) )(?:\S+ ){0,6}(?:applications?|petitions?|bid|requests?|motions?|etfs?|approval|licen[cs]e|appeal|bail|dismissal|filing)|(?:applications?|petitions?|bid|requests?|motions?|etfs?|licen[cs]e|appeal|bail) (?:is |was |are |were )?denied)(?=\s|$)/u;

const MOVE_WORDS =
  "(?:fall|falls|fell|falling|drop|drops|dropped|slides?|slid|plunges?|plunged|plummets?|jumps?|jumped|surges?|surged|rall(?:y|ies|ied)|climbs?|climbed|gains?|gained|loses?|lost|dips?|dipped|tumbles?|tumbled|soars?|soared|slumps?|slumped|rebounds?|rebounded|retreats?|slips?|slipped|sinks?|sank|rises?|rose|crash(?:es|ed)?|spikes?|spiked|sheds?|hovers?|steadies|steady|reclaims?|breaks?|hits?(?! with)|tops?|nears?|extends?|recovers?|swings?|fällt|steigt|stürzt|springt|legt|verliert|gewinnt|klettert|rutscht|bricht|notiert|يهبط|هبط|يتراجع|تراجع|يرتفع|ارتفع|يقفز|ينخفض|يصعد|هبوط|صعود)";
/** A sentence about a price: the subject is the asset or its market. */
const PRICE_MOVES = new RegExp(
  `(?:^|\\s)(?:@asset|crypto|cryptos|cryptocurrencies|altcoins?|markets?|price|prices|kurs|krypto\\S*|سعر|أسعار|العملات) (?:(?!supply|float|fees|staking|usage)\\S+ ){0,3}${MOVE_WORDS}(?=\\s|$)`,
  "u",
);
const MOVES_FIRST = new RegExp(`(?:^|\\s)${MOVE_WORDS} (?:\\S+ ){0,3}@asset(?=\\s|$)`, "u");
const PRICE_WORDS =
  /(?:^|\s)(?:price analysis|price watch|market wrap|markets? (?:recap|update|wrap)|daily recap|(?:biggest|largest) (?:one day |daily )?(?:drop|gain|fall|rise|move)|liquidat\S+ (?:\S+ ){0,3}(?:longs|shorts|positions)|sell ?off|all time high|support level|resistance|marktbericht|kursrutsch|kurssprung|liquidationen)(?=\s|$)/u;
/** Words after which a clause gives a reason, which another item reports. */
const REASON =
  /\s(?:as|after|amid|following|on|over|despite|ahead of|while|nach|wegen|da|inmitten|بعد|وسط|مع)\s/u;

/**
 * @param words canonical words of the headline
 * @param showsEvent whether a text shows an event
 */
export function classifyRole(
  words: readonly string[],
  showsEvent: (text: string) => boolean,
): NewsRole {
  const text = words.join(" ");
  if (DENIAL.test(text) && !DECIDES.test(text)) return "denial";
  return isRecap(text, showsEvent) ? "recap" : "report";
}

/** The main clause is about a price, so the event after "as" or "after" was reported before. */
function isRecap(text: string, showsEvent: (text: string) => boolean): boolean {
  const [main = ""] = text.split(REASON);
  if (!PRICE_MOVES.test(main) && !MOVES_FIRST.test(main) && !PRICE_WORDS.test(text)) return false;
  return !showsEvent(main);
}
