import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/machines/messages/en/bot-keys.ts";

const messages: Translation<typeof english> = {
  intro:
    "Mit einem Bot-Schlüssel liest ein eigenes Programm das Konto durch signierte Aufrufe, von den genannten Adressen aus und von keiner anderen.",
  whatTitle: "Was ein Bot-Schlüssel kann und was nicht",
  canRead: "Er liest die Märkte sowie Guthaben, Orders und Positionen des Kontos.",
  mayStage:
    "Er darf Orders vorschlagen, falls das erlaubt ist: Jede wartet fünf Minuten unter Freigaben und bewirkt nichts, bevor sie freigegeben und signiert ist.",
  cannotSign:
    "Er kann keine Order signieren, kein Geld bewegen und keinen Schlüssel ändern: Dafür braucht es die Wallet oder einen Handelsschlüssel.",
  onlyFrom:
    "Ein Aufruf von einer anderen Adresse wird abgelehnt, auch wenn die Signatur stimmt. Die Antwort nennt die Adresse.",
  secretStays:
    "Das Geheimnis wird nie gesendet: Es signiert jeden Aufruf für eine Zeit, eine Methode, einen Pfad und einen Inhalt.",
  readMore: "Das Signaturverfahren, Prüfwerte und Clients in TypeScript und Python:",
  toDevelopers: "Die Bot-API",
  kept: "Das Geheimnis jedes Schlüssels dient der Prüfung der Signaturen. Es ist verschlüsselt gespeichert und wird nie wieder angezeigt.",
  create: "Neuer Bot-Schlüssel",
  list: "Bot-Schlüssel",
  loading: "Bot-Schlüssel werden geladen",
  none: "Noch kein Bot-Schlüssel.",
  noneDetail:
    "Ein neuer ist in einer Minute erstellt: Zu nennen sind die Adressen, von denen das Programm aus aufruft.",

  allowed: "Erlaubt von",
  noAccount: "keines: er liest nur die Märkte",
  never: "läuft nicht ab",
  revokedAt: "Widerrufen",
  revokeTitle: "{name} widerrufen?",
  revokeText:
    "Der nächste Aufruf mit diesem Schlüssel schlägt fehl, in welchem Programm er auch ist. Das lässt sich nicht zurücknehmen.",

  revoked: "Der Bot-Schlüssel ist widerrufen.",

  nameHint: "Zum Wiedererkennen. Höchstens 60 Zeichen.",
  namePlaceholder: "z. B. Grid auf BTC",
  allowlist: "Erlaubte Adressen",
  allowlistHint:
    "Je Zeile eine Adresse oder ein Netz, etwa 192.0.2.7, 10.1.0.0/16 oder 2001:db8::/48. Höchstens {most}.",
  allowlistMissing:
    "Bitte mindestens eine Adresse nennen: Ohne eine ließe sich der Schlüssel nirgends benutzen.",
  addMineNamed: "Eigene Adresse {address} hinzufügen",
  mineIsIn: "Die eigene Adresse {address} steht in der Liste",
  checking: "Wird geprüft…",
  checkFailed:
    "Die Adressen ließen sich nicht prüfen. Beim Erstellen des Schlüssels werden sie noch einmal geprüft.",
  linesGood: { one: "1 Eintrag, und er stimmt.", other: "{count} Einträge, alle stimmen." },
  linesMany: "Das sind {count} Einträge. Höchstens {most} sind möglich.",
  lineRefused: "Zeile {line}, {entry}: {reason}",
  problem_not_an_address: "weder eine Adresse noch ein Netz wie 192.0.2.0/24 oder 2001:db8::/48.",
  problem_zone: "Eine Zone gilt nur auf einer Maschine. Bitte weglassen, was mit % beginnt.",
  problem_leading_zeros: "Manche Programme lesen führende Nullen als oktal. Bitte weglassen.",
  problem_prefix_too_long: "Das Präfix ist zu lang: höchstens /32 bei IPv4 und /128 bei IPv6.",
  problem_host_bits:
    "Gemeint sein kann das Netz {network} oder die eine Adresse ohne Präfix. Bitte das Gemeinte schreiben.",
  everyone:
    "{entry} ist jede Adresse dieser Art: Die Liste schützt dann nichts, und wer das Geheimnis hat, kann es von überall benutzen.",
  tester: "Adresse ausprobieren",
  testerHint: "Würde ein Aufruf von dort angenommen?",
  testAllowed: "{address} ist erlaubt durch {entry}.",
  testRefused: "{address} wird abgelehnt: 403 ip_not_allowed.",
  testBad: "Das ist nicht eine Adresse.",
  testFailed: "Die Adresse ließ sich nicht ausprobieren. Eine Änderung versucht es erneut.",
  expiry: "Ablauf",
  expiryHint: "Ein kurzes Leben begrenzt, was ein verlorener Schlüssel anrichten kann.",
  expiryNever: "Nie",
  expiryNeverWarning:
    "Ein Schlüssel ohne Ablauf bleibt benutzbar, bis ihn jemand widerruft, auch wenn er längst vergessen ist.",
  expiryDays: { one: "In 1 Tag", other: "In {count} Tagen" },
  forAccount: "Der Schlüssel liest das Konto {account}.",
  forNobody:
    "Dieses Konto hat keine Wallet: Der Schlüssel liest nur die Märkte. Um ein Konto zu lesen, bitte zuerst eine Wallet verknüpfen.",
  dropTitle: "Eingaben verwerfen?",
  dropNot: "Weiter bearbeiten",
  drop: "Verwerfen",

  orders: "Darf Orders vorschlagen",
  ordersHint:
    "Er darf Orders vorschlagen; platziert wird eine erst, wenn sie hier gelesen und selbst signiert wurde. Das lässt sich später nicht ändern.",
  readOnly: "Liest nur",
  testHint:
    "Sendet einen signierten Aufruf aus diesem Browser. Er zählt als Nutzung des Schlüssels.",
  testOk: "Er funktioniert. Der Aufruf kam von {address}.",
  testElsewhere:
    "Die Signatur stimmt, aber die Adresse dieses Browsers steht nicht in der Liste, deshalb wurde der Aufruf abgelehnt: 403 ip_not_allowed. Den curl-Aufruf bitte von einer Adresse der Liste aus starten.",
  testUnsafe:
    "Um den Schlüssel hier zu testen, bitte diese Seite über HTTPS öffnen. Der curl-Aufruf unten funktioniert überall.",
  testNearest: "Der nächste Eintrag ist {entry}.",
  everyoneAccept: "Mir ist klar: Allein mit dem Geheimnis lässt sich dieser Schlüssel benutzen",
  listWrong: "Bitte zuerst die Adressen berichtigen.",
  listOpen:
    "Bitte bestätigen, dass der Schlüssel von jeder Adresse aus gilt, oder die Liste enger fassen.",
  madeTitle: "Der neue Bot-Schlüssel",
  secretKeeps:
    "Jetzt kopieren: Es wird nur dieses eine Mal angezeigt. Wir bewahren es verschlüsselt auf, weil die Prüfung der Signaturen es braucht, und zeigen es nie wieder an. Wer es hat, kann den Schlüssel von den erlaubten Adressen aus benutzen.",
  secret: "Geheimnis",
  callsHint: "Sie lesen Kennung und Geheimnis aus diesen Variablen.",
  environment: "Variablen",
  typescript: "TypeScript",
  python: "Python",
  shell: "curl",
};

export default messages;
