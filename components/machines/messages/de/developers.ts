import type { Translation } from "#components/i18n/message-types.ts";
import type english from "#components/machines/messages/en/developers.ts";

const messages: Translation<typeof english> = {
  title: "Entwicklung",
  intro:
    "Märkte ohne Schlüssel lesen, mit einem im eigenen Namen handeln oder eigene Orders signieren. Nichts, was Werte bewegt, geschieht ohne eigene Signatur.",
  documents: "Dokumentation",
  contents: "Auf dieser Seite",
  addresses: "Basis-URLs",
  application: "Anwendung",
  venue: "Handelsplatz",

  credentials: "Die fünf Zugänge",
  credentialsIntro:
    "Sie ersetzen einander nicht. An einem anderen Endpunkt als dem eigenen wird ein Zugang mit 401 abgelehnt, und die Antwort nennt den richtigen Endpunkt.",
  credential: "Zugang",
  form: "Form",
  usedBy: "Für",
  sentTo: "Gehört an",
  moreEndpoints: "{count} weitere Adressen",
  from: "Woher",
  session: "Wallet-Sitzung",
  session_form: "JWT",
  session_by: "eine angemeldete Person",
  session_from: "Anmelden, dann /api/auth/token lesen. Sie gilt zehn Minuten.",
  mcp: "MCP-Schlüssel",
  mcp_form: "svc_sk_ und 64 Hexzeichen",
  mcp_by: "das eigene Backend oder einen KI-Client im eigenen Namen",
  mcp_from: "Einstellungen, MCP-Schlüssel",
  oauth: "OAuth-2.1-Access-Token",
  oauth_form: "svc_at_ und 43 Zeichen",
  oauth_by: "ein Produkt für viele Personen, jede im eigenen Namen",
  oauth_from: "Das Programm registrieren: siehe unten",
  bot: "Bot-Schlüssel",
  bot_form: "Kennung tbk_ und Geheimnis tbs_",
  bot_by: "Bots, die ihre Aufrufe mit HMAC signieren",
  bot_from: "Einstellungen, Bot-Schlüssel",
  venueKey: "Schlüssel für den Handelsplatz",
  venueKey_form: "apikey_ und 64 Hexzeichen",
  venueKey_by: "Programme, die ihre Orders selbst mit Ed25519 signieren",
  venueKey_from: "Eine Anfrage, die die eigene Wallet signiert",

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
  call_assistant: "MCP-Server: mit einem MCP-Schlüssel oder Access-Token",
  call_bot: "Mit einem Bot-Schlüssel",
  call_venue: "Mit einem Schlüssel für den Handelsplatz",
  variables: "Variablen",
  examples: "TypeScript und Python",
  neverPaste:
    "Hier wird nie nach einem Schlüssel gefragt. Eine Seite, auf der einer einzugeben ist, gehört nicht zu diesem Dienst. Nach einem Leck zuerst widerrufen, dann die Programme umstellen.",

  tour: "Alles mit einer Demo-Wallet",
  tourIntro:
    "Der Markt dieser Installation ist simuliert; eine neue Wallet genügt für alles. Die Schritte nacheinander in dieselbe Shell einfügen. Nötig sind curl, Node ab 20 und Python ab 3.9.",
  tour_wallet: "1. Eine Wallet mit je einem Zugang jeder Art anlegen",
  tour_tool: "2. Ein MCP-Werkzeug aufrufen",
  tour_bot: "3. Einen Bot-Aufruf signieren",
  tour_deposit: "4. USDC über die Chain einzahlen",
  tour_propose: "5. Eine Order vorschlagen, die auf Freigabe wartet",
  tour_order: "6. Eine Order signieren und am Handelsplatz platzieren",
  tour_swap: "7. USDC in SOL tauschen",
  tour_webhook: "8. Einen Webhook empfangen und seine Signatur prüfen",
  tour_catalyst: "9. Fragen, was einen Kurs bewegt hat",
  tourMore:
    "Schritt 1 gibt auch eine Adresse aus, die diese Seite mit der Demo-Wallet öffnet. Dort lässt sich die Order aus Schritt 5 freigeben und in den OAuth-Schritten unten zustimmen. Das Sitzungs-Token gilt zehn Minuten; Schritt 1 bringt ein neues.",

  oauthSteps: "OAuth Schritt für Schritt",
  oauthIntro:
    "Für Produkte mit vielen Personen: Jede meldet sich hier an, liest, worum das Produkt bittet, und entscheidet. Jede Bibliothek für OAuth 2.1 mit PKCE geht diese Schritte von selbst. Von Hand: die Schritte nacheinander in dieselbe Shell einfügen.",
  oauth_discover: "1. Die Adressen finden",
  oauth_discover_text:
    "Der Issuer ist die Adresse dieses Dienstes; Bibliotheken lesen dieses Dokument.",
  oauth_register: "2. Das Programm registrieren, einmal",
  oauth_register_text:
    "Die Antwort enthält die client_id; der Schritt legt sie in SVC_CLIENT_ID ab. Mit client_secret_post oder client_secret_basic statt none enthält sie auch ein client_secret, nur in dieser Antwort.",
  oauth_authorize: "3. Die Person zur Zustimmungsseite schicken",
  oauth_authorize_text:
    "Alle sieben Parameter sind erforderlich. Schritt 4 einfügen, bevor die ausgegebene Adresse geöffnet wird: Danach kommt der Browser mit code, state und iss zur redirect_uri, oder mit error. state und iss sind zu vergleichen.",
  oauth_token: "4. Auf den Code warten und ihn tauschen",
  oauth_token_text:
    "Ein kleines Programm wartet auf diesem Rechner, prüft state und tauscht den Code, der 60 Sekunden gilt. Konnte der Browser 127.0.0.1 nicht erreichen: diesen Schritt einfügen, dann jene Seite neu laden. Das Access-Token gilt eine Stunde. Das Refresh-Token gibt es, wenn der Grant-Typ refresh_token registriert wurde.",
  oauth_call: "5. Ein Werkzeug aufrufen",
  oauth_call_text:
    "Das Access-Token geht als Bearer an den MCP-Server. Ein Werkzeug, dessen Scope nicht freigegeben wurde, wird mit 403 abgelehnt.",
  oauth_propose: "6. Eine Order vorschlagen",
  oauth_propose_text:
    "Dafür braucht es trade:execute, das die Person selbst ankreuzt, und eine Wallet mit aktiviertem Handel. Nichts wird platziert: Die Order wartet fünf Minuten unter der ausgegebenen Adresse auf die Signatur.",
  oauth_refresh: "7. Erneuern",
  oauth_refresh_text:
    "Jedes Refresh-Token gilt einmal und bringt das nächste. Eine Wiederholung binnen zehn Sekunden bringt dieselbe Antwort. Eine Stunde lang bringt das vorige Token nur ein Access-Token. Jede andere Wiederverwendung gilt als Diebstahl und beendet die Verbindung; sonst endet sie 30 Tage nach der Zustimmung.",
  oauth_revoke: "8. Widerrufen",
  oauth_revoke_text:
    "Eines der beiden Token genügt: Die ganze Verbindung endet, und der nächste Aufruf damit ergibt 401. Dasselbe geht unter Verbundene Apps.",
  oauthMore:
    "Die Scopes sind read:market, read:chat, read:points und trade:execute. Eine Antwort mit 403 nennt den fehlenden in WWW-Authenticate: noch einmal autorisieren und darum bitten. Loopback-Redirects dürfen jeden Port nutzen.",
  oauthParameters: "Parameter der Autorisierungs-URL",
  parameter: "Parameter",
  oauth_client_id: "aus der Registrierung, oder die https-Adresse des eigenen Client-ID-Dokuments",
  oauth_redirect_uri: "eine der registrierten",
  oauth_code_challenge: "BASE64URL(SHA-256(Verifier)) ohne Füllzeichen",
  oauth_scope: "ein oder mehrere Scopes, durch Leerzeichen getrennt",
  oauth_state: "ein eigener zufälliger Text, der unverändert zurückkommt",

  tools: "Werkzeuge des MCP-Servers",
  toolsIntro:
    "Was tools/list nennt, mit dem Scope, den jedes verlangt. Ein MCP-Schlüssel hat die drei lesenden Scopes, und trade:execute, wenn das angehakt wurde.",
  tool: "Werkzeug",
  scope: "Scope",
  about: "Beschreibung für Assistenten",
  toolsApproval:
    "Freigeben ist kein Werkzeug: Eine vorgeschlagene Order wartet fünf Minuten auf die Person, die sie hier liest und signiert. Kein Access-Token und kein Schlüssel kann das.",

  errors: "Fehler",
  errorsIntro:
    "Jeder Fehler hat denselben Aufbau. „error“ ist ein fester Code, „message“ sagt, was zu tun ist.",
  meaning: "Bedeutung",
  error_400: "Die Anfrage ist fehlerhaft; der Text nennt das Feld.",
  error_401:
    "Die Anfrage ist nicht authentifiziert. WRONG_CREDENTIAL nennt den richtigen Endpunkt. Nicht unverändert wiederholen.",
  error_403:
    "Authentifiziert, aber nicht erlaubt: ip_not_allowed nennt die gesehene Adresse, WALLET_REQUIRED verlangt eine Wallet, INSUFFICIENT_SCOPE einen Scope.",
  error_404: "Es gibt nichts dergleichen, oder es gehört jemand anderem.",
  error_409: "Es verträgt sich nicht mit dem gegenwärtigen Stand.",
  error_422: "Verstanden, aber von den Regeln des Marktes oder dem Stand des Kontos abgelehnt.",
  error_429: "Über einem Limit. Nichts ist geschehen: Retry-After Sekunden warten.",
  error_5xx:
    "Auf unserer Seite, oder ein Neustart. 502 und 504 bei einem Schreibvorgang: sein Ausgang ist unbekannt, vor einem neuen Versuch lesen.",

  limits: "Limits",
  limitsIntro:
    "Jede begrenzte Antwort hat RateLimit-Limit, RateLimit-Remaining und RateLimit-Reset, 429 dazu Retry-After. Der Betreiber kann Limits erhöhen: Bitte den Zweck beschreiben und eine Adressliste senden.",
  what: "Was",
  limit: "Limit",
  countedBy: "Gezählt je",
  perMinute: "{limit} je Minute",
  perSeconds: "{limit} in {seconds} s",
  limit_public_data: "Öffentliche Daten",
  limit_pages: "Seiten",
  limit_prefetches: "Im Voraus geladene Links",
  limit_cpu: "Rechenzeit für Seiten und Chain-Abfragen, in ms",
  limit_account_cpu: "Rechenzeit für große Abfragen eines Kontos, in ms",
  limit_anonymous_calls: "Aufrufe ohne Zugangsdaten",
  limit_sign_in_writes: "Anmeldungen",
  limit_sign_in_mails: "Anmeldemails an eine Adresse",
  limit_sign_in_mails_of_known_browser:
    "Anmeldemails an eine Adresse, von Browsern, die mit ihr schon angemeldet waren",
  limit_sign_in_mails_of_address: "Von einem Client verlangte Anmeldemails",
  limit_session_mails: "Mails zum Verknüpfen oder Bestätigen",
  limit_link_mails: "Verknüpfungsmails an eine Adresse",
  limit_key_changes: "Schlüssel erstellt oder ersetzt",
  limit_signed_in: "API der angemeldeten Person",
  limit_mcp_key: "Ein MCP-Schlüssel",
  limit_mcp_key_elevated: "Ein MCP-Schlüssel mit erhöhtem Limit",
  limit_bot_key: "Ein Bot-Schlüssel",
  limit_bot_key_elevated: "Ein Bot-Schlüssel mit erhöhtem Limit",
  limit_oauth_grant: "Eine verbundene App",
  limit_oauth_rotations: "Erneuerungen der Tokens einer App",
  limit_oauth_requests: "OAuth-Anfragen",
  limit_oauth_registrations: "OAuth-Clients, die sich selbst registrieren",
  limit_oauth_documents: "Neue OAuth-Clients per Metadaten-Dokument",
  limit_staged_orders: "Von Programmen vorgeschlagene Orders",
  limit_key_failures: "Abgelehnte Zugänge (401)",
  by_address: "Adresse",
  by_session: "Konto",
  by_key: "Schlüssel",
  by_grant: "Verbindung",
  by_mail: "Mailadresse",

  streams: "Datenströme",
  streamsIntro:
    "Marktdaten kommen als Server-Sent Events. Zuerst der Stand, dann jede Änderung; ein neuer Datenstrom beginnt wieder mit dem ganzen Stand.",
  event: "Ereignis",
  webhooks: "Webhooks",
  webhooksIntro:
    "Ereignisse gehen signiert an die eigene HTTPS-URL, mit Wiederholungen nach festem Zeitplan. Jede Zustellung lässt sich einsehen, testen und erneut senden.",
  toWebhooks: "Webhooks verwalten",
  clients: "Clients und Anleitungen",
  clientsIntro:
    "Dokumente, und Programme zum Übernehmen in das eigene Projekt. JavaScript braucht Node ab 20, TypeScript Node ab 22.18, Python ab 3.9.",
  client_venue: "Orders signieren und senden, mit Testvektoren",
  client_streams: "Den Datenstrom lesen und verbunden bleiben",
  client_webhooks: "Webhooks empfangen und Signaturen prüfen",
  client_chain: "Einzahlungen, Swaps und was Kurse bewegt hat",
  client_assistant: "OAuth und der MCP-Server",
  client_bot: "Die Bot-API aufrufen",

  reference: "API-Referenz",
  referenceIntro: "OpenAPI 3.1, erzeugt aus den Schemas, die Anfragen und Antworten prüfen.",
  download: "OpenAPI-Dokument herunterladen",
  venueDocument: "OpenAPI-Dokument der Trading-API",
};

export default messages;
