import type en from "#components/data/messages/en/venue-errors.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof en> = {
  NETWORK:
    "Keine Antwort. Bitte die Verbindung prüfen. Diese Seite fragt nach, was aus der Anfrage wurde.",
  UNREADABLE: "Die Antwort des Servers war nicht lesbar. Bitte gleich noch einmal versuchen.",
  UNKNOWN: "Die Anfrage wurde abgelehnt ({code}). {message}",
  PAGE_FAULT:
    "Der Handelsplatz konnte diese Anfrage nicht lesen ({code}). Das ist ein Fehler dieser Seite: bitte neu laden und den Code melden, falls er bleibt.",

  SIGN_IN_REQUIRED:
    "Die Sitzung ist beendet. Beim Handelsplatz kam nichts an. Bitte erneut anmelden.",
  SIGN_IN_REFUSED: "Die Anmeldung wurde abgelehnt. Bitte mit der Wallet erneut anmelden.",
  ACCOUNT_MISMATCH: "Ein anderes Konto ist angemeldet. Beim Handelsplatz kam nichts an.",
  TRADING_NOT_ENABLED:
    "Der Handel ist für dieses Konto nicht freigeschaltet. Bitte zuerst mit einer Signatur freischalten.",
  UNKNOWN_API_KEY:
    "Der Handelsplatz kennt den Schlüssel dieses Kontos nicht mehr. Bitte den Handel erneut freischalten.",
  EXPIRED_API_KEY:
    "Der Schlüssel dieses Kontos beim Handelsplatz ist abgelaufen. Bitte den Handel erneut freischalten.",
  ApiKeyIdentityConflict:
    "Der Schlüssel gehört zu einem anderen Konto oder Unterzeichner. Bitte ab- und wieder anmelden und den Handel erneut freischalten.",
  INVALID_SIGNATURE:
    "Die Signatur passt nicht zum Gesendeten. Bitte erneut signieren; bleibt es dabei, signiert die Wallet etwas anderes als gezeigt.",
  SIGNER_NOT_AUTHORIZED:
    "Der signierende Schlüssel darf nicht für dieses Konto handeln: Er ist abgelaufen, widerrufen oder hat das Recht nicht. Bitte einen neuen Handelsschlüssel anlegen oder mit der Wallet signieren.",
  TIMESTAMP_OUT_OF_WINDOW:
    "Die Signatur kam zu spät oder zu früh an: Sie gilt 30 s. Bitte die Uhr dieses Computers prüfen und erneut signieren.",
  NEVER_ARRIVED:
    "Die Order ist verfallen, bevor der Handelsplatz sie angenommen hat. Nichts wurde platziert. Falls noch gewünscht: um einen neuen Vorschlag bitten oder die Order selbst platzieren.",
  DUPLICATE_REQUEST:
    "Der Handelsplatz hat diese signierten Bytes schon erhalten. Sie wurden einmal wirksam; bitte die Orders prüfen.",
  IP_NOT_ALLOWED: "Der Handelsplatz nimmt von dieser Netzwerkadresse keine Anfragen an.",

  MARKET_NOT_FOUND: "Diesen Markt gibt es nicht. Bitte einen anderen wählen.",
  ORDER_NOT_FOUND:
    "Dieses Konto hat keine solche Order. Vielleicht gehört sie zu einem anderen Konto.",
  ORDER_IS_CLOSED: "Die Order ist schon geschlossen. Sie steht im Orderverlauf.",
  ORDER_TYPE_NOT_SUPPORTED: "Der Handelsplatz nimmt diese Orderart nicht an.",
  INVALID_ORDER_TERMS:
    "Diese Angaben lassen sich nicht kombinieren. Bitte Orderart, Gültigkeit, Optionen und Auslöser prüfen.",
  marketRests_detail: "Eine Marketorder kann nicht im Buch bleiben.",
  triggerFok_detail: "Eine Trigger-Order muss GTC oder IOC sein.",
  postOnlyTakes_detail: "Eine Post-only-Order muss eine Limitorder sein, die GTC ist.",
  INVALID_ORDER_TERMS_size_detail: "Die neue Größe muss über dem schon Ausgeführten liegen.",
  BATCH_SIZE_OUT_OF_RANGE: "Zu viele Orders auf einmal. Bitte weniger senden.",
  BATCH_SIZE_OUT_OF_RANGE_detail: "Höchstens {most} gehen zusammen.",
  DUPLICATED_CLIENT_ID:
    "Eine andere Order der letzten 24 Stunden hat diese Client-ID. Es wurde nichts platziert.",
  CLIENT_ID_LIMIT: "Das Konto hat in den letzten 24 Stunden zu viele Client-IDs verwendet.",
  CLIENT_ID_LIMIT_detail: "Die Grenze liegt bei {limit}. Die Order geht ohne Client-ID.",
  INVALID_TICK: "Der Preis passt nicht zur Tick-Größe.",
  INVALID_TICK_detail: "Er muss ein Vielfaches von {tick} sein.",
  INVALID_LOT: "Die Größe passt nicht zur Lot-Größe.",
  INVALID_LOT_detail: "Sie muss ein Vielfaches von {lot} und größer als null sein.",
  MIN_NOTIONAL: "Die Order ist zu klein. Bitte eine größere Größe angeben.",
  MIN_NOTIONAL_detail: "Sie muss mindestens {minimum} USDC wert sein.",
  PRICE_BAND: "Der Preis liegt zu weit vom Markpreis entfernt.",
  PRICE_BAND_detail: "Er darf zwischen {low} und {high} liegen.",
  MARK_UNAVAILABLE: "Dieser Markt hat noch keinen Markpreis. Bitte später versuchen.",
  MARK_STALE:
    "Der Markpreis ist nicht aktuell. Bis er aktualisiert wird, werden nur Orders angenommen, die eine Position verkleinern.",
  INSUFFICIENT_MARGIN:
    "Nicht genügend Margin. Bitte eine kleinere Größe wählen, eine Position schließen oder einzahlen.",
  INSUFFICIENT_MARGIN_detail:
    "Das Konto bräuchte {required} USDC Margin und wäre {available} USDC wert.",
  TRANSFERS_NOT_AVAILABLE: "Ein- und Auszahlungen sind nicht verfügbar.",
  INSUFFICIENT_BALANCE: "Die Wallet hat den Betrag und die Netzwerkgebühr nicht.",
  TRANSACTION_EXPIRED: "Die Transaktion ist verfallen.",
  TRANSACTION_MISMATCH: "Die Transaktion weicht von der Anfrage ab und wurde nicht gesendet.",
  SWAPS_NOT_AVAILABLE: "Tauschen ist nicht verfügbar.",
  CALENDAR_ITEM_NOT_FOUND:
    "Diese Veröffentlichung gibt es nicht, oder sie war damals nicht bekannt.",
  CATALYST_NOT_FOUND: "Diesen Katalysator gibt es nicht, oder er war damals nicht bekannt.",
  CATALYST_CANNOT_BE_SPLIT:
    "Dieser Katalysator ist nicht zusammengeführt, oder es ist zu lange her.",
  MOVE_NOT_FOUND: "Diese Kursbewegung gibt es nicht, oder sie war damals nicht bekannt.",
  SWAP_NOT_FOUND: "Diesen Swap gibt es nicht.",
  QUOTE_EXPIRED: "Das Angebot ist abgelaufen. Bitte ein neues holen.",
  IMPACT_EXCEEDED:
    "Der Preis hat sich um mehr als die Slippage bewegt. Bitte ein neues Angebot holen oder mehr Slippage erlauben.",
  ROUTE_UNAVAILABLE: "Keine Route für diesen Swap.",
  ORACLE_STALE: "Kein aktueller Preis für diesen Token.",
  TRANSACTION_REFUSED: "Die Chain hat die Transaktion abgelehnt.",
  CHAIN_UNREACHABLE: "Die Chain antwortet nicht. Bitte erneut versuchen.",
  CLAIM_REFUSED: "Diese Zahlung kann mit dieser Wallet nicht beansprucht werden.",
  CUSTODY_UNREACHABLE: "Die Verwahrung antwortet nicht. Bitte erneut versuchen.",
  CHAIN_IS_ANOTHER: "Der Dienst ist mit dem falschen Netzwerk verbunden.",
  SANDBOX_UNREACHABLE: "Der simulierte Markt antwortet nicht. Bitte gleich erneut versuchen.",
  RESERVES_NOT_FOUND: "Es gibt noch keinen Reservennachweis.",
  WITHDRAWAL_TOO_SMALL: "Der Betrag ist zu klein: Nach der Gebühr muss mindestens 1 USDC ankommen.",
  WITHDRAWAL_TOO_SMALL_detail: "Die kleinste Auszahlung beträgt {minimum} USDC.",
  WITHDRAWAL_FEE: "Die Auszahlungsgebühr hat sich geändert. Bitte prüfen und erneut signieren.",
  WITHDRAWAL_FEE_detail: "Sie beträgt jetzt {fee} USDC.",
  WITHDRAWALS_A_DAY:
    "Das Limit der Auszahlungen in 24 Stunden ist erreicht. Bitte später erneut versuchen.",
  WITHDRAWALS_A_DAY_detail: "Höchstens {most} in 24 Stunden.",
  WITHDRAWAL_EXCEEDS_AVAILABLE:
    "So viel lässt sich nicht auszahlen: Positionen und offene Orders brauchen Margin.",
  WITHDRAWAL_EXCEEDS_AVAILABLE_detail: "Verfügbar: {available} USDC.",
  REDUCE_ONLY_WOULD_INCREASE:
    "Eine Reduce-only-Order braucht eine Position, die keine andere Reduce-only-Order schon abdeckt. Bitte die andere stornieren oder die Option ausschalten.",
  POST_ONLY_WOULD_CROSS:
    "Eine Post-only-Order kann nicht sofort handeln. Bitte den Preis weiter vom Markt weg setzen.",
  POST_ONLY_WOULD_CROSS_detail: "Bester Kaufpreis {bid}, bester Verkaufspreis {ask}.",
  GROUP_PRICE:
    "Die Order würde auslösen, sobald der Einstieg ausgeführt wird. Bitte einen anderen Auslösepreis wählen.",
  GROUP_PRICE_above_entry_detail: "Er muss über dem Einstiegspreis von {price} liegen.",
  GROUP_PRICE_below_entry_detail: "Er muss unter dem Einstiegspreis von {price} liegen.",
  GROUP_COUNT: "Ein Einstieg hat einen Take-Profit und einen Stop-Loss.",
  GROUP_TYPE: "Diese Orders lassen sich nicht zusammen platzieren.",
  GROUP_DUPLICATED_TYPE: "Zusammen lassen sich nur ein Take-Profit und ein Stop-Loss platzieren.",
  GROUP_MARKET: "Take-Profit und Stop-Loss müssen im selben Markt wie der Einstieg liegen.",
  GROUP_SIDE: "Take-Profit und Stop-Loss müssen die Position schließen.",
  GROUP_SIZE: "Die Größe passt nicht zu der Order, die sie absichert.",
  GROUP_FLAGS: "Take-Profit und Stop-Loss müssen Reduce-only sein, der Einstieg nicht.",
  LEVERAGE_OUT_OF_RANGE: "Diesen Hebel erlaubt der Markt nicht.",
  LEVERAGE_OUT_OF_RANGE_detail: "Er ist eine ganze Zahl von 1 bis {most}.",
  MARGIN_MODE_IN_USE:
    "Der Margin-Modus lässt sich nur ohne Position und ohne offene Orders in diesem Markt ändern.",
  POSITION_NOT_ISOLATED:
    "In diesem Markt gibt es keine isolierte Position. Es wurde nichts geändert.",
  ISOLATED_MARGIN_NOT_FREE: "Die freie Margin des Kontos reicht nicht. Es wurde nichts geändert.",
  ISOLATED_MARGIN_NOT_FREE_detail: "Frei sind {available} USDC.",
  ISOLATED_MARGIN_NEEDED: "Die Position braucht diese Margin. Es wurde nichts geändert.",
  ISOLATED_MARGIN_NEEDED_detail: "{available} USDC lassen sich entnehmen.",
  LEVERAGE_NEEDS_MARGIN:
    "Die freie Margin des Kontos reicht für diesen Hebel nicht. Es wurde nichts geändert.",
  LEVERAGE_NEEDS_MARGIN_detail:
    "Nötig wären {required} USDC Margin, das Konto ist {available} USDC wert.",
  NO_POSITION: "Es gibt keine Position, die abgesichert werden könnte.",
  INVALID_TRIGGER_PRICE:
    "Die Order würde sofort ausgelöst. Bitte einen anderen Auslösepreis wählen.",
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
    "Die Zahl ist größer, als der Handelsplatz erlaubt. Bitte eine kleinere angeben.",

  INVALID_PUBLIC_KEY:
    "Das ist kein öffentlicher Schlüssel. Bitte auf fehlende oder falsche Zeichen prüfen.",
  SIGNER_NOT_FOUND:
    "Dieses Konto hat keinen solchen Handelsschlüssel. Vielleicht ist er schon widerrufen.",
  API_KEY_NOT_FOUND:
    "Dieses Konto hat keinen solchen Schlüssel. Vielleicht ist er schon widerrufen.",
  DUPLICATED_SIGNER: "Dieser Handelsschlüssel ist schon registriert.",
  SIZE_LIMIT: "Die Höchstzahl an Schlüsseln ist erreicht. Bitte zuerst einen widerrufen.",
  INVALID_FIELD: "Der Handelsplatz hat einen dieser Werte abgelehnt. {message}",

  RATE_LIMITED: "Zu viele Anfragen. Es wurde nichts gesendet; bitte gleich noch einmal versuchen.",
  RATE_LIMITED_detail: "In {seconds} s werden wieder Anfragen angenommen.",
  REQUEST_TIMEOUT:
    "Die Anfrage kam nicht vollständig beim Server an. Nichts wurde ausgeführt; bitte noch einmal versuchen.",
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
