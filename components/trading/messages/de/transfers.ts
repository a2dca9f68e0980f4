import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/trading/messages/en/transfers.ts";

const messages: Translation<typeof english> = {
  withdraw: "Auszahlen",
  depositWords: "aufladen geld usdc adresse einzahlung deposit",
  withdrawWords: "abheben senden usdc auszahlung withdraw",
  vaultLink: "Was der Tresor hält und schuldet",
  depositTitle: "USDC einzahlen",
  withdrawTitle: "USDC auszahlen",
  notAvailable: "Ein- und Auszahlungen sind nicht verfügbar.",
  notAvailableDetail: "Dieser Dienst hat keinen Tresor auf einer Chain.",

  ways: "Wege der Einzahlung",
  way_wallet: "Mit dieser Wallet",
  way_elsewhere: "Von anderer Adresse",
  oneAtATime:
    "Bitte auf das Ende der obigen Einzahlung warten. Danach kann eine weitere signiert werden.",
  connectFirst: "Zum Einzahlen die Wallet dieses Kontos verbinden.",
  inWallet: "In der Wallet",
  forFees: "Für Netzwerkgebühren",
  balancesUnread: "Das Guthaben konnte nicht geladen werden. Neuer Versuch läuft.",
  feeHint: "Die Netzwerkgebühr zahlt die Wallet in SOL.",
  checking: "Wird simuliert …",

  amount_unreadable: "Bitte einen gültigen Betrag eingeben.",
  amount_ambiguous:
    "Ein Punkt vor drei Ziffern kann zwei Zahlen bedeuten. Bitte 1234 oder 1,234 schreiben.",
  amount_decimals: "USDC hat höchstens 6 Nachkommastellen.",
  amount_zero: "Der Betrag muss größer als null sein.",
  amount_exceedsWallet: "So viel ist nicht in der Wallet.",
  amount_least: "Der Mindestbetrag ist 1 USDC.",
  amount_arrives: "Der Mindestbetrag ist {least} USDC.",
  amount_exceeds: "Das ist mehr, als sich derzeit auszahlen lässt.",

  problem_differs: "Die Transaktion weicht von Ihrer Einzahlung ab und kann nicht signiert werden.",
  problem_failsOnChain:
    "Diese Einzahlung würde auf der Chain scheitern und kann nicht signiert werden.",
  problem_tooLittleUsdc: "So viel USDC ist nicht in der Wallet.",
  problem_tooLittleSol: "Die Wallet braucht etwas SOL für die Netzwerkgebühr.",

  leavesWallet: "Verlässt die Wallet",
  creditedTo: "Gutgeschrieben für",
  usdcAfter: "USDC danach in der Wallet",

  depositOf: "Einzahlung von {amount} USDC",
  step_credited: "Gutgeschrieben",
  state_finalized: "Endgültig. Als Nächstes folgt die Gutschrift.",
  state_credited: "Der Betrag ist auf dem Konto.",
  state_failed: "Auf der Chain fehlgeschlagen. Der Betrag blieb in der Wallet.",
  state_expired: "Verfallen, bevor sie ankam. Der Betrag blieb in der Wallet.",
  credited: "{amount} USDC sind auf dem Konto.",
  failed:
    "Die Einzahlung von {amount} USDC ist auf der Chain fehlgeschlagen. Der Betrag blieb in der Wallet.",
  expired:
    "Die Einzahlung von {amount} USDC ist verfallen, bevor sie ankam. Der Betrag blieb in der Wallet.",

  // Die eigene Adresse des Kontos
  way_address: "An eigene Adresse",
  ownAddress: "Eigene Einzahlungsadresse",
  ownQr: "Eigene Einzahlungsadresse als QR-Code",
  ownHelp:
    "Von jedem Anbieter oder jeder Wallet dorthin senden, ohne Memo. Sie gehört zu diesem Konto und bleibt gleich.",
  ownToken: "Token",
  ownNetwork: "Netzwerk",
  ownWarning:
    "Nur USDC im Netzwerk Solana senden. Ein anderes Token oder USDC in einem anderen Netzwerk wird nicht gutgeschrieben und kann nicht zurückgegeben werden.",
  ownTerms:
    "Senden Sie mindestens {minimum} USDC. {fee} USDC jeder Einzahlung bezahlen den Weg in den Tresor. Weniger als {minimum} USDC wartet, bis mehr ankommt.",
  ownUnread: "Die Adresse konnte nicht geladen werden. Neuer Versuch läuft.",
  arriving: "Auf der Chain gesehen, noch nicht endgültig.",
  belowMinimum: "Wartet. Kommt an, sobald die Summe {minimum} USDC erreicht.",
  moving: "Endgültig. Geht als Nächstes in den Tresor.",
  move_sent: "Unterwegs in den Tresor.",
  move_final: "Im Tresor. Der Handelsplatz schreibt als Nächstes gut.",
  move_credited: "Auf dem Konto.",
  move_failed: "Der Weg in den Tresor ist gescheitert. Es wird von selbst erneut versucht.",
  onItsWay: "Einzahlungen unterwegs",
  withMemo: "Stattdessen mit Adresse des Tresors und Memo",
  withoutMemo: "Zuvor ohne Memo gesendet?",
  claimHelp:
    "Hat diese Wallet USDC ohne Memo an den Tresor gesendet, kann sie die Zahlung mit einer Signatur beanspruchen. Ist der Absender ein Anbieter, geht das nicht: Bitte dessen Support fragen.",
  claimPayment: "Transaktion",
  claim: "Signieren und beanspruchen",
  claimed: "Beansprucht. Der Betrag ist auf dem Konto.",
  claimDeclined: "Die Wallet hat nicht signiert.",

  qrName: "Adresse und Memo als QR-Code",
  qrHelp: "Wallets, die ihn scannen, füllen Adresse, Token und Memo aus.",
  address: "Adresse",
  onlyUsdc: "Nur USDC auf Solana senden, mindestens 1. Andere Token werden nicht gutgeschrieben.",
  memoWhy:
    "Bitte dieses Memo angeben. Ohne Memo wird nur gutgeschrieben, wenn die sendende Wallet zuvor mit ihrem eigenen Memo eingezahlt hat.",
  forPrograms: "Für Entwickler",
  tokenAccount: "USDC-Konto des Tresors",
  tokenAccountHelp: "Für Überweisungen, die ein Token-Konto statt einer Wallet nennen.",
  mint: "Mint von USDC",

  balance: "Guthaben",
  heldAsMargin: "Als Margin genutzt",
  reservedNow: "Für Auszahlungen reserviert",
  available: "Verfügbar",
  feeWithAccount: "Gebühr, mit neuem USDC-Konto für die Wallet",
  arrives: "Kommt in der Wallet an",
  feeUnread: "Die Gebühr ist derzeit nicht verfügbar.",
  withdrawHint: "Mindestens {least} USDC. Die Gebühr ist im Betrag enthalten.",
  destination: "An die eigene Wallet",
  destinationWhy:
    "Ein anderes Ziel ist nicht möglich. Was signiert wird, nennt kein Ziel: Weder eine vertippte Adresse noch eine manipulierte Seite kann den Betrag umleiten.",
  reviewWithdrawal: "Prüfen und signieren",
  withdrawalBusy: "Eine andere Auszahlung läuft noch.",
  accountUnread: "Das Konto konnte nicht geladen werden.",
  nothingToWithdraw: "Es gibt nichts auszuzahlen.",
  enableFirst: "Zum Auszahlen den Handel freischalten. Das braucht eine Signatur.",
  withdrawalOf: "Auszahlung von {amount} USDC",
  step_reserved: "Reserviert",
  step_sent: "Gesendet",
  step_settled: "Ausgezahlt",
  withdrawal_RESERVED:
    "Vom Guthaben abgezogen. Als Nächstes prüfen und zahlen die Unterzeichner des Tresors.",
  withdrawal_SENT: "Signiert und gesendet. Sie ist abgeschlossen, sobald sie endgültig ist.",
  withdrawal_SETTLED: "An die Wallet ausgezahlt. Das ist endgültig.",
  withdrawal_RETURNED: "Nicht ausgezahlt. Der Betrag ist wieder im Guthaben.",
};

export default messages;
