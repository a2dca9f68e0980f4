/**
 * The training corpus: templates with every slot filled in several ways, and complete headlines.
 */
import { HEADLINES, type HeadlineLabel, TEMPLATES } from "./templates.ts";

export type LabelledHeadline = { label: HeadlineLabel; text: string };

const SLOTS: Readonly<Record<string, readonly string[]>> = {
  exchange: ["Binance", "Kraken", "Coinbase", "Bybit", "Upbit", "Halden Exchange"],
  asset: ["Solana", "Bitcoin", "XRP", "Ethereum", "Cardano", "Chainlink"],
  company: ["Orin Labs", "Visa", "PayPal", "Tavel Protocol", "BlackRock", "Merrow Bank"],
  company2: ["Mastercard", "Corvid Finance", "Google Cloud", "Ripple", "Stripe", "Fenwick Group"],
  regulator: ["SEC", "CFTC", "BaFin", "FCA", "European Commission", "Justice Department"],
  bank: ["Fed", "ECB", "Bank of England", "Federal Reserve", "Bank of Japan"],
  print: ["CPI", "Inflation", "PCE", "Payrolls", "Producer prices"],
  country: ["South Korea", "India", "Germany", "Brazil", "Turkey"],
  amount: ["$120 million", "$3.4M", "$85M", "40 million dollars", "$1.2 billion"],
  number: ["3", "25", "0.5", "12", "7.5"],
  day: ["March 14", "3 May", "June 21", "October 2"],
};
/**
 * How often each template is filled. Each slot steps through its values at a different rate, so
 * that the combinations vary.
 */
const FILLINGS = 5;

export function corpus(): LabelledHeadline[] {
  const labels = Object.keys(TEMPLATES) as HeadlineLabel[];
  return labels.flatMap((label) => {
    const filled = TEMPLATES[label].flatMap((template, index) =>
      Array.from({ length: fillingsOf(template) }, (_, round) => filledIn(template, index + round)),
    );
    return [...new Set([...filled, ...HEADLINES[label]])].map((text) => ({ label, text }));
  });
}

function fillingsOf(template: string): number {
  return template.includes("{") ? FILLINGS : 1;
}

function filledIn(template: string, round: number): string {
  const names = Object.keys(SLOTS);
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const values = SLOTS[name];
    if (values === undefined) throw new RangeError(`no slot is named ${name}`);
    return (
      values[(round * (1 + (names.indexOf(name) % 3)) + names.indexOf(name)) % values.length] ?? ""
    );
  });
}
