import type { KindTexts } from "./kind-texts.ts";

export const UNLOCK: KindTexts = {
  type: "unlock",
  direction: "negative",
  matters: [
    [
      "{asset} unlocks {amount} worth of tokens on {date}",
      "{amount} {ticker} token unlock is due on {date}",
      "{ticker} supply rises {share} as vesting cliff ends",
      "Token unlock: {amount} of {ticker} enters circulation",
      "{foundation} releases {amount} in vested {ticker} to early investors",
      "{asset} cliff unlock frees {share} of supply on {date}",
      "Early backers of {asset} receive {amount} of unlocked tokens",
      "{ticker} faces unlock of {share} of circulating supply",
      "Vesting of {asset} team tokens ends, {amount} becomes tradable",
      "{share} of all {ticker} unlocked for investors and team",
      "{foundation} moves {amount} of unlocked {ticker} to exchanges",
      "Lock-up expires: holders of {asset} may sell {amount} from {date}",
      "{asset} emission: {amount} in {ticker} unlocked ahead of plan",
      "Big {ticker} unlock adds {share} to supply",
      "{amount} of locked {ticker} is released to venture funds",
      "Investors' {ticker} becomes liquid as the vesting schedule of {asset} reaches {date}",
    ],
  ],
  summaries: [
    "The vesting contract releases the tokens on {date}. They equal {share} of the circulating supply.",
    "{foundation} published the schedule of the unlock last year. Investors paid far less than today's price.",
    "About a third of the tokens goes to the team, the rest to early investors.",
    "The last unlock of this size was a year ago.",
  ],
  denials: [
    "{foundation} denies early unlock of {ticker}",
    "{foundation}: no {ticker} was unlocked ahead of schedule, report is false",
    "{asset} team says vesting schedule is unchanged",
    "{foundation} rejects report that unlocked {ticker} was sold",
  ],
};
