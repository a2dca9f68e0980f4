/** `npm run settings`: writes docs/settings.md from the schemas that the processes read their environment with. */
import { writeFileSync } from "node:fs";
import { SETTINGS_FILE, settingsDocument } from "./document.ts";

writeFileSync(SETTINGS_FILE, settingsDocument());
