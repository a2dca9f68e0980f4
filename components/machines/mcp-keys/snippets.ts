/** Texts to paste that set a key up. */
import {
  claudeCodeFile,
  cursorKeyFile,
  endpointOf,
  KEY_VARIABLE,
  listToolsCurl,
  vscodeKeyFile,
} from "#components/machines/parts/snippets.ts";

/** Replaces the secret, which is shown only once. */
export const PLACEHOLDER = "svc_sk_YOUR_KEY";

export type SetUp = Record<"env" | "curl" | "claudeCode" | "cursor" | "vscode", string>;

/**
 * `baseUrl`: the app's address without a trailing slash. `key`: the secret or the placeholder. Only texts for an
 * environment or a terminal contain it; files, which may be committed, name the variable.
 */
export function setUpOf(baseUrl: string, key: string): SetUp {
  const endpoint = endpointOf(baseUrl);
  return {
    env: `SVC_MCP_URL=${endpoint}\n${KEY_VARIABLE}=${key}`,
    curl: listToolsCurl(endpoint, key),
    claudeCode: claudeCodeFile(endpoint),
    cursor: cursorKeyFile(endpoint),
    vscode: vscodeKeyFile(endpoint),
  };
}
