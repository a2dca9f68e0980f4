/** The clients' table and its rows for tests, also of route handlers, which may not import `lib/platform/db` themselves. */
import { eq } from "drizzle-orm";
import { oauthClients } from "#lib/assistants/schema/oauth.ts";
import { newId } from "#lib/kernel/ids.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { users } from "#lib/platform/schema/users.ts";

type Row = typeof oauthClients.$inferSelect;
type Grant = typeof oauthGrants.$inferSelect;

/** Opens an empty database until `close()`. */
export async function openClientTable() {
  const db = await testDatabase();
  setDatabase(db);
  return {
    rows: () => db.select().from(oauthClients),
    row: async (id: string): Promise<Row | undefined> => {
      const [row] = await db.select().from(oauthClients).where(eq(oauthClients.id, id));
      return row;
    },
    add: async (...times: Pick<Row, "createdAt" | "lastTokenAt">[]): Promise<string[]> => {
      const rows = times.map((given) => ({ id: newId("client"), metadata: {}, ...given }));
      await db.insert(oauthClients).values(rows);
      return rows.map(({ id }) => id);
    },
    addGrant: async (clientId: string, times: Pick<Grant, "expiresAt" | "revokedAt">) => {
      const userId = newId("usr");
      const createdAt = new Date(0);
      await db.insert(users).values({ id: userId, createdAt });
      const named = { clientName: "App", redirectHost: "app.example", scopes: [], payload: {} };
      await db
        .insert(oauthGrants)
        .values({ id: newId("grant"), userId, clientId, createdAt, ...named, ...times });
    },
    close: async () => {
      setDatabase(undefined);
      await db.$client.end();
    },
  };
}

export type ClientTable = Awaited<ReturnType<typeof openClientTable>>;
