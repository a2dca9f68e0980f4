import type { KindTexts } from "./kind-texts.ts";

export const PARTNERSHIP: KindTexts = {
  type: "partnership",
  direction: "positive",
  matters: [
    [
      "{partner} partners with {foundation} on payments",
      "{partner} will settle card payments on {asset}",
      "{partner} integrates {asset} into its checkout",
      "{partner} picks {asset} blockchain for cross-border transfers",
      "Payments giant {partner} adopts {asset} network",
      "{asset} and {partner} join forces for instant payouts",
      "{partner} teams up with {foundation} for merchant payments",
      "{partner} brings {asset} payments to millions of merchants in a multi-year agreement",
      "{partner} and {foundation} announce partnership on payments",
    ],
    [
      "{partner} launches tokenised fund on {asset}",
      "{partner} and {foundation} announce partnership on tokenised funds",
      "{partner} chooses {asset} for its tokenised fund",
      "Strategic alliance: {partner} and {foundation} put funds on chain",
      "{partner} teams up with {foundation} to tokenise money-market fund",
      "{foundation} signs {partner} as partner for tokenised fund",
      "{partner} collaborates with {foundation} on tokenisation",
    ],
    [
      "{partner} chooses {asset} for its stablecoin pilot",
      "{partner} partners with {foundation} on stablecoin",
      "{foundation} signs deal with {partner} for a stablecoin",
      "{partner} to mint its stablecoin on {asset}",
      "{partner} builds stablecoin with {foundation}",
      "{partner} and {foundation} join forces on a stablecoin",
    ],
  ],
  summaries: [
    "The two sides signed an agreement over three years. A first pilot starts on {date}.",
    "{partner} said it compared several networks and chose {asset} for its low fees.",
    "{foundation} will provide engineers, {partner} its customers, according to the joint statement.",
    "Financial terms were not disclosed.",
    "The integration covers forty countries, {partner} wrote.",
  ],
  denials: [
    "{partner} denies partnership with {foundation}",
    "{partner}: there is no deal on {asset}, press release is false",
    "{partner} says it does not work with {foundation}",
    "{partner} rejects report about {asset} integration",
  ],
};
