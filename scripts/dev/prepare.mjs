/** The `prepare` of package.json: runs after `npm ci` and `npm install` by hand. */
import { prepare } from "./bootstrap.mjs";

await prepare();
