import type { Translation } from "#components/i18n/message-types.ts";
import type english from "./en.ts";

const messages: Translation<typeof english> = {
  title: "Entwicklung",
  intro:
    "Märkte ohne Schlüssel lesen, mit einem im eigenen Namen handeln oder eigene Orders signieren. Nichts, was Werte bewegt, geschieht ohne eigene Signatur.",
  contents: "Auf dieser Seite",
  addresses: "Adressen",
  application: "Anwendung",
  venue: "Handelsplatz",

  credentials: "Die fünf Zugänge",
  credentialsIntro:
    "Sie ersetzen einander nicht. An einer anderen Tür als der eigenen wird ein Zugang mit 401 abgelehnt, und die Antwort nennt die richtige Tür.",
  credential: "Zugang",
  form: "Form",
  usedBy: "Für",
  door: "Gehört an",
  from: "Woher",
  session: "Wallet-Sitzung",
  session_form: "JWT",
  session_by: "eine angemeldete Person",
  session_from: "Anmelden, dann /api/auth/token lesen. Sie gilt zehn Minuten.",
  mcp: "MCP-Schlüssel",
  mcp_form: "svc_sk_ und 64 Hexzeichen",
  mcp_by: "das eigene Backend oder einen KI-Client im eigenen Namen",
  mcp_from: "Einstellungen, MCP-Schlüssel",
  oauth: "OAuth-2.1-Zustimmung",
  oauth_form: "ein Access-Token",
  oauth_by: "ein Produkt für viele Personen, jede im eigenen Namen",
  oauth_from: "Diese Installation vergibt keine.",
  bot: "Bot-Schlüssel",
  bot_form: "Kennung tbk_ und Geheimnis tbs_",
  bot_by: "Bots, die ihre Aufrufe mit HMAC signieren",
  bot_from: "Einstellungen, Bot-Schlüssel",
  venueKey: "Schlüssel für den Handelsplatz",
  venueKey_form: "apikey_ und 64 Hexzeichen",
  venueKey_by: "Programme, die ihre Orders selbst mit Ed25519 signieren",
  venueKey_from: "Eine Anfrage, die der eigene Schlüssel signiert: siehe docs/api",

  which: "Welchen Schlüssel braucht es?",
  which_public: "Nur Märkte, Charts und Datenströme lesen.",
  which_public_answer: "Keinen.",
  which_session: "Etwas als die angemeldete Person ausprobieren.",
  which_mcp: "Das Backend oder der KI-Client handelt im eigenen Namen.",
  which_oauth: "Das Produkt handelt für viele Personen.",
  which_bot: "Der Bot liest das Konto von einem Server mit bekannter Adresse.",
  which_venue: "Das Programm signiert und sendet Orders selbst.",

  calls: "Der erste Aufruf in 60 Sekunden",
  callsIntro: "Den Zugang in die Umgebung der Shell legen, dann einfügen.",
  call_public: "Ohne Schlüssel",
  call_session: "Mit einer Wallet-Sitzung",
  call_mcp: "Mit einem MCP-Schlüssel",
  call_bot: "Mit einem Bot-Schlüssel",
  call_venue: "Mit einem Schlüssel für den Handelsplatz",
  variables: "Variablen",
  examples: "TypeScript und Python",
  neverPaste:
    "Hier wird nie nach einem Schlüssel gefragt. Eine Seite, auf der einer einzugeben ist, gehört nicht zu diesem Dienst. Nach einem Leck zuerst widerrufen, dann die Programme umstellen.",

  errors: "Fehler",
  errorsIntro:
    "Jede Ablehnung hat denselben Aufbau. „error“ ist ein Code, der seine Bedeutung nie ändert, „message“ sagt, was zu tun ist.",
  status: "Status",
  meaning: "Bedeutung",
  error_400: "Die Anfrage ist fehlerhaft; der Text nennt das Feld.",
  error_401:
    "Es ist nicht belegt, wer anfragt. WRONG_CREDENTIAL nennt die richtige Tür. Nicht unverändert wiederholen.",
  error_403:
    "Belegt, aber nicht erlaubt: ip_not_allowed nennt die gesehene Adresse, WALLET_REQUIRED verlangt eine Wallet.",
  error_404: "Es gibt nichts dergleichen, oder es gehört jemand anderem.",
  error_409: "Es verträgt sich nicht mit dem gegenwärtigen Stand.",
  error_422: "Verstanden, aber von den Regeln des Marktes oder dem Stand des Kontos abgelehnt.",
  error_429: "Über einem Limit. Nichts ist geschehen: Retry-After Sekunden warten.",
  error_5xx:
    "Auf unserer Seite, oder ein Neustart. 502 und 504 bei einem Schreibvorgang: sein Ausgang ist unbekannt, vor einem neuen Versuch lesen.",

  limits: "Limits",
  limitsIntro:
    "Jede begrenzte Antwort hat RateLimit-Limit, RateLimit-Remaining und RateLimit-Reset, 429 dazu Retry-After. Höhere Limits gibt es für einen beschriebenen Zweck und mit einer Adressliste.",
  what: "Was",
  limit: "Limit",
  countedBy: "Gezählt je",
  perMinute: "{limit} je Minute",
  perSeconds: "{limit} in {seconds} s",
  by_address: "Adresse",
  by_session: "Konto",
  by_key: "Schlüssel",
  by_mail: "Mailadresse",

  streams: "Datenströme",
  streamsIntro:
    "Marktdaten kommen als Server-Sent Events. Zuerst der Stand, dann jede Änderung; ein neuer Datenstrom beginnt wieder mit dem ganzen Stand.",
  event: "Ereignis",
  clients: "Clients und Anleitungen",
  clientsIntro:
    "Im Repository, zum Übernehmen in das eigene Projekt: Node 20 oder Python 3.9, ohne Pakete.",
  client_venue: "Orders signieren und senden, mit Testvektoren",
  client_streams: "Den Datenstrom lesen und verbunden bleiben",
  client_bot: "Die Bot-API aufrufen",

  reference: "API-Referenz",
  referenceIntro:
    "Erzeugt aus dem, womit der Dienst selbst Anfragen und Antworten prüft (OpenAPI 3.1).",
  download: "Dokument herunterladen",
  venueDocument: "Dokument des Handelsplatzes",
  noKey: "kein Schlüssel",
  parameters: "Parameter",
  required: "erforderlich",
  requestBody: "Inhalt",
  responses: "Antworten",
  schemas: "Schemata",
};

export default messages;
