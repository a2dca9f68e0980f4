import * as planted from "#lib/assistants/oauth/lifetimes.ts";
export { planted };
