import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Connect an assistant",
  intro:
    "An assistant can read prices, markets and your positions, and propose orders if you allow it. It never holds your money and signs nothing: you approve each order here, with your own signature.",

  address: "Address of the assistant endpoint",
  addressText: "Every program takes this address. It speaks the Model Context Protocol over HTTP.",
  local:
    "This service runs at an address of this computer. Programs on the same computer reach it; services elsewhere, such as claude.ai, cannot.",

  byOauth: "Sign in (recommended)",
  byOauthText:
    "Give the program the address and nothing else. It registers itself, your browser opens, and you choose what it may do. No key is ever copied.",
  byKey: "With an MCP key",
  byKeyText:
    "For your own programs, and where no browser can open. Put the key into the environment; never write it into a file that is shared or committed.",

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

  claude_1: "In Claude open Settings, then Connectors, and choose “Add custom connector”.",
  claude_2: "Paste the address above as the URL of the server. Leave client ID and secret empty.",
  claude_3: "Press Connect: your browser comes here, and you choose what Claude may do.",
  claudeNote:
    "In a team, an owner adds the connector first; then everybody connects as themselves. Connectors sign in and take no MCP key.",
  claudeLocal:
    "Not from here: Claude calls its connectors from Anthropic’s servers, from the desktop app too, and those cannot reach this computer. Put the service at a public https address, or use Claude Code.",

  claudeCodeText: "Run this, start claude, enter /mcp, choose svc and then Authenticate.",
  claudeCodeFile: "in the root of the project. It names the variable, not the key.",

  cursorText:
    "The button opens Cursor, which asks before it adds the entry. Then choose svc under MCP in its settings and sign in.",
  cursorAdd: "Add to Cursor",
  cursorFile: "or .cursor/mcp.json in one project, if you would rather write it yourself.",

  vscodeText: "Run this, or write the file. At the first start VS Code asks to sign in.",
  vscodeFile: "in one project, or your own by “MCP: Open User Configuration”.",
  vscodeKey: "VS Code asks for the key when the server first starts and keeps it out of the file.",

  inspectorText:
    "Lists the tools from a terminal (Node 22.19 or later). It registers itself and prints the address at which you sign in.",

  curlText:
    "One JSON object in, one out: two headers are enough. In the place of a key an access token of OAuth works as well.",
  curlList: "curl: list the tools",
  curlCall: "curl: call a tool",

  next: "What happens next",
  next_1:
    "A consent page of this service opens. It shows the name of the program, where it will send you, and each permission in one sentence with what it cannot do.",
  next_2:
    "Untick what you do not want to give. Proposing orders is never ticked at first; everything else works without it.",
  next_3:
    "If you allowed it, an assistant can propose an order. It then waits under Approvals for five minutes, shown as it would be placed.",
  next_4:
    "You approve it with your wallet or trading key, or decline it. Nothing is executed without your signature, and no program can press that button.",
  toApprovals: "Approvals",
  toNotes: "Notes for assistants",

  disconnect: "How to disconnect",
  end_1:
    "What signed in: open Connected apps and disconnect it. What used a key: revoke the key. Either way its next call is refused.",
  end_2:
    "Then remove the entry from the program, for example with “claude mcp remove svc” or by deleting it from mcp.json.",
  toApps: "Connected apps",
  toKeys: "MCP keys",
} as const satisfies MessageFile;

export default messages;
