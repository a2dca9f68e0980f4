import type english from "#components/chain/messages/en/chain.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof english> = {
  network: "Netzwerk",
  simulatedHelp: "Eine simulierte Chain. Ihre Token haben keinen Wert.",
  signatureOf: "die Signatur der Transaktion",
  stepDone: "erledigt",
  progress: "Fortschritt",
  whatHappens: "Was signiert wird",
  memo: "Memo",
  networkFee: "Netzwerkgebühr",
  simulatedSame: "Aus den Bytes gelesen, die signiert werden. Ihre Simulation ergibt dasselbe.",
  signWith: "Mit {wallet} signieren",
  waiting: "Warten auf {wallet} …",
  answerInWallet: "Bitte in {wallet} zustimmen oder ablehnen.",
  declined: "Nichts wurde signiert.",
  changedMeanwhile:
    "Wallet oder Netzwerk haben sich geändert. Nichts wurde signiert: bitte zurückgehen und erneut prüfen.",
  otherWallet:
    "Jetzt ist eine andere Wallet oder ein anderes Konto verbunden. Nichts wurde gesendet.",
  walletChangedIt: "{wallet} hat etwas anderes signiert als gezeigt. Nichts wurde gesendet.",
  walletSignedWrongly: "Die Signatur von {wallet} ist ungültig. Nichts wurde gesendet.",
  step_processed: "Gesehen",
  step_confirmed: "Bestätigt",
  step_finalized: "Endgültig",
  state_sending: "Die signierte Transaktion wird gesendet.",
  state_unknown:
    "Gesendet, noch nicht auf der Chain. Dieselbe Transaktion wird erneut gesendet, bis sie ankommt oder verfällt.",
  state_processed: "In einem Block. Der Block kann noch verworfen werden.",
  state_confirmed: "Der größte Teil des Netzwerks hat für ihren Block gestimmt.",
  state_chainGone:
    "Die simulierte Chain wurde zurückgesetzt. Diese Transaktion gehört zur alten und kann nicht mehr ankommen.",
  sendingRefused: "Der letzte Sendeversuch wurde abgelehnt: {reason}",
  buy: "Mit Karte kaufen",
  newcomer: "SOL und USDC holen (simuliert)",
  newcomerHelp: "Die Wallet braucht Token und etwas SOL für die Netzwerkgebühr.",
  newcomerGiven: "Simulierte SOL und USDC sind in der Wallet angekommen.",
  newcomerRefused: "Es wurden keine Token gesendet. {reason}",
};

export default messages;
