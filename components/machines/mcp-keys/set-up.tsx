"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Snippets } from "#components/machines/parts/snippets.tsx";
import { setUpOf } from "./snippets.ts";

/** Texts to paste into programs. They contain the secret only where it is shown anyway. */
export function SetUp({ endpoint, secret }: { endpoint: string; secret: string }) {
  const text = useText("mcpKeys");
  const { env, curl, claudeCode, cursor, vscode } = setUpOf(endpoint, secret);
  return (
    <Snippets
      snippets={[
        { key: "env", label: ".env", text: env, note: text("snippetEnv") },
        { key: "curl", label: "curl", text: curl, note: text("snippetCurl") },
        { key: "claude", label: "Claude Code", text: claudeCode, note: text("snippetClaude") },
        { key: "cursor", label: "Cursor", text: cursor, note: text("snippetCursor") },
        { key: "vscode", label: "VS Code", text: vscode, note: text("snippetVscode") },
      ]}
    />
  );
}
