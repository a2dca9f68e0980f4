import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/identity/messages/en/identity.ts";

const messages: Translation<typeof english> = {
  title: "Anmeldemethoden",
  intro:
    "Mit jeder dieser Methoden ist die Anmeldung bei diesem Konto möglich. Hier sollten nur Methoden stehen, auf die sonst niemand Zugriff hat.",
  loading: "Anmeldemethoden werden geladen",
  kind_wallet: "Wallet",
  kind_email: "E-Mail",
  kind_oidc: "Identitätsanbieter",
  since: "verknüpft",
  lastOne: "Die einzige Anmeldemethode lässt sich nicht lösen.",
  unlink: "Lösen",
  unlinkOf: "Verknüpfung lösen: {name}",
  unlinkTitle: "Verknüpfung lösen?",
  unlinkText_wallet:
    "Diese Wallet öffnet das Konto dann nicht mehr. Was sie am Handelsplatz hält, bleibt bei der Wallet: Wer sich später mit ihr anmeldet, bekommt ein eigenes Konto.",
  unlinkText_email: "Links an diese Adresse öffnen das Konto dann nicht mehr.",
  unlinkText_oidc:
    "Dieses Login öffnet das Konto dann nicht mehr. Der Anbieter erfährt davon nichts.",
  unlinked: "Die Verknüpfung ist gelöst.",
  addTitle: "Weitere Methode verknüpfen",
  addText:
    "Zum Verknüpfen braucht es zwei Bestätigungen: für dieses Konto, aus den letzten zehn Minuten, und für die neue Methode.",
  addMail: "E-Mail-Adresse verknüpfen",
  addProvider: "{name} verknüpfen",
  linked: "Verknüpft.",
  sendLink: "Link senden",
  mailHint:
    "In diesem Browser und innerhalb von 15 Minuten geöffnet, verknüpft er die Adresse; sie erscheint dann hier.",
  referralTitle: "Empfehlungscode",
  referralOpen:
    "Hat ein Partner uns empfohlen? Mit dem Code des Partners, eingegeben vor {time}, sind die Handelsgebühren ab dann lebenslang {discount}\u00a0% niedriger.",
  referralEntered:
    "Der Code ist eingegeben: Die Handelsgebühren sind lebenslang {discount}\u00a0% niedriger.",
  referralOf:
    "Gekommen über den Partnerlink {code}: lebenslang {discount}\u00a0% weniger Handelsgebühren.",
  referralImported:
    "Von einem Partner geworben: lebenslang {discount}\u00a0% weniger Handelsgebühren.",
  deleteTitle: "Konto löschen",
  deleteIntro:
    "Das lässt sich nicht rückgängig machen. Wer sich später mit einer der Methoden anmeldet, bekommt ein neues, leeres Konto.",
  erasedTitle: "Was gelöscht wird",
  erased_identities: { one: "{count} Anmeldemethode", other: "{count} Anmeldemethoden" },
  erased_sessions: {
    one: "{count} Sitzung: das Gerät wird abgemeldet",
    other: "{count} Sitzungen: alle Geräte werden abgemeldet",
  },
  erased_mcpKeys: {
    one: "{count} MCP-Schlüssel: er gilt ab der nächsten Anfrage nicht mehr",
    other: "{count} MCP-Schlüssel: sie gelten ab der nächsten Anfrage nicht mehr",
  },
  erased_connectedApps: { one: "{count} verbundene App", other: "{count} verbundene Apps" },
  erased_assistantNotes: {
    one: "{count} Notiz für Assistenten",
    other: "{count} Notizen für Assistenten",
  },
  erased_botKeys: {
    one: "{count} Bot-Schlüssel: er gilt ab der nächsten Anfrage nicht mehr",
    other: "{count} Bot-Schlüssel: sie gelten ab der nächsten Anfrage nicht mehr",
  },
  erased_venueKeys: {
    one: "{count} Schlüssel für den Handelsplatz, den diese Seite verwahrt",
    other: "{count} Schlüssel für den Handelsplatz, die diese Seite verwahrt",
  },
  erased_stagedOrders: {
    one: "{count} vorgeschlagene Order",
    other: "{count} vorgeschlagene Orders",
  },
  erased_notices: {
    one: "{count} Benachrichtigung",
    other: "{count} Benachrichtigungen",
  },
  erased_pushBrowsers: {
    one: "{count} Browser, der Benachrichtigungen erhält",
    other: "{count} Browser, die Benachrichtigungen erhalten",
  },
  erased_priceAlerts: {
    one: "{count} Preisalarm",
    other: "{count} Preisalarme",
  },
  erased_preferences: "Die Vorlieben für Assistenten und Benachrichtigungen",
  erased_traces: "Adressen, Geräte und Namen im Protokoll des Kontos",
  erased_partner:
    "Der Partnerlink, die Wallet für Auszahlungen und die Maileinstellungen als Partner",
  partnerNextDay:
    "Die nächste Auszahlung ist für den {date} (UTC) geplant. Wer den Betrag erhalten will, behält das Konto, bis er angekommen ist.",
  partnerNextFree:
    "Wer ihn erhalten will, behält das Konto bis zur nächsten Auszahlung. Auszahlungen haben keinen festen Tag.",
  partnerNextNever:
    "Auszahlungen sind bei diesem Dienst nicht eingerichtet, also kann der Betrag vorher nicht ausgezahlt werden.",
  partnerMinimum: "Ausgezahlt werden mindestens {minimum} USDC.",
  erased_code: "Der Partnercode {code} und alle Links: darüber wird niemand mehr geworben",
  erased_payoutWallet: "Die Wallet für Auszahlungen {address}",
  erased_partnerNotes:
    "Die Namen der Links, die Notizen über Geworbene und die Maileinstellungen als Partner",
  erased_points: {
    one: "{count} Punkt für Swaps",
    other: "{count} Punkte für Swaps",
  },
  erased_webhooks: {
    one: "{count} Webhook mit seinen Zustellungen",
    other: "{count} Webhooks mit ihren Zustellungen",
  },
  erased_purchases: {
    one: "{count} Eintrag über einen Kauf mit Karte; Bezahltes kommt trotzdem an",
    other: "{count} Einträge über Käufe mit Karte; Bezahltes kommt trotzdem an",
  },
  keptTitle: "Was bleibt, und warum",
  kept_ledger:
    "Das Buch des Handelsplatzes: Orders, Ausführungen, Guthaben und Überweisungen der Wallet. Auf diesen Einträgen beruhen die anderer Handelnder; sie gehören dem Handelsplatz und lassen sich hier nicht ändern.",
  kept_audit:
    "Das Protokoll ohne alles Persönliche: dass ein Konto etwas tat und wann, ohne Adresse, Gerät und Namen. Es belegt später, dass nichts verändert wurde.",
  deletePositions:
    "Positionen und offene Orders bleiben am Handelsplatz offen, und Guthaben bleiben dort: Sie gehören der Wallet, nicht diesem Konto. Bitte vorher schließen und abheben, was nicht bleiben soll. Handelsschlüssel, die der Handelsplatz kennt, gelten bis zu ihrem Ablauf oder Widerruf.",
  kept_partner:
    "Das Buch der Verdienste und Auszahlungen als Partner. Geworbene behalten ihre niedrigeren Gebühren.",
  partnerTitle: "Der Verdienst als Partner",
  partnerLoading: "Guthaben werden geladen",
  usd: "{amount} USD",
  partnerPending: "Noch nicht ausgezahlt. Dieser Betrag verfällt.",
  partnerNoPending: "Noch nicht ausgezahlt. Es verfällt nichts.",
  partnerInTransit:
    "Unterwegs. Dieser Betrag wird noch an die Wallet seiner Auszahlung gezahlt. Schlägt die Zahlung fehl, verfällt auch er.",
  partnerNoTransit: "Unterwegs.",
  partnerStatement: "Nach dem Löschen ist die Abrechnungsübersicht nicht mehr abrufbar:",
  partnerDownload: "Abrechnungsübersicht laden ({format})",
  partnerAccept: "Mir ist klar, dass {amount} verfallen.",
  acceptFirst: "Bitte zuerst oben bestätigen, was verfällt. Nichts wurde gelöscht.",
  deleteProof:
    "Liegt der letzte Nachweis der Identität mehr als zehn Minuten zurück, ist er vor dem Löschen zu erneuern.",
  toPositions: "Zu Positionen, Orders und Guthaben",
  deleteWord: "löschen",
  typeToDelete: "Zum Löschen bitte „{word}“ eintippen.",
  typeExactly: "Bitte zuerst das Wort „{word}“ eintippen. Nichts wurde gelöscht.",
  deleteNow: "Konto löschen",
  deleting: "Wird gelöscht…",
};

export default messages;
