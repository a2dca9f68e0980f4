import type { Translation } from "#components/i18n/message-types.ts";
import type en from "./en.ts";

const messages: Translation<typeof en> = {
  NETWORK:
    "Keine Antwort. Bitte die Verbindung prüfen; die Seite prüft nach, was aus der Anfrage wurde.",
  UNREADABLE: "Der Server gab eine unlesbare Antwort. Bitte gleich noch einmal versuchen.",
  UNKNOWN: "Die Anfrage wurde abgelehnt ({code}). {message}",
  PAGE_FAULT:
    "Der Handelsplatz konnte diese Anfrage nicht lesen ({code}). Das ist ein Fehler dieser Seite: bitte neu laden und den Code melden, falls er bleibt.",

  SIGN_IN_REQUIRED:
    "Die Sitzung ist beendet: Der Handelsplatz hat dies nicht erhalten. Bitte anmelden.",
  SIGN_IN_REFUSED: "Die Anmeldung wurde abgelehnt. Bitte mit der Wallet erneut anmelden.",
  ACCOUNT_MISMATCH: "Ein anderes Konto ist angemeldet: Der Handelsplatz hat dies nicht erhalten.",
  TRADING_NOT_ENABLED:
    "Der Handel ist für dieses Konto nicht freigeschaltet. Bitte zuerst mit einer Signatur freischalten.",
  UNKNOWN_API_KEY:
    "Der Handelsplatz kennt den Schlüssel dieses Kontos nicht mehr. Bitte den Handel erneut freischalten.",
  EXPIRED_API_KEY:
    "Der Schlüssel dieses Kontos beim Handelsplatz ist abgelaufen. Bitte den Handel erneut freischalten.",
  ApiKeyIdentityConflict:
    "Der Schlüssel gehört zu einem anderen Konto oder Unterzeichner. Bitte ab- und wieder anmelden und den Handel erneut freischalten.",
  INVALID_SIGNATURE:
    "Die Signatur passt nicht zum Gesendeten. Bitte erneut signieren; bleibt es dabei, signiert die Wallet etwas anderes als vorgelegt.",
  SIGNER_NOT_AUTHORIZED:
    "Der signierende Schlüssel darf nicht für dieses Konto handeln: Er ist abgelaufen, widerrufen oder hat das Recht nicht. Bitte einen neuen Handelsschlüssel anlegen oder mit der Wallet signieren.",
  TIMESTAMP_OUT_OF_WINDOW:
    "Die Signatur kam zu spät oder zu früh an: Sie gilt 30 s. Bitte die Uhr dieses Computers prüfen und erneut signieren.",
  NEVER_ARRIVED:
    "Die Order ist verfallen, bevor der Handelsplatz sie angenommen hat. Nichts wurde platziert. Falls sie noch gewünscht ist: um einen neuen Vorschlag bitten oder die Order selbst aufgeben.",
  DUPLICATE_REQUEST:
    "Der Handelsplatz hat diese signierten Daten schon erhalten. Sie wurden einmal wirksam; siehe Orders.",
  IP_NOT_ALLOWED: "Der Handelsplatz nimmt von dieser Netzwerkadresse keine Anfragen an.",

  MARKET_NOT_FOUND: "Diesen Markt gibt es nicht. Bitte einen anderen wählen.",
  ORDER_NOT_FOUND:
    "Dieses Konto hat keine solche Order. Vielleicht gehört sie zu einem anderen Konto.",
  ORDER_IS_CLOSED: "Die Order ist schon geschlossen. Sie steht im Orderverlauf.",
  ORDER_TYPE_NOT_SUPPORTED: "Der Handelsplatz nimmt diese Orderart nicht an.",
  INVALID_ORDER_TERMS:
    "Diese Angaben lassen sich nicht kombinieren. Bitte Orderart, Gültigkeit, Optionen und Auslöser prüfen.",
  marketRests_detail: "Eine Marketorder kann nicht im Buch ruhen.",
  triggerFok_detail: "Eine Trigger-Order muss GTC oder IOC sein.",
  postOnlyTakes_detail: "Eine Post-only-Order muss eine Limitorder sein, die GTC ist.",
  INVALID_ORDER_TERMS_size_detail: "Die neue Größe muss über dem schon Ausgeführten liegen.",
  BATCH_SIZE_OUT_OF_RANGE: "Zu viele Orders auf einmal. Bitte weniger senden.",
  BATCH_SIZE_OUT_OF_RANGE_detail: "Höchstens {most} gehen zusammen.",
  DUPLICATED_CLIENT_ID: "Eine offene Order trägt schon diesen Namen. Bitte einen anderen wählen.",
  INVALID_TICK: "Der Preis passt nicht zur Schrittweite des Marktes.",
  INVALID_TICK_detail: "Er muss ein Vielfaches von {tick} sein.",
  INVALID_LOT: "Die Größe passt nicht zur Schrittweite des Marktes.",
  INVALID_LOT_detail: "Sie muss ein Vielfaches von {lot} und größer als null sein.",
  MIN_NOTIONAL: "Die Order ist zu klein. Bitte eine größere Größe angeben.",
  MIN_NOTIONAL_detail: "Sie muss mindestens {minimum} USDC wert sein.",
  PRICE_BAND: "Der Preis liegt zu weit vom Markpreis entfernt.",
  PRICE_BAND_detail: "Er darf zwischen {low} und {high} liegen.",
  MARK_UNAVAILABLE:
    "Dieser Markt hat noch keinen Markpreis. Bitte versuchen, sobald es einen gibt.",
  MARK_STALE:
    "Der Markpreis steht still: Bis er aktualisiert wird, werden nur Orders angenommen, die eine Position verkleinern.",
  INSUFFICIENT_MARGIN:
    "Nicht genügend Margin. Bitte eine kleinere Größe wählen, eine Position schließen oder einzahlen.",
  INSUFFICIENT_MARGIN_detail: "Das Konto bräuchte {required} USDC und wäre {available} USDC wert.",
  TRANSFERS_NOT_AVAILABLE: "Ein- und Auszahlungen sind nicht verfügbar.",
  INSUFFICIENT_BALANCE: "In der Wallet fehlt der Betrag oder die Gebühr des Netzwerks.",
  TRANSACTION_EXPIRED: "Die Transaktion ist zu alt für die Chain.",
  TRANSACTION_MISMATCH:
    "Die Transaktion ist nicht die angeforderte und wurde deshalb nicht gesendet.",
  SWAPS_NOT_AVAILABLE: "Tauschen ist nicht verfügbar.",
  CALENDAR_ITEM_NOT_FOUND:
    "Diese Veröffentlichung gibt es nicht, oder sie war damals nicht bekannt.",
  CATALYST_NOT_FOUND: "Diesen Katalysator gibt es nicht, oder er war damals nicht bekannt.",
  CATALYST_CANNOT_BE_SPLIT:
    "Dieser Katalysator ist nicht zusammengeführt, oder es ist zu lange her.",
  MOVE_NOT_FOUND: "Diese Bewegung gibt es nicht, oder sie war damals nicht bekannt.",
  SWAP_NOT_FOUND: "Diesen Tausch gibt es nicht.",
  QUOTE_EXPIRED: "Das Angebot ist abgelaufen. Bitte ein neues holen.",
  IMPACT_EXCEEDED:
    "Der Preis hat sich stärker bewegt als erlaubt. Bitte ein neues Angebot holen oder mehr Abweichung erlauben.",
  ROUTE_UNAVAILABLE: "Für diesen Tausch gibt es keinen Weg.",
  ORACLE_STALE: "Für diesen Wert gibt es keinen aktuellen Preis.",
  TRANSACTION_REFUSED: "Die Chain nimmt die Transaktion nicht an.",
  CHAIN_UNREACHABLE: "Die Chain antwortet nicht. Ein neuer Versuch kann helfen.",
  CHAIN_IS_ANOTHER: "Der Dienst ist mit einem anderen Netzwerk verbunden als vorgesehen.",
  SANDBOX_UNREACHABLE: "Der simulierte Markt antwortet nicht. Bitte gleich erneut versuchen.",
  WITHDRAWAL_TOO_SMALL:
    "Der Betrag ist zu klein: Jede Auszahlung kostet den Tresor eine Netzwerkgebühr.",
  WITHDRAWAL_TOO_SMALL_detail: "Die kleinste Auszahlung beträgt {minimum} USDC.",
  WITHDRAWAL_EXCEEDS_AVAILABLE:
    "So viel kann das Konto nicht auszahlen. Was Positionen und offene Orders als Margin brauchen, bleibt.",
  WITHDRAWAL_EXCEEDS_AVAILABLE_detail: "Verfügbar: {available} USDC.",
  REDUCE_ONLY_WOULD_INCREASE:
    "Eine Reduce-only-Order braucht eine Position, die keine andere Reduce-only-Order schon abdeckt. Bitte die andere stornieren oder die Option ausschalten.",
  POST_ONLY_WOULD_CROSS:
    "Eine Post-only-Order darf nicht sofort ausgeführt werden. Bitte den Preis weiter weg setzen.",
  POST_ONLY_WOULD_CROSS_detail: "Bester Kaufpreis {bid}, bester Verkaufspreis {ask}.",
  INVALID_TRIGGER_PRICE:
    "Der Auslöser würde sofort greifen. Bitte einen anderen Auslösepreis wählen.",
  INVALID_TRIGGER_PRICE_above_mark_detail: "Er muss über dem Markpreis von {price} liegen.",
  INVALID_TRIGGER_PRICE_below_mark_detail: "Er muss unter dem Markpreis von {price} liegen.",
  INVALID_TRIGGER_PRICE_above_last_detail: "Er muss über dem letzten Abschluss von {price} liegen.",
  INVALID_TRIGGER_PRICE_below_last_detail:
    "Er muss unter dem letzten Abschluss von {price} liegen.",
  MARKET_POST_ONLY: "Der Markt nimmt derzeit nur Post-only-Orders und Stornierungen an.",
  MARKET_REDUCE_ONLY:
    "Der Markt nimmt derzeit nur Orders an, die eine Position verkleinern, und Stornierungen.",
  MARKET_HALTED:
    "Der Handel in diesem Markt ist ausgesetzt. Offene Orders können storniert werden.",
  TOO_MANY_OPEN_ORDERS: "Es gibt zu viele offene Orders. Bitte zuerst einige stornieren.",
  TOO_MANY_OPEN_ORDERS_detail: "Die Grenze liegt bei {limit}.",
  NUMBER_TOO_LARGE:
    "Die Zahl ist größer, als der Handelsplatz zählen kann. Bitte eine kleinere angeben.",

  INVALID_PUBLIC_KEY:
    "Das ist kein öffentlicher Schlüssel. Bitte auf fehlende oder falsche Zeichen prüfen.",
  SIGNER_NOT_FOUND:
    "Dieses Konto hat keinen solchen Handelsschlüssel. Vielleicht ist er schon widerrufen.",
  API_KEY_NOT_FOUND:
    "Dieses Konto hat keinen solchen Schlüssel. Vielleicht ist er schon widerrufen.",
  DUPLICATED_SIGNER: "Dieser Handelsschlüssel ist schon registriert.",
  SIZE_LIMIT: "Das Konto hat so viele Schlüssel, wie es haben darf. Bitte zuerst einen widerrufen.",
  INVALID_FIELD:
    "Der Handelsplatz nimmt einen dieser Werte nicht an. Bitte Bezeichnung, Ablauf und Rechte prüfen.",

  RATE_LIMITED: "Zu viele Anfragen. Es wurde nichts gesendet; bitte gleich noch einmal versuchen.",
  RATE_LIMITED_detail: "In {seconds} s werden wieder Anfragen angenommen.",
  REQUEST_TIMEOUT:
    "Die Anfrage kam nicht vollständig beim Server an. Es ist nichts geschehen; bitte noch einmal versuchen.",
  FAUCET_LIMIT: "Dieses Konto hat das Tageslimit des Faucets erreicht. Morgen geht es weiter.",
  FAUCET_LIMIT_detail: "{limit} USDC am Tag, heute noch {left} USDC.",
  INTERNAL:
    "Auf dem Server ist etwas schiefgegangen. Vor einem neuen Versuch bitte die offenen Orders prüfen.",
  VENUE_UNREACHABLE:
    "Der Handelsplatz hat nicht geantwortet. Ob er dies erhalten hat, ist unbekannt: vor einem neuen Versuch bitte die offenen Orders prüfen.",
  VENUE_TIMEOUT:
    "Der Handelsplatz hat nicht innerhalb von 5 s geantwortet. Ob er dies erhalten hat, ist unbekannt: vor einem neuen Versuch bitte die offenen Orders prüfen.",
  DATABASE_UNAVAILABLE:
    "Die Datenbank ist zurzeit nicht erreichbar. Bitte in einigen Sekunden erneut versuchen.",
  DRAINING:
    "Der Dienst startet neu und hat nichts angenommen. Bitte in wenigen Sekunden noch einmal versuchen.",
  NOT_PRIMARY:
    "Der Handelsplatz wechselt auf einen anderen Server und hat nichts angenommen. Bitte in wenigen Sekunden noch einmal versuchen.",
  NOT_READY: "Der Dienst startet. Bitte in wenigen Sekunden noch einmal versuchen.",
  MARKET_DATA_UNAVAILABLE:
    "Marktdaten sind im Augenblick nicht verfügbar. Bitte gleich noch einmal versuchen.",
};

export default messages;
