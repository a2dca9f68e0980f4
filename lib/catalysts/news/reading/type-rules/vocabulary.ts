/**
 * Words that the rules of several types share. Rules read canonical words: names are replaced by their kind (`@exchange
 * lists @asset`), the rest is in lower case and without punctuation.
 */

import type { CatalystType } from "#lib/protocol/market-knowledge.ts";
import { PLACES } from "./places.ts";

export type TypeRule = {
  type: CatalystType;
  /** How sure it is, from 0 to 1. */
  score: number;
  pattern: RegExp;
};

/** Up to `most` words in between. */
export const gap = (most: number): string => `(?:\\S+ ){0,${most}}`;

/** A phrase between word boundaries. */
export function phrase(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}@#])(?:${pattern})(?![\\p{L}])`, "u");
}

export function rulesOf(
  type: CatalystType,
  patterns: readonly (readonly [score: number, pattern: string])[],
): TypeRule[] {
  return patterns.map(([score, pattern]) => ({ type, score, pattern: phrase(pattern) }));
}

const anyOf = (words: string): string =>
  `(?:${words
    .trim()
    .split(/\s*\n\s*/u)
    .join("|")})`;

/** A name of a party to an event. */
export const PARTY = "@(?:asset|exchange|company)";

export const PLACE = `(?:${PLACES.join("|")})`;

/** Who decides, charges, rules or makes laws. */
export const AUTHORITY = anyOf(`
  @regulator|@centralbank|regulators?|watchdogs?|authorit(?:y|ies)|commission|commissioner|ministry|minister|prosecutors?
  police|courts?|judges?|jury|tribunal|attorney general|us attorney|state attorney|ag|senate|senators?|house|parliament|lawmakers?|mps
  legislature|congress|congressman|governor|president|government|govt|treasury|cabinet|central bank|finance ministry|tax office|customs
  financial regulator|securities regulator|feds|fbi|europol|interpol|irs|dea|hmrc|trump|biden|council|intelligence unit|regulatory agency|enforcement agency
  aufsicht|finanzaufsicht|aufsichtsbehörde|behörden?|gericht\\S*|bundes\\p{L}+|oberlandesgericht|staatsanwalt\\S*|regierung|parlament|finanzministerium|polizei|ministerium
  regulador(?:es)?|gobierno|tribunal|corte|polic[ií]a|juez|jueces|fiscal[ií]a|fiscal|congreso|senado|ministerio|autoridades|parlamento|comisi[oó]n
  هيئة|المحكمة|الحكومة|البرلمان|النيابة`);

/** What an act of an authority must concern, anywhere in the headline. */
export const CRYPTO = anyOf(`
  @asset|@exchange|crypto\\S*|criptos?|criptomonedas?|criptoactivos?|kryptow\\S*|krypto\\S*|bitcoiners?|stablecoins?|tokens?|coins?|defi|dao|nfts?|ico|icos
  blockchain|digital assets?|digital currenc(?:y|ies)|digitale?r? euro|virtual assets?|virtual currenc(?:y|ies)|mixers?|miners?|mining|wallets?|dex|dexs|exchanges?|cbdcs?|etps?|web3
  tornado cash|terraform|celsius|polymarket|metamask|consensys|opensea|ledger|moonpay|paxos|bitmain|blockfi|bitgo|worldcoin|safemoon|onecoin|circle|tether
  bridge|exploit\\p{L}*|drained|withdrawals|hot wallets?|rug pull|validators?|mica|genius act|market structure|flash loan|reentrancy|cross chain|oracle manipulation|etfs?|staking|smart contracts?|airdrops?
  sam bankman fried|bankman fried|sbf|do kwon|kwon|changpeng zhao|justin sun|roman storm|mashinsky|durov
  altcoins?|digital financial assets|activos digitales|monedas virtuales|العملات|الرقمية|المشفرة|كريبتو`);
