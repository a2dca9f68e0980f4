/** Writes a rotation in one statement, because the client waits for every round trip to the database. */
import "server-only";
import { sql } from "drizzle-orm";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { hasExpiredAnswer, WITHOUT_ANSWER } from "./_expired-answers.ts";

/** A row of `oauth_records`; grant, client and user are those of the previous refresh token. */
export type NewRecord = {
  model: "AccessToken" | "RefreshToken";
  idHash: string;
  payload: object;
  expiresAt: Date | null;
};
type Rotation = {
  grantId: string;
  /** The consumed refresh token, and the new content of its row. */
  idHash: string;
  payload: object;
  fresh: [NewRecord, NewRecord];
  now: number;
};

/**
 * Consumes the refresh token, stores the new rows, and deletes expired answers of the grant. The grant's row is locked
 * first, as where a grant is ended, and its conditions are checked again after waiting for the lock.
 * @returns false, with nothing written, when the token was used or its grant ended meanwhile
 */
export async function writeRotation(
  change: Pick<Database, "execute">,
  { grantId, idHash, payload, fresh, now }: Rotation,
): Promise<boolean> {
  const [records, grants, at] = [oauthRecords, oauthGrants, new Date(now).toISOString()];
  const { rowCount } = await change.execute(sql`
    with live as (
      select ${grants.id} as id from ${grants}
      where ${grants.id} = ${grantId} and ${grants.revokedAt} is null
        and ${grants.expiresAt} > ${at}::timestamptz
      for update
    ), used as (
      update ${records} set consumed_at = ${at}::timestamptz, payload = ${JSON.stringify(payload)}::jsonb
      from live
      where ${records.grantId} = live.id and ${records.model} = 'RefreshToken'
        and ${records.idHash} = ${idHash} and ${records.consumedAt} is null
      returning ${records.grantId} as grant_id, ${records.clientId} as client_id, ${records.userId} as user_id
    ), forgotten as (
      update ${records} set payload = ${WITHOUT_ANSWER.payload}
      from used
      where ${records.grantId} = used.grant_id and ${hasExpiredAnswer(now)}
    )
    insert into ${records} (model, id_hash, payload, grant_id, client_id, user_id, expires_at)
    select fresh.model, fresh.id_hash, fresh.payload, used.grant_id, used.client_id, used.user_id, fresh.expires_at
    from used, (values ${sql.join(fresh.map(rowOf), sql`, `)}) as fresh (model, id_hash, payload, expires_at)`);
  return rowCount === fresh.length;
}

function rowOf({ model, idHash, payload, expiresAt }: NewRecord) {
  const until = expiresAt === null ? null : expiresAt.toISOString();
  return sql`(${model}::text, ${idHash}::text, ${JSON.stringify(payload)}::jsonb, ${until}::timestamptz)`;
}
