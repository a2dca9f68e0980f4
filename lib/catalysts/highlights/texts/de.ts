import type { CardTexts } from "./card-texts.ts";

export const DE: CardTexts = {
  says: {
    listing: {
      negative: (assets) => `Rückschlag beim Listing für ${assets}`,
      neutral: (assets) => `Neues zum Listing für ${assets}`,
      positive: (assets) => `Neues Listing für ${assets}`,
    },
    regulatory: {
      negative: (assets) => `Regulierung: Gegenwind für ${assets}`,
      neutral: (assets) => `Regulierung: Neues für ${assets}`,
      positive: (assets) => `Regulierung: Rückenwind für ${assets}`,
    },
    hack: {
      negative: (assets) => `Sicherheitsvorfall: schlecht für ${assets}`,
      neutral: (assets) => `Neues zur Sicherheit für ${assets}`,
      positive: (assets) => `Sicherheitsvorfall: Entwarnung für ${assets}`,
    },
    macro: {
      negative: (assets) => `Makro: Gegenwind für ${assets}`,
      neutral: (assets) => `Makro: Neues für ${assets}, ohne klare Richtung`,
      positive: (assets) => `Makro: Rückenwind für ${assets}`,
    },
    partnership: {
      negative: (assets) => `Rückschlag bei einer Partnerschaft für ${assets}`,
      neutral: (assets) => `Neues zu einer Partnerschaft für ${assets}`,
      positive: (assets) => `Neue Partnerschaft für ${assets}`,
    },
    unlock: {
      negative: (assets) => `Token-Freigabe: mehr Angebot für ${assets}`,
      neutral: (assets) => `Neues zur Token-Freigabe für ${assets}`,
      positive: (assets) => `Token-Freigabe: weniger Druck für ${assets}`,
    },
  },
  unnamed: {
    listing: "Neues zu einem Listing, kein bestimmtes Asset",
    regulatory: "Regulierung: Neues, kein bestimmtes Asset",
    hack: "Sicherheitsvorfall, kein bestimmtes Asset",
    macro: "Makro: Neues, kein bestimmtes Asset",
    partnership: "Neues zu einer Partnerschaft, kein bestimmtes Asset",
    unlock: "Neues zu einer Token-Freigabe, kein bestimmtes Asset",
  },
  unconfirmed: (text) => `Unbestätigt: ${text}`,
  disputed: (text) => `Bestritten: ${text}`,
  everything: "den gesamten Markt",
  more: (count) => `${count} weitere`,
};
