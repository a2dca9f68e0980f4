import type { CardTexts } from "./card-texts.ts";

export const EN: CardTexts = {
  says: {
    listing: {
      negative: (assets) => `Listing setback for ${assets}`,
      neutral: (assets) => `Listing news for ${assets}`,
      positive: (assets) => `New listing for ${assets}`,
    },
    regulatory: {
      negative: (assets) => `Regulatory headwind for ${assets}`,
      neutral: (assets) => `Regulatory news for ${assets}`,
      positive: (assets) => `Regulatory tailwind for ${assets}`,
    },
    hack: {
      negative: (assets) => `Security breach: bad news for ${assets}`,
      neutral: (assets) => `Security news for ${assets}`,
      positive: (assets) => `Security breach: relief for ${assets}`,
    },
    macro: {
      negative: (assets) => `Macro headwind for ${assets}`,
      neutral: (assets) => `Macro news for ${assets}, no clear direction`,
      positive: (assets) => `Macro tailwind for ${assets}`,
    },
    partnership: {
      negative: (assets) => `Partnership setback for ${assets}`,
      neutral: (assets) => `Partnership news for ${assets}`,
      positive: (assets) => `New partnership for ${assets}`,
    },
    unlock: {
      negative: (assets) => `Token unlock: more supply for ${assets}`,
      neutral: (assets) => `Token unlock news for ${assets}`,
      positive: (assets) => `Token unlock: less pressure for ${assets}`,
    },
  },
  unnamed: {
    listing: "Listing news, no specific asset",
    regulatory: "Regulatory news, no specific asset",
    hack: "Security breach, no specific asset",
    macro: "Macro news, no specific asset",
    partnership: "Partnership news, no specific asset",
    unlock: "Token unlock news, no specific asset",
  },
  unconfirmed: (text) => `Unconfirmed: ${text}`,
  disputed: (text) => `Disputed: ${text}`,
  everything: "the whole market",
  more: (count) => `${count} more`,
};
