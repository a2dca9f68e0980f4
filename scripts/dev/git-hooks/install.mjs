/**
 * Runs after `npm ci` and `npm install`: this clone uses the hooks of this folder. An archive without Git has no hooks.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

if (existsSync(".git")) {
  spawnSync("git", ["config", "core.hooksPath", "scripts/dev/git-hooks"], { stdio: "ignore" });
}
