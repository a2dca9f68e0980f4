import type { KindTexts } from "./kind-texts.ts";

export const HACK: KindTexts = {
  type: "hack",
  direction: "negative",
  matters: [
    [
      "{protocol} on {asset} exploited for {amount}",
      "{protocol} hacked, {amount} in {ticker} stolen",
      "Attacker drains {amount} from {asset} protocol {protocol}",
      "{asset}-based {protocol} loses {amount} in exploit",
      "{protocol} halts withdrawals after security breach on {asset}",
      "Exploit at {protocol}: about {amount} gone from {asset} vaults",
      "{protocol} confirms attack on its {asset} contracts",
      "Hackers steal {amount} of {ticker} from {protocol}",
      "{amount} stolen from {asset} bridge {protocol}",
      "{protocol} pauses its {asset} contracts after suspicious outflows of {amount}",
      "Bug in {asset} contract lets thief take {amount} from {protocol}",
      "Private key of {protocol} leaked, {ticker} wallets emptied",
      "Security firm flags {amount} exploit of {protocol} on {asset}",
      "{protocol} attacked: {ticker} pool drained of {amount}",
      "Flash-loan attack costs {protocol} {amount}, {asset} users affected",
      "Thieves walk off with {amount} after breach at {asset} lender {protocol}",
      "{protocol} says hot wallet was compromised, {amount} in {ticker} missing",
      "Breach at {protocol} puts {asset} deposits at risk",
      "{protocol} exploit drains {ticker} liquidity, team investigates",
      "{protocol} offers bounty after {amount} hack on {asset}",
    ],
  ],
  summaries: [
    "The team of {protocol} paused its contracts on {asset} and asked users to revoke approvals. The loss is put at {amount}.",
    "On-chain data show that {amount} left the vaults within minutes. The attacker's wallet was funded through a mixer.",
    "{protocol} said it is working with exchanges to freeze the stolen {ticker}.",
    "A researcher noticed the outflows first. {protocol} has not named the cause.",
    "Withdrawals stay closed until an audit is done, {protocol} wrote.",
  ],
  denials: [
    "{protocol} denies that it was hacked",
    "{protocol}: all {ticker} funds are safe, report of exploit is false",
    "No breach happened, {asset} protocol {protocol} says",
    "{protocol} rejects hack rumour and says outflows were a planned migration",
  ],
};
