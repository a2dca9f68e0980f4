import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/partner/messages/en/partner-payouts.ts";

const messages: Translation<typeof english> = {
  title: "Nächste Auszahlung",
  whatPending: "{amount} verdient und noch nicht ausgezahlt",
  whenDay: "Geplant für den {date} (UTC), mit allem, was bis dahin verdient ist.",
  whenFree:
    "Der Betreiber dieses Dienstes entscheidet, wann er auszahlt. Einen festen Tag gibt es nicht.",
  whenNever: "Dieser Dienst hat keine Auszahlungen eingerichtet. Der Verdienst bleibt ausstehend.",
  minimum: "Die kleinste Auszahlung beträgt {minimum} USDC. Kleinere Beträge bleiben ausstehend.",
  belowMinimum: "Es fehlen noch {missing}.",
  whoPays:
    "Der Betreiber legt eine Auszahlung an, die den Betrag reserviert, und sendet ihn dann in USDC. Bezahlt ist sie, sobald sie auf der Chain endgültig ist.",
  inTransit: "{amount} sind unterwegs: siehe Auszahlungen weiter unten.",
  schedule: "Rhythmus",
  schedule_every_run: "Jedes Mal, wenn der Betreiber zahlt",
  schedule_monthly: "Höchstens einmal im Monat",
  schedule_on_request: "Nur auf Anforderung",
  scheduleHint_every_run: "Jede Auszahlung des Betreibers, in der das Minimum erreicht ist.",
  scheduleHint_monthly:
    "Nach einer Auszahlung folgt die nächste in einem anderen Kalendermonat (UTC).",
  scheduleHint_on_request:
    "Der Verdienst bleibt offen, bis eine Auszahlung angefordert wird. Die nächste Auszahlung des Betreibers enthält sie dann.",
  whenAsk:
    "Gewählt sind Auszahlungen auf Anforderung: Nach einer Anforderung ist der Verdienst in der nächsten Auszahlung des Betreibers enthalten.",
  whenAsked: "Angefordert: in der nächsten Auszahlung des Betreibers enthalten.",
  preparing_created: {
    one: "{amount} sind seit {day} in Vorbereitung ({count} Tag).",
    other: "{amount} sind seit {day} in Vorbereitung ({count} Tage).",
  },
  preparing_submitted:
    "{amount} wurden gesendet, vorbereitet am {day}. Sie gelten als ausgezahlt, sobald die Chain sie als endgültig zeigt.",
  lastPaid: "Letzte Auszahlung: {amount}, vorbereitet am {created}, bezahlt am {paid}.",
  request: "Auszahlung anfordern",
  requestBack: "Anforderung zurücknehmen",
  terms: "Auszahlungen",
  termsText: "Innerhalb dessen, was der Betreiber dieses Dienstes anbietet.",
  termsChange: "Bedingungen ändern",
  termsSave: "Speichern",
  termsSaved: "Gespeichert.",
  ownMinimum: "Kleinste Auszahlung in USDC",
  ownMinimumHint: "Von {minimum} bis 100.000. Leer: die kleinste, die der Betreiber zahlt.",
  payee: "Empfänger auf Abrechnungen",
  payeeText:
    "Steht auf PDF-Abrechnungen, damit sie als Rechnung dienen. Freiwillig und verschlüsselt gespeichert. Nur lateinische Buchstaben.",
  payeeName: "Name des Empfängers",
  payeeAddress: "Anschrift",
  payeeTaxId: "Steuernummer",
  todo: "Ein Schritt bis zur ersten Auszahlung",

  payoutWallet: "Wallet für Auszahlungen",
  payoutNone: "Noch keine gewählt. Bis dahin bleibt der Verdienst ausstehend.",
  payoutNoWallet:
    "Dieses Konto hat noch keine Wallet. Ist eine verknüpft, können Auszahlungen dorthin gehen.",
  choose: "Wallet wählen",
  change: "Wallet ändern",
  payoutText:
    "Bitte eine der Wallets dieses Kontos wählen. Laufende Auszahlungen gehen an die bisherige.",
  payoutChoices: "Wallets dieses Kontos",
  payoutSave: "Diese Wallet verwenden",
  saving: "Einen Moment…",
  payoutSaved: "Auszahlungen gehen jetzt an {address}.",
  payoutWaits: "Auszahlungen gehen ab {time} an {address}.",
  payoutStop: "Änderung abbrechen",
  payoutWait: {
    one: "Eine neue Wallet gilt nach {count} Stunde. Bis dahin lässt sich die Änderung abbrechen.",
    other:
      "Eine neue Wallet gilt nach {count} Stunden. Bis dahin lässt sich die Änderung abbrechen.",
  },
  linkAnother: "Eine andere Wallet verknüpfen",
  copyWallet: "Adresse der Wallet für Auszahlungen",
};

export default messages;
