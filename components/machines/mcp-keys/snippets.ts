/** What somebody pastes to put a key to use. */
import {
  claudeCodeFile,
  cursorKeyFile,
  endpointOf,
  KEY_VARIABLE,
  listToolsCurl,
  vscodeKeyFile,
} from "#components/machines/parts/snippets.ts";

/** In the place of a secret that is not at hand. */
export const PLACEHOLDER = "svc_sk_YOUR_KEY";

export type SetUp = Record<"env" | "curl" | "claudeCode" | "cursor" | "vscode", string>;

/**
 * `baseUrl`: the app's address without a slash at the end. `key`: the secret or the placeholder. It stands in what goes into
 * an environment or a terminal; files of programs, which people commit, name where it is read from.
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
