/** Locked tokens become free to sell, or the schedule for it changes. */
import { gap, rulesOf } from "./vocabulary.ts";

const TOKENS = "(?:tokens?|supply|#amount|@asset|#ticker|coins|staked)";

export const UNLOCK_RULES = rulesOf("unlock", [
  [
    0.95,
    `(?:@asset|#ticker|tokens?|team|investors?) ${gap(2)}(?:unlocks?|unlocking|vesting|lockups?|lock up|token release)(?! (?:the|your|new|a|an|defi|potential|value|volatility|liquidity|yield|rewards?|opportunit\\S+|access))`,
  ],
  [
    0.95,
    `(?:to|will|set to|plans|cuts|delays|postpones|extends|scheduled) ${gap(2)}(?:unlock|release|vest|unlocks?) ${gap(4)}(?:#amount|#number (?:million |billion )?(?:@asset|#ticker|tokens)|@asset tokens?)(?! (?:voucher|rewards?|token voucher|share))`,
  ],
  [
    0.95,
    `(?:@asset|#ticker|token) ${gap(3)}(?:vesting|unlock|lockup) (?:schedule|cliff|rate|event|begins|ends|scheduled|postponed|delayed|extended|starts|completed|expires?)`,
  ],
  [0.95, `(?:(?:vesting|unlock|lockup) cliff|cliff (?:unlock|vesting|ends for))`],
  [0.95, `(?:cliff|lockup|vesting) (?:ends|expires|begins) ${gap(4)}${TOKENS}?`],
  [
    0.9,
    `${TOKENS} ${gap(6)}(?:vests?|vested|unlocked|become free|becomes liquid|enter circulation|enters circulation|lockups? (?:ends?|expires?))`,
  ],
  [0.9, `(?:allocation|airdrop) ${gap(1)}(?:vests?|claim opens|opens)`],
  [
    0.9,
    `(?:releases?|postpones|defers|delays|locks) ${gap(5)}(?:locked tokens|monthly release|token release|of locked)`,
  ],
  [0.9, `locked ${gap(1)}(?:@asset|tokens?) ${gap(2)}(?:released|freed|tradable)`],
  [0.9, `vesting of ${gap(4)}(?:ends|begins|starts)`],
  [0.9, `(?:token|@asset|#ticker) unlocks?(?! (?:the|your|new|potential|value))`],
  [
    0.9,
    `(?:starts?|begins?|can now|can finally|enabled?|open) ${gap(3)}(?:withdraw|withdrawing|withdrawals of) ${gap(3)}staked`,
  ],
  [0.9, `(?:freischaltung|freigeschaltet|entsperrung|entsperrt|sperrfrist|kommen frei|kommt frei)`],
  [
    0.9,
    `(?:desbloqueos?|desbloquea|desbloqueará|liberará) ${gap(6)}(?:tokens?|@asset|#amount|millones|cripto)`,
  ],
  [0.9, "(?:فتح قفل|إلغاء قفل|فك قفل|إلغاء تجميد)"],
]);
