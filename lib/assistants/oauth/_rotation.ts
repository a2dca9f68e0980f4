/** What a rotation writes, in one statement: each is a way to the database and back, and the client waits for all of them. */
import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { oauthGrants, oauthRecords } from "#lib/platform/db/schema/oauth.ts";
import { hasExpiredAnswer, WITHOUT_ANSWER } from "./_expired-answers.ts";

/** A row of `oauth_records`; grant, client and user are those of the refresh token before it. */
export type NewRecord = {
  model: "AccessToken" | "RefreshToken";
  idHash: string;
  payload: object;
  expiresAt: Date | null;
};
type Rotation = {
  grantId: string;
  /** The refresh token that is used up, and what its row says from now on. */
  idHash: string;
  payload: object;
  fresh: [NewRecord, NewRecord];
  now: number;
};

/**
 * Uses up the refresh token, keeps the new rows, and forgets answers of the grant that nobody gets any more. The grant's row is
 * locked first, as where a grant is ended; who had to wait for it looks again at what it waited for.
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
