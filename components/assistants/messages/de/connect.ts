import type english from "#components/assistants/messages/en/connect.ts";
import type { Translation } from "#components/i18n/message-types.ts";

const messages: Translation<typeof english> = {
  title: "Assistenten verbinden",
  intro:
    "Ein Assistent kann Preise, Märkte und die eigenen Positionen lesen und Orders vorschlagen, wenn das erlaubt wird. Er hält nie Geld und signiert nichts: Jede Order wird hier freigegeben, mit der eigenen Signatur.",

  address: "URL des MCP-Servers",
  addressText: "Jedes Programm verwendet diese URL (Model Context Protocol über HTTP).",
  local:
    "Dieser Dienst läuft unter einer Adresse dieses Rechners. Programme auf demselben Rechner erreichen ihn; Dienste anderswo, etwa claude.ai, nicht.",

  byOauth: "Anmelden (empfohlen)",
  byOauthText:
    "Das Programm bekommt die Adresse und sonst nichts. Es registriert sich selbst, der Browser öffnet sich, und dort wird gewählt, was es darf. Kein Schlüssel wird je kopiert.",
  byKey: "Mit einem MCP-Schlüssel",
  byKeyText:
    "Für eigene Programme und wo sich kein Browser öffnen kann. Der Schlüssel gehört in die Umgebung, nie in eine Datei, die geteilt oder eingecheckt wird.",

  programs: "Programme",
  claude: "Claude (Web, Desktop, Telefon)",
  claudeCode: "Claude Code",
  cursor: "Cursor",
  vscode: "VS Code",
  inspector: "MCP Inspector",
  curl: "curl",
  command: "Befehl",
  withKey: "{program} mit einem MCP-Schlüssel",
  keyVariable: "Der Schlüssel wird aus der Umgebungsvariablen gelesen:",

  claude_1:
    "In Claude die Einstellungen öffnen, dann Connectors, und „Add custom connector“ wählen.",
  claude_2: "Die Adresse von oben als URL des Servers einfügen. Client-ID und Secret bleiben leer.",
  claude_3: "Connect drücken: Der Browser kommt hierher, und dort wird gewählt, was Claude darf.",
  claudeNote:
    "In einem Team fügt zuerst ein Owner den Connector hinzu; dann verbindet sich jede Person für sich. Connectors melden sich an und nehmen keinen MCP-Schlüssel.",
  claudeLocal:
    "Von hier nicht: Claude ruft seine Connectors von Anthropics Servern auf, auch aus der Desktop-App, und die erreichen diesen Rechner nicht. Der Dienst braucht dafür eine öffentliche https-Adresse; sonst hilft Claude Code.",

  claudeCodeText:
    "Dies ausführen, claude starten, /mcp eingeben, svc wählen und dann Authenticate.",
  claudeCodeFile: "im Wurzelverzeichnis des Projekts. Sie nennt die Variable, nicht den Schlüssel.",

  cursorText:
    "Die Schaltfläche öffnet Cursor, das vor dem Hinzufügen fragt. Danach in dessen Einstellungen unter MCP svc wählen und anmelden.",
  cursorAdd: "Zu Cursor hinzufügen",
  cursorFile: "oder .cursor/mcp.json in einem Projekt, wenn der Eintrag von Hand geschrieben wird.",

  vscodeText:
    "Dies ausführen oder die Datei schreiben. Beim ersten Start bittet VS Code um die Anmeldung.",
  vscodeFile: "in einem Projekt, oder die eigene mit „MCP: Open User Configuration“.",
  vscodeKey:
    "VS Code fragt beim ersten Start des Servers nach dem Schlüssel und hält ihn aus der Datei heraus.",

  inspectorText:
    "Listet die Werkzeuge im Terminal auf (Node ab 22.19). Er registriert sich selbst und zeigt die Adresse zum Anmelden.",

  curlText:
    "Ein JSON-Objekt hinein, eines heraus: Zwei Header genügen. Statt eines Schlüssels geht auch ein Access-Token von OAuth.",
  curlList: "curl: Werkzeuge auflisten",
  curlCall: "curl: ein Werkzeug aufrufen",

  next: "Was dann geschieht",
  next_1:
    "Eine Zustimmungsseite dieses Dienstes öffnet sich. Sie zeigt den Namen des Programms, wohin es weiterleitet, und jede Erlaubnis in einem Satz mit dem, was sie nicht kann.",
  next_2:
    "Was nicht gegeben werden soll, wird abgewählt. Orders vorzuschlagen ist anfangs nie angehakt; alles andere geht ohne.",
  next_3:
    "Wenn es erlaubt ist, kann ein Assistent eine Order vorschlagen. Sie wartet dann fünf Minuten unter Freigaben und ist so zu sehen, wie sie platziert würde.",
  next_4:
    "Freigegeben wird sie mit der Wallet oder dem Handelsschlüssel, oder sie wird abgelehnt. Nichts wird ohne die eigene Signatur ausgeführt.",
  toApprovals: "Freigaben",
  toNotes: "Notizen für Assistenten",

  disconnect: "Wie getrennt wird",
  end_1:
    "Was sich angemeldet hat: unter Verbundene Apps trennen. Was einen Schlüssel benutzt: den Schlüssel widerrufen. In beiden Fällen wird der nächste Aufruf abgelehnt.",
  end_2:
    "Danach den Eintrag im Programm entfernen, zum Beispiel mit „claude mcp remove svc“ oder durch Löschen aus mcp.json.",
  toApps: "Verbundene Apps",
  toKeys: "MCP-Schlüssel",
};

export default messages;
