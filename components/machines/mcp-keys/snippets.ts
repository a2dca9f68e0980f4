/** Texts to paste that set a key up. */
import {
  claudeCodeFile,
  cursorKeyFile,
  KEY_VARIABLE,
  listToolsCurl,
  vscodeKeyFile,
} from "#components/machines/parts/snippets.ts";

/** Replaces the secret, which is shown only once. */
export const PLACEHOLDER = "svc_sk_YOUR_KEY";

export type SetUp = Record<"env" | "curl" | "claudeCode" | "cursor" | "vscode", string>;

/**
 * `key`: the secret or the placeholder. Only texts for an environment or a terminal contain it; files, which may be
 * committed, name the variable.
 */
export function setUpOf(endpoint: string, key: string): SetUp {
  return {
    env: `SVC_MCP_URL=${endpoint}\n${KEY_VARIABLE}=${key}`,
    curl: listToolsCurl(endpoint, key),
    claudeCode: claudeCodeFile(endpoint),
    cursor: cursorKeyFile(endpoint),
    vscode: vscodeKeyFile(endpoint),
  };
}
