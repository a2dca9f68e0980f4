import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  deposit: "Einzahlen",
  withdraw: "Auszahlen",
  depositWords: "aufladen geld usdc adresse einzahlung deposit",
  withdrawWords: "abheben senden usdc auszahlung withdraw",
  vaultLink: "Was der Tresor hält und schuldet",
  depositTitle: "USDC einzahlen",
  withdrawTitle: "USDC auszahlen",
  loading: "Wird geladen",
  tryAgain: "Erneut versuchen",
  notAvailable: "Ein- und Auszahlungen sind nicht verfügbar.",
  notAvailableDetail: "Dieser Dienst hat keinen Tresor auf einer Chain.",
  usdc: "{amount} USDC",
  max: "Max",
  amount: "Betrag",

  ways: "Wege der Einzahlung",
  way_wallet: "Mit dieser Wallet",
  way_elsewhere: "Von anderswo",
  oneAtATime:
    "Eine weitere Einzahlung kann signiert werden, sobald feststeht, was aus der obigen geworden ist.",
  connectFirst: "Zum Einzahlen die Wallet dieses Kontos verbinden.",
  inWallet: "In der Wallet",
  forFees: "Für Netzwerkgebühren",
  balancesUnread: "Die Chain war nicht lesbar. Neuer Versuch läuft.",
  feeHint: "Die Gebühr des Netzwerks zahlt die Wallet in SOL.",
  review: "Prüfen",
  checking: "Wird simuliert …",

  amount_unreadable: "Das ist kein Betrag.",
  amount_decimals: "USDC hat höchstens 6 Nachkommastellen.",
  amount_zero: "Der Betrag muss größer als null sein.",
  amount_exceedsWallet: "So viel ist nicht in der Wallet.",
  amount_least: "Der Mindestbetrag ist 1 USDC.",
  amount_exceeds: "Das ist mehr, als sich derzeit auszahlen lässt.",

  problem_differs:
    "Was gebaut wurde, weicht vom Gewünschten ab und kann deshalb nicht signiert werden.",
  problem_failsOnChain:
    "Die Chain würde diese Einzahlung ablehnen, deshalb kann sie nicht signiert werden.",
  problem_tooLittleUsdc: "So viel USDC ist nicht in der Wallet.",
  problem_tooLittleSol: "Die Wallet braucht etwas SOL für die Gebühr des Netzwerks.",

  leavesWallet: "Verlässt die Wallet",
  creditedTo: "Gutschrift für",
  usdcAfter: "USDC danach in der Wallet",

  depositOf: "Einzahlung von {amount} USDC",
  step_credited: "Gutgeschrieben",
  state_finalized: "Sie kann nicht mehr rückgängig werden. Als Nächstes folgt die Gutschrift.",
  state_credited: "Der Betrag ist auf dem Konto.",
  state_failed:
    "Die Chain hat sie abgelehnt, und das ist endgültig. Der Betrag blieb in der Wallet.",
  state_expired: "Sie kam nicht an und wird es nie. Der Betrag blieb in der Wallet.",
  credited: "{amount} USDC sind auf dem Konto.",
  failed:
    "Die Einzahlung von {amount} USDC ist auf der Chain fehlgeschlagen. Der Betrag blieb in der Wallet.",
  expired:
    "Die Einzahlung von {amount} USDC kam nicht an und wird es nie. Der Betrag blieb in der Wallet.",

  qrName: "Adresse und Memo als QR-Code",
  qrHelp: "Wallets, die ihn scannen, füllen Adresse, Token und Memo aus.",
  address: "Adresse",
  onlyUsdc: "Nur USDC auf Solana senden, mindestens 1. Andere Token werden nicht gutgeschrieben.",
  memoWhy:
    "Dieses Memo angeben: Es sagt, wem die Einzahlung gehört. Ohne Memo wird nur einer Wallet gutgeschrieben, die zuvor schon mit ihrem eigenen Memo eingezahlt hat.",
  forPrograms: "Für Programme",
  tokenAccount: "USDC-Konto des Tresors",
  tokenAccountHelp: "Für Überweisungen, die ein Token-Konto statt einer Wallet nennen.",
  mint: "Mint von USDC",

  balance: "Guthaben",
  heldAsMargin: "Als Margin gebunden",
  reservedNow: "Für Auszahlungen reserviert",
  available: "Verfügbar",
  fee: "Gebühr",
  noFee: "Keine. Der Tresor zahlt das Netzwerk.",
  withdrawHint: "Mindestens {least} USDC.",
  destination: "An die eigene Wallet",
  destinationWhy:
    "Ein anderes Ziel ist nicht möglich: Was signiert wird, nennt keines. Weder eine vertippte Adresse noch eine manipulierte Seite kann den Betrag an andere senden.",
  reviewWithdrawal: "Prüfen und signieren",
  withdrawalBusy: "Eine andere Auszahlung wartet auf ihre Antwort.",
  accountUnread: "Das Konto ist derzeit nicht lesbar.",
  nothingToWithdraw: "Es gibt nichts auszuzahlen.",
  enableFirst: "Zum Auszahlen den Handel freischalten. Das braucht eine Signatur.",
  enable: "Handel freischalten",
  withdrawalOf: "Auszahlung von {amount} USDC",
  step_reserved: "Reserviert",
  step_sent: "Gesendet",
  step_settled: "Ausgezahlt",
  withdrawal_RESERVED:
    "Vom Guthaben abgezogen. Als Nächstes prüfen und zahlen die Unterzeichner des Tresors.",
  withdrawal_SENT: "Die Zahlung ist signiert und gesendet. Sie zählt, sobald sie endgültig ist.",
  withdrawal_SETTLED: "An die Wallet ausgezahlt, und endgültig.",
  withdrawal_RETURNED: "Nicht ausgezahlt. Der Betrag ist wieder im Guthaben.",
};

export default messages;
