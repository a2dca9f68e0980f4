import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Connect an assistant",
  intro:
    "An assistant can read prices, markets and your positions, and propose orders if you allow it. It never holds your funds and signs nothing: you approve each order here with your own signature.",

  address: "URL of the MCP server",
  addressText: "Every program uses this URL (Model Context Protocol over HTTP).",
  local:
    "This service runs on this computer. Programs on the same computer can reach it; remote services, such as claude.ai, cannot.",

  byOauth: "Sign in (recommended)",
  byOauthText:
    "Give the program only the URL. It registers itself, your browser opens, and you choose what it may do. You never copy a key.",
  byKey: "With an MCP key",
  byKeyText:
    "For your own programs, and where no browser is available. Put the key into the environment, never into a file that you share or commit.",

  programs: "Programs",
  claude: "Claude (web, desktop, phone)",
  claudeCode: "Claude Code",
  cursor: "Cursor",
  vscode: "VS Code",
  inspector: "MCP Inspector",
  curl: "curl",
  command: "command",
  withKey: "{program} with an MCP key",
  keyVariable: "The key is read from the environment variable",

  claude_1: "In Claude, open Settings, then Connectors, and choose “Add custom connector”.",
  claude_2: "Paste the address above as the URL of the server. Leave client ID and secret empty.",
  claude_3: "Press Connect: your browser opens this site, and you choose what Claude may do.",
  claudeNote:
    "In a team, an owner adds the connector first; then each member connects separately. Connectors sign in and accept no MCP key.",
  claudeLocal:
    "Not available here: Claude calls its connectors from Anthropic’s servers, even from the desktop app, and they cannot reach this computer. Host the service at a public https address, or use Claude Code.",

  claudeCodeText: "Run this command, start claude, enter /mcp, choose svc and then Authenticate.",
  claudeCodeFile: "in the root of the project. It names the variable, not the key.",

  cursorText:
    "The button opens Cursor, which asks before it adds the entry. Then choose svc under MCP in its settings and sign in.",
  cursorAdd: "Add to Cursor",
  cursorFile: "or .cursor/mcp.json in a project, if you prefer to write it yourself.",

  vscodeText:
    "Run this command, or write the file. VS Code asks you to sign in at the first start.",
  vscodeFile: "in a project, or in your user configuration with “MCP: Open User Configuration”.",
  vscodeKey: "VS Code asks for the key when the server first starts and keeps it out of the file.",

  inspectorText:
    "Lists the tools in a terminal (Node 22.19 or later). It registers itself and prints the sign-in URL.",

  curlText:
    "One JSON object in, one out: two headers are enough. An OAuth access token works instead of a key.",
  curlList: "curl: list the tools",
  curlCall: "curl: call a tool",

  next: "What happens next",
  next_1:
    "A consent page of this service opens. It shows the program's name, where it redirects you, and each permission with what it does not allow.",
  next_2:
    "Untick the permissions that you do not want to give. Proposing orders is never preselected; everything else works without it.",
  next_3:
    "If you allow it, an assistant can propose orders. Each one waits under Approvals for five minutes, shown as it would be placed.",
  next_4:
    "You approve it with your wallet or trading key, or decline it. Nothing is executed without your signature.",
  toApprovals: "Approvals",
  toNotes: "Notes for assistants",

  disconnect: "How to disconnect",
  end_1:
    "If it signed in, open Connected apps and disconnect it. If it used a key, revoke the key. Either way its next call is refused.",
  end_2:
    "Then remove the entry from the program, for example with “claude mcp remove svc” or by deleting it from mcp.json.",
  toApps: "Connected apps",
  toKeys: "MCP keys",
} as const satisfies MessageFile;

export default messages;
