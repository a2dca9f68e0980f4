/**
 * The words by which two texts are compared. Names become entities, verbs become actions, and other
 * words become stems, so a paraphrase has the same words as its original. Pure.
 */
import { findAmounts } from "./details.ts";
import type { TextPart } from "./entities.ts";

/** Actions by their verbs in three languages. */
export const ACTIONS: Readonly<Record<string, string>> = {
  hack: "hack hacks hacked hacker hackers exploit exploits exploited exploiter breach breached drain drains drained stolen steal steals stole theft heist attack attacked attacker attackers thieves compromised intruders siphon siphoned loot looted rugpull gehackt hackerangriff gestohlen stehlen angreifer erbeuten erbeutet cyberangriff اختراق قرصنة سرقة هجوم",
  list: "list lists listed listing adds add debut debuts joins listet gelistet إدراج تدرج أدرجت",
  delist: "delist delists delisted delisting removes remove delistet شطب",
  sue: "sue sues sued suing lawsuit lawsuits complaint charge charges charged indict indicts indicted verklagt klage klagt دعوى تقاضي",
  approve:
    "approve approves approved approval greenlight greenlights clears cleared nod grants granted licence license licensed genehmigt zulassung lizenz توافق موافقة ترخيص",
  reject: "reject rejects rejected rejection denies denied deny blocks blocked",
  delay:
    "delay delays delayed postpone postpones postponed defers deferred verschiebt verschoben تأجيل",
  fine: "fine fines fined penalty penalties settle settles settled settlement bußgeld geldstrafe غرامة",
  ban: "ban bans banned outlaw outlaws prohibit prohibits verbietet verbot حظر تحظر",
  probe:
    "probe probes probing investigate investigates investigation subpoena subpoenas ermittelt ermittlungen تحقيق",
  dismiss: "dismiss dismisses dismissed dismissal drops dropped",
  raise: "raise raises raised hike hikes hiked increases erhöht يرفع رفع",
  cut: "cut cuts cutting lowers lowered senkt خفض يخفض",
  hold: "hold holds keeps leaves pause pauses unchanged hält lässt belässt يثبت يبقي تثبيت",
  partner:
    "partner partners partnered partnership partnerships teams team collaborate collaborates collaboration alliance deal agreement partnerschaft kooperation kooperiert zusammenarbeit شراكة تعاون اتفاقية",
  acquire: "acquire acquires acquired acquisition buys bought takeover übernimmt",
  invest: "invest invests invested investment backs stake",
  integrate: "integrate integrates integrated integration adopts adoption accepts supports",
  unlock:
    "unlock unlocks unlocked unlocking vest vests vesting lockup lockups cliff release releases released freischaltung entsperrung sperrfrist قفل تحرير",
  recover:
    "recover recovers recovered recovery return returns returned refund refunds reimburse reimburses",
};

const ACTION_OF = new Map(
  Object.entries(ACTIONS).flatMap(([action, words]) =>
    words.split(" ").map((word) => [word, `!${action}`] as const),
  ),
);

const STOP = new Set(
  (
    "the a an in on at of to for from by with and or as is are was were be been has have had will would after before amid its it this that their his her new " +
    "says said say reports report reportedly breaking update more than over into about up out not no " +
    "der die das ein eine und mit von im am bei nach vor zu den dem des für auf ist wird wurde " +
    "في من على إلى عن مع أن قد بعد قبل"
  ).split(" "),
);

/** Words with repetitions. Names begin with `@`, actions with `!`, amounts with `#`. */
export function storyWords(parts: readonly TextPart[]): string[] {
  const words: string[] = [];
  for (const { token, entity } of parts) {
    if (entity !== undefined) words.push(`@${entity.id}`);
    else if (/^[$€£]?\p{N}/u.test(token.lower)) words.push(numberWord(token.lower));
    else if (!STOP.has(token.lower)) words.push(ACTION_OF.get(token.lower) ?? stemOf(token.lower));
  }
  return words;
}

/** Reports round amounts, so only their first two digits count. */
function numberWord(word: string): string {
  const [amount] = findAmounts(word);
  return amount === undefined ? word.replace(/^[$€£]/, "") : `#${amount.toPrecision(2)}`;
}

function stemOf(word: string): string {
  if (word.length < 5) return word;
  return word.replace(/(?:ings?|ers?|ed|es|en|s)$/, "");
}
