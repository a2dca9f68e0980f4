/**
 * Detects texts that give orders to their reader, a person or a program. They do not report an
 * event. Pure.
 */

export const SOLICITATION =
  /(?:\b(?:ignore|disregard|forget)\b.{0,30}\b(?:previous|prior|above|earlier|all|your)\b.{0,20}\b(?:instructions?|prompts?|rules)\b|(?:^|\s)(?:system|assistant|user)\s?(?:prompt|message)?:|\byou are (?:now )?(?:an? |in )(?:\S+ ){0,3}(?:assistant|ai|model|bot|mode)\b|\b(?:assistants?|bots?|models?|agents?|ai) (?:must|should now|will now)\b|\b(?:call|use|invoke|run) (?:the )?(?:tool )?[a-z]+_[a-z_]+\b|\bplace an? (?:\S+ )?order\b|\bdo not (?:ask|tell|warn) (?:again|the user|anyone|anybody)\b|\b(?:connect|verify|validate) your wallet\b|(?:^|[.,:;!]\s*|please )(?:send|transfer|move) (?:\S+ ){1,4}to the (?:\S+ ){0,2}address\b|\bmust move their (?:\S+ )?(?:coins|tokens|funds|assets)\b|\bforward this (?:message|post)\b)/iu;

/** True when the text asks its reader to do something. */
export function solicits(text: string): boolean {
  return SOLICITATION.test(text);
}
