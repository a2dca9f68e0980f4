import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  loading: "Wird gelesen",

  title: "Nächste Auszahlung",
  whatPending: "{amount} verdient und noch nicht ausgezahlt",
  whenDay: "Geplant für den {date} (UTC), mit allem, was bis dahin verdient ist.",
  whenFree:
    "Der Betreiber dieses Dienstes entscheidet, wann er auszahlt. Einen festen Tag gibt es nicht.",
  whenNever:
    "Auszahlungen sind bei diesem Dienst nicht eingerichtet. Verdientes bleibt ausstehend und geht nicht verloren.",
  minimum:
    "Ausgezahlt werden mindestens {minimum} USDC. Weniger bleibt für die nächste Auszahlung stehen.",
  belowMinimum: "Dafür fehlen noch {missing}.",
  whoPays:
    "Der Betreiber bereitet eine Auszahlung zuerst vor und legt damit den Betrag zurück, dann zahlt er ihn in USDC. Als bezahlt gilt er, sobald die Chain die Zahlung als endgültig zeigt.",
  inTransit: "{amount} sind unterwegs: siehe die Auszahlungen weiter unten.",
  todo: "Vor der ersten Auszahlung ist eines zu tun",

  payoutWallet: "Wallet für Auszahlungen",
  payoutNone: "Noch keine gewählt. Bis dahin bleibt der Verdienst ausstehend.",
  payoutNoWallet:
    "Dieses Konto hat noch keine Wallet. Ist eine verknüpft, können Auszahlungen dorthin gehen.",
  linkWallet: "Wallet verknüpfen",
  choose: "Wählen",
  change: "Ändern",
  payoutTitle: "Wallet für Auszahlungen",
  payoutText:
    "Bitte eine der Wallets dieses Kontos wählen. Was schon vorbereitet wird, geht noch an die bisherige.",
  payoutChoices: "Wallets dieses Kontos",
  payoutSave: "An diese Wallet auszahlen",
  saving: "Einen Moment…",
  cancel: "Abbrechen",
  payoutSaved: "Auszahlungen gehen jetzt an {address}.",
  linkAnother: "Eine andere Wallet verknüpfen",
  copyWallet: "Adresse der Wallet für Auszahlungen",
};

export default messages;
