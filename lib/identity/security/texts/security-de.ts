import type { SecurityMailTexts } from "./security-texts.ts";

export const SECURITY_DE: SecurityMailTexts = {
  kinds: {
    session_opened: {
      subject: "Anmeldung mit einem neuen Browser",
      said: () => "Jemand hat sich mit einem neuen Browser an Ihrem Konto angemeldet.",
      notYou:
        "Nicht Sie? Dann melden Sie sich unter „Sitzungen“ überall ab und entfernen Sie Anmeldemethoden, die nicht Ihre sind.",
    },
    identity_linked: {
      subject: "Eine Anmeldemethode wurde hinzugefügt",
      said: ({ name }) => `${name} kann sich ab jetzt an Ihrem Konto anmelden.`,
      notYou:
        "Nicht Sie? Dann entfernen Sie sie in den Einstellungen, melden Sie sich überall ab und prüfen Sie Schlüssel und verbundene Apps.",
    },
    identity_unlinked: {
      subject: "Eine Anmeldemethode wurde entfernt",
      said: ({ name }) => `${name} kann sich nicht mehr an Ihrem Konto anmelden.`,
      notYou:
        "Nicht Sie? Dann melden Sie sich auf anderem Weg an, melden Sie sich überall ab und fügen Sie sie wieder hinzu.",
    },
    mcp_key_created: {
      subject: "Ein neuer MCP-Schlüssel",
      said: ({ name }) => `Für Ihr Konto wurde der MCP-Schlüssel „${name}“ erstellt.`,
      notYou: "Nicht Sie? Dann widerrufen Sie den Schlüssel und melden Sie sich überall ab.",
    },
    mcp_key_rotated: {
      subject: "Ein MCP-Schlüssel wurde ersetzt",
      said: ({ name }) => `Der MCP-Schlüssel „${name}“ wurde durch einen neuen ersetzt.`,
      notYou: "Nicht Sie? Dann widerrufen Sie den neuen Schlüssel und melden Sie sich überall ab.",
    },
    bot_key_created: {
      subject: "Ein neuer Bot-Schlüssel",
      said: ({ name }) => `Für Ihr Konto wurde der Bot-Schlüssel „${name}“ erstellt.`,
      notYou: "Nicht Sie? Dann widerrufen Sie den Schlüssel und melden Sie sich überall ab.",
    },
    app_connected: {
      subject: "Eine App wurde verbunden",
      said: ({ name }) => `„${name}“ darf jetzt für Ihr Konto handeln.`,
      notYou: "Nicht Sie? Dann trennen Sie die App und melden Sie sich überall ab.",
    },
    app_token_reused: {
      subject: "Eine App wurde getrennt",
      said: ({ name }) =>
        `„${name}“ wurde getrennt: Ein schon verwendetes Token wurde noch einmal gesendet.`,
      notYou:
        "Das geschieht, wenn zwei Programme eine Verbindung teilen, oder wenn ein Token gestohlen wurde. Verbinden Sie die App erst wieder, wenn Sie den Grund kennen.",
    },
    assistants_paused: {
      subject: "Alle Assistenten sind angehalten",
      said: () =>
        "MCP-Schlüssel und verbundene Apps können Ihr Konto nicht mehr lesen, und kein Programm kann Orders vorschlagen, bis Sie fortfahren.",
      notYou:
        "Nicht Sie? Dann melden Sie sich überall ab und fahren Sie unter „Verbundene Apps“ fort.",
    },
    assistants_resumed: {
      subject: "Assistenten können wieder für Sie handeln",
      said: () =>
        "Die Pause Ihrer Assistenten ist beendet: MCP-Schlüssel und verbundene Apps funktionieren wieder.",
      notYou: "Nicht Sie? Dann halten Sie sie wieder an und melden Sie sich überall ab.",
    },
    proposal_limits_set: {
      subject: "Limits eines Assistenten wurden geändert",
      said: ({ name, before }) =>
        `Die Limits dessen, was „${name}“ vorschlagen darf, wurden geändert${before ? `. Vorher: ${before}` : ""}.`,
      notYou: "Nicht Sie? Dann halten Sie alle Assistenten an und melden Sie sich überall ab.",
    },
    default_limits_set: {
      subject: "Limits aller übrigen Assistenten wurden geändert",
      said: ({ before }) =>
        `Die Limits dessen, was Schlüssel, Apps und Bots ohne eigene Limits vorschlagen dürfen, wurden geändert${before ? `. Vorher: ${before}` : ""}.`,
      notYou: "Nicht Sie? Dann halten Sie alle Assistenten an und melden Sie sich überall ab.",
    },
    push_browser_added: {
      subject: "Ein Browser erhält Benachrichtigungen",
      said: ({ name }) =>
        `Ein Browser erhält jetzt die Benachrichtigungen Ihres Kontos, über ${name}.`,
      notYou: "Nicht Sie? Dann entfernen Sie diesen Browser und melden Sie sich überall ab.",
    },
    trading_key_registered: {
      subject: "Ein Handelsschlüssel wurde registriert",
      said: ({ name }) =>
        `Der Schlüssel „${name}“ darf jetzt Orders für Ihr Konto signieren. Auszahlen kann er nicht.`,
      notYou:
        "Nicht Sie? Dann widerrufen Sie den Schlüssel und stornieren Sie Orders, die nicht Ihre sind.",
    },
    payout_wallet_changed: {
      subject: "Ihre Wallet für Auszahlungen wurde geändert",
      said: ({ name, before }) =>
        `Partnerauszahlungen gehen künftig an ${name}${before ? ` statt an ${before}` : ""}.`,
      notYou:
        "Nicht Sie? Dann brechen Sie die Änderung auf der Partnerseite ab, melden Sie sich überall ab und prüfen Sie Ihre Anmeldemethoden.",
    },
    withdrawal_requested: {
      subject: "Eine Auszahlung wurde verlangt",
      said: ({ name }) => `${name} USDC sind auf dem Weg zu Ihrer Wallet.`,
      notYou:
        "Nicht Sie? Dann hat jemand den Schlüssel Ihrer Wallet. Senden Sie das Guthaben sofort an eine andere.",
    },
    account_deleted: {
      subject: "Ihr Konto wurde gelöscht",
      said: () =>
        "Ihre persönlichen Daten wurden gelöscht. Guthaben am Handelsplatz bleiben Ihnen: Ihre Wallet kann sie weiter auszahlen.",
      notYou:
        "Nicht Sie? Dann melden Sie sich mit Ihrer Wallet neu an und wenden Sie sich an den Betreiber des Dienstes.",
    },
  },
  rights: (rights) => `Berechtigungen: ${rights}.`,
  where: ({ time, address, agent }) =>
    `${time}${address ? `, von ${address}` : ""}${agent ? `, mit ${agent}` : ""}.`,
  button: "Konto prüfen",
  why: (site) =>
    `Sie bekommen diese E-Mail, weil das Konto bei ${site} Ihnen gehört. Sicherheitsmails lassen sich nicht abschalten.`,
};
