import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/identity/messages/en/wallet.ts";

const messages: Translation<typeof english> = {
  stopSigningIn: "Anmelden abbrechen",
  signInAsked: "Die Wallet fragt nach der Signatur.",
  account: "Konto {address}",
  signedInAway: "Angemeldet, Wallet nicht verbunden",
  signedInWith: "Angemeldet mit {wallet}",
  copyAddress: "Adresse kopieren",
  addressCopied: "Adresse kopiert.",
  addressNotCopied: "Die Adresse konnte nicht kopiert werden.",
  accountPages: "Portfolio",
  approvals: "Freigaben",
  tradingKey: "Handelsschlüssel",
  stopTradingKey: "Handelsschlüssel jetzt anhalten",
  signedInWithout: "Angemeldet. Zum Handeln bitte eine Wallet verbinden.",
  withoutWallet: "Angemeldet",
  otherWays: "Ohne Wallet anmelden",
  connectedWallet: "Verbundene Wallet",
  connectedOnly: "{wallet} ist verbunden. Zum Handeln bitte anmelden.",
  changeWallet: "Andere Wallet verwenden",
  disconnect: "Wallet trennen",
  chooseTitle: "Wie soll diese Wallet verwendet werden?",
  chooseText:
    "Angemeldet ist ein Konto ohne Wallet. Die Wallet {address} ist verbunden und gehört nicht dazu.",
  chooseLink: "Mit diesem Konto verknüpfen",
  chooseLinkHint:
    "Die Anmeldung bleibt, gehandelt wird mit dieser Wallet. Sie signiert einmal zur Bestätigung.",
  chooseSwitch: "Stattdessen als {address} anmelden",
  chooseSwitchHint:
    "Das angemeldete Konto wird verlassen; die Wallet hat ein eigenes oder bekommt eines.",
  refusedLink: "Die Wallet wurde nicht verknüpft.",
  declined: "Nicht signiert. Nichts wurde geändert.",

  dialogTitle: "Wallet verbinden",
  dialogText:
    "Die Wallet bestätigt die Anmeldung und die Orders. Diese Seite kann kein Guthaben bewegen.",
  wallets: "Wallets",
  moreWallets: "Weitere Wallets",
  getWallet: "{wallet} holen",
  cannotSign:
    "Sie kann weder Text noch Transaktionen signieren, was Anmeldung und Orders brauchen.",
  waiting: "Warten auf die Antwort der Wallet …",
  stopWaiting: "Nicht länger warten",
  noneTitle: "In diesem Browser wurde keine Solana-Wallet gefunden.",
  noneWhat:
    "Eine Wallet ist ein Programm, das den Schlüssel des Kontos verwahrt und auf Anweisung damit signiert. Niemand sonst hat den Schlüssel, auch diese Seite nicht.",
  noneWhere:
    "Bitte eine installieren und zu dieser Seite zurückkehren; sie erscheint hier von selbst:",
  opensElsewhere: "(öffnet einen neuen Tab)",
  noneMobile: "Auf dem Telefon diese Seite im Browser der Wallet öffnen.",
  noneLook:
    "Zum Umsehen ist keine nötig: Preise, Charts und das ganze Orderticket funktionieren auch ohne, mit Demo-Kapital.",
  lookAround: "Erst umsehen",
  demoHint:
    "Für diese simulierten Märkte: sie legt in diesem Browser ein Konto an, ohne echtes Geld.",

  refusedStart: "Die Anmeldung konnte nicht begonnen werden.",
  refusedEnd: "Die Anmeldung konnte nicht abgeschlossen werden.",
  givenUp: "Die Anmeldung wurde abgebrochen.",
  refused: "Der Server hat die Anmeldung abgelehnt.",
  refusedAgain: "Der Server hat die Anmeldung abgelehnt. Bitte erneut versuchen.",
  notConnected: "Die Wallet wurde nicht verbunden.",
  notSigned: "Anmeldung abgelehnt. {address} ist verbunden, aber nicht angemeldet.",
  notSignedIn: "{reason} Es besteht keine Anmeldung.",
  failed: "In der Wallet ist ein Fehler aufgetreten.",
  stillSignedIn:
    "Der Server hat nicht geantwortet: die Anmeldung besteht noch. Bitte erneut versuchen.",
  keyMayStay:
    "Der Handelsschlüssel dieses Kontos ließ sich nicht aus diesem Browser löschen. Bitte die Websitedaten löschen oder den Schlüssel unter „Schlüssel für den Handelsplatz“ widerrufen.",
  otherSignedIn:
    "Auf dieser Seite hat sich ein anderes Konto angemeldet. Zum Handeln mit diesem bitte erneut anmelden.",
  sessionEnded: "Die Sitzung ist beendet. Zum Handeln bitte erneut anmelden.",
  otherWallet: "Wallet auf {address}",
  otherWalletText:
    "Die Wallet ist auf {address}, dieses Konto handelt mit {account}. Zum Signieren die Wallet zurückwechseln, oder mit der anderen anmelden.",
  keepAccount: "Bei {account} bleiben",
  silent: "{wallet} hat nicht geantwortet.",
  sharesNone: "{wallet} gibt kein Konto frei, das signieren kann.",
  cannotConnect: "{wallet} lässt sich nicht von einer Seite aus verbinden.",
  cannotSignMessages: "{wallet} kann keine Nachrichten signieren.",
  cannotSignTransactions: "{wallet} kann Transaktionen nicht signieren, ohne sie selbst zu senden.",
  gaveNone: "{wallet} hat keine Signatur geliefert.",
  wrapped:
    "{wallet} hat einen anderen Text als den verlangten signiert, wie Hardware-Wallets es tun. Der Handelsplatz würde ihn ablehnen.",
  doesNotVerify:
    "{wallet} hat nicht mit dem Konto {address} signiert. Bitte dieses Konto in der Wallet wählen und erneut versuchen.",
  walletFailed: "{wallet} meldet einen Fehler.",
  walletFailedSaying: "{wallet} meldet einen Fehler: „{said}“.",

  memoTitle: "Mit einer Hardware-Wallet anmelden",
  memoIntro:
    "Hardware-Wallets können keinen Text signieren. Sie signieren stattdessen ein Memo: eine Transaktion, die nie gesendet wird und nichts kostet.",
  memoHint:
    "Eine Hardware-Wallet? Sie kann keinen Text signieren, aber ein Memo: eine Transaktion, die nie gesendet wird.",
  memoNone:
    "Eine Hardware-Wallet kann keinen Text signieren. Bitte über eine Wallet verbinden, die Transaktionen signiert, etwa Phantom oder Solflare.",
  memoOpen: "Stattdessen Memo signieren",
  memoCosts:
    "Die Transaktion enthält nur den Text der Anmeldung. Kein Netzwerk kann sie ausführen.",
  memoOrders:
    "Orders signiert danach ein Handelsschlüssel in diesem Browser. Die Hardware-Wallet genehmigt ihn einmal.",
  memoCannot:
    "Auszahlungen und der Widerruf eines Schlüssels brauchen weiterhin dasselbe Konto in einer Wallet, die Text signiert.",
  memoDevice:
    "Lehnt das Gerät ab: bitte seine Solana-App aktualisieren und in deren Einstellungen „Blind Signing“ erlauben.",
  memoSign: "Memo signieren",
  memoText: "Text signieren",
  memoAsked: "Bitte die Transaktion in {wallet} und auf dem Gerät bestätigen.",
  memoDeclined: "Nicht signiert. Ein neuer Versuch ist möglich, auch mit dem Text.",
  memoChanged:
    "{wallet} hat die Transaktion so verändert, dass sie nicht angenommen wird ({code}). Nichts wurde gesendet.",
  memoContents: "Was die Wallet signiert",
  memoField: "Memo",
  memoSigner: "Signiert von",
  memoNeverSent: "Ihr Blockhash besteht aus Nullen, daher kann kein Netzwerk sie ausführen.",
  memoCouldBeSent: "Diese Transaktion könnte gesendet werden. Bitte nicht signieren.",
  memoProve:
    "Eine Hardware-Wallet kann das nicht bestätigen. Bitte abmelden und mit ihr neu anmelden: Eine Anmeldung gilt zehn Minuten lang als Bestätigung.",
  memoLink:
    "Eine Hardware-Wallet lässt sich nicht verknüpfen. Bitte mit ihr anmelden und stattdessen die E-Mail-Adresse mit ihrem Konto verknüpfen.",

  demoTitle: "Demo-Wallet",
  demoTag: "Signaturanfrage",
  demoText: "Zu signierender Text",
  demoIntro: "Diese Seite bittet, diesen Text zu signieren:",
  demoTransactionIntro: "Diese Seite bittet, diese Transaktion zu signieren:",
  demoTransaction: "{size} Bytes. Was sie tut:",
  demoAccount: "Konto {address}",
  demoApprove: "Zustimmen",
  demoReject: "Ablehnen",
  demoSignedIn: "Mit dem Demo-Konto dieses Links angemeldet, {address}. Es ist simuliert.",
};

export default messages;
