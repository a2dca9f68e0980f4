import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/partner/messages/en/partner-terms.ts";

const messages: Translation<typeof english> = {
  termsTitle: "Bedingungen für Partner",
  termsIntro:
    "Bei Verstößen kann die Teilnahme enden. Gebühren aus solchen Anmeldungen können zurückgebucht werden.",
  attributionTitle: "Welcher Link zählt",
  termLast:
    "Es zählt der letzte Link, dem ein Browser vor der Anmeldung gefolgt ist: Der letzte Link gewinnt. Er zählt {days} Tage lang.",
  termCode:
    "Ein bei der Anmeldung eingegebener Code ersetzt den Link. Ohne Link kann ein Code noch 24 Stunden nach der Anmeldung eingegeben werden.",
  termLife: "Eine Empfehlung gilt lebenslang, der Rabatt auch. Spätere Links ändern nichts.",
  termExisting:
    "Wer schon ein Konto hat, für den ändern Links nichts, und solche Besuche zählen nicht als Klicks.",
  cookieTitle: "Cookies",
  termCookie:
    "Der Link setzt ein eigenes Cookie mit Code und Markierungen für {days} Tage, und eines für einen Tag, damit Klicks einmal zählen. Über die Person wird nichts gespeichert.",
  forbiddenTitle: "Nicht erlaubt",
  forbidSelf: "Sich selbst, den eigenen Haushalt oder dafür bezahlte Personen anmelden.",
  forbidBrand:
    "Anzeigen auf den Namen dieses Dienstes oder ähnliche Namen in Suchmaschinen und App-Stores.",
  forbidSpam:
    "Unverlangte Mails oder Nachrichten, Cookie-Stuffing, Pop-unders, verborgene Frames und Belohnungen für Klicks.",
  forbidClaims:
    "Gewinnversprechen oder Aussagen, die der Dienst selbst nicht macht. Zu sagen ist, dass Handel Geld kosten kann.",
  forbidLook: "Seiten, Konten oder Domains, die wie dieser Dienst oder sein Support aussehen.",
  forbidLaw:
    "Werbung, wo sie verboten ist, und an Minderjährige. Werbung ist als Werbung zu kennzeichnen.",
  payTerms: "Vergütung",
  termPay:
    "Verdient wird an tatsächlich berechneten Gebühren. Eine stornierte Gebühr wird zum gebuchten Satz zurückgenommen.",
  termTax:
    "Steuern sind Sache der Partner. Abrechnungen können den Empfänger nennen, damit sie als Rechnung dienen.",
  termEnd:
    "Die Teilnahme kann jederzeit enden. Was bis dahin verdient ist, steht in den Abrechnungen.",
  assetsTitle: "Banner und Texte",
  assetsText:
    "Unverändert verwenden, mit dem eigenen Link dahinter. Das Bild zum Teilen ist auf der Partnerseite.",
  bannerAlt: "svc: lebenslang 10\u00a0% weniger Handelsgebühren",
  bannerName: "Banner {size}",
  bannerCode: "HTML des Banners {size}",
  download: "Herunterladen",
  textsTitle: "Texte zum Kopieren",
  copyShort:
    "Über meinen Link lebenslang 10\u00a0% weniger Handelsgebühren. Die eigene Wallet signiert jede Order.",
  copyLong:
    "Ich handle Perpetuals auf svc: ohne Verwahrung, jede Order signiert die eigene Wallet. Wer sich über meinen Link anmeldet, zahlt lebenslang 10\u00a0% weniger Handelsgebühren. Handel kann Geld kosten. Werbung: Ich verdiene einen Anteil der Gebühren.",
  copyText: "diesen Text",
};

export default messages;
