/** Every change of an account is in its audit log: each function that writes what an account is or has records it. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What an account is, has, chose and allowed. */
const OF_ACCOUNTS = `
  users identities sessions oauthGrants mcpKeys botKeys venueKeys stagedOrders assistantNotes
  assistantPreferences assistantPauses proposalLimits highlightTags pushPreferences pushSubscriptions webhooks webhookSecrets
  onrampPurchases partners partnerLinks partnerReferrals partnerSettlements partnerPostbacks
`
  .trim()
  .split(/\s+/);

/** Not a change of an account: what is delivered to it, read of it or booked, steps on the way to a change, and what belongs to no account. */
const OF_NOBODY = `
  auditLog inboxNotices securityMails pushes pushCursors pushCounts pushSends pushKeys
  priceAlerts priceAlertCursors
  pushVenueCursors webhookLanes webhookEvents webhookDeliveries webhookAttempts keyUsage machineReads swaps swapIntake pointEntries
  onrampCallbacks botNonces oauthClients oauthRecords signInChallenges emailTokens oidcErrands
  partnerAnnouncementMarks partnerBrowserSignUps partnerPostbackCalls
  partnerClicks partnerAccounts partnerLedger partnerNoticeMarks partnerFeeds signalCursors
  signalTriggers signals signalEvents markBars markBarHeads marketMinutes moves moveRevisions
  catalystCursors catalystStates catalystInputs catalystPasses catalystWatermarks
  catalystDetectors catalysts catalystRevisions catalystEvidence moveExplanations
  catalystMoves catalystDecisions newsItems newsSources calendarItems calendarRevisions
  calendarStatements calendarSources calendarPlaces
`
  .trim()
  .split(/\s+/);

/** Functions that write for another one, which records: each of their callers does. */
const HELPERS = [
  "lib/assistants/oauth/interaction.ts insertGrant",
  "lib/assistants/oauth/revoke-grant.ts revokeGrantRows",
  "lib/identity/accounts/delete-account.ts eraseIdentity",
  "lib/identity/accounts/unlink-identity.ts endSessionsOf",
  "lib/identity/accounts/unlink-identity.ts takeAccount",
  "lib/identity/person/link-identity.ts giveAccount",
  "lib/machines/proposals/carry-limits.ts carryLimits",
  "lib/machines/proposals/carry-limits.ts copyLimits",
  "lib/partner/postbacks/send-calls.ts eraseCalls",
  "lib/trading/venue-access/key-store.ts removeKey",
  "lib/trading/venue-access/key-store.ts saveKey",
  "lib/webhooks/core/erase-webhooks.ts eraseWebhooks",
  "lib/webhooks/core/pause-webhook.ts pauseWebhook",
  "lib/webhooks/core/pause-webhook.ts reopenWebhook",
  "lib/webhooks/core/pause-webhook.ts restorePause",
];

/** Functions that write without a change by a person, and why. */
const NO_CHANGES = {
  "lib/assistants/oauth/clean-up.ts endGrantsWithoutTokens": "its last token had expired",
  "lib/assistants/oauth/clean-up.ts removeDeadRecords": "it ended long ago",
  "lib/assistants/oauth/step-up.ts noteMissingScope": "what a call lacked",
  "lib/assistants/staged-orders/_reconcile.ts disown": "the order is still on its way",
  "lib/assistants/staged-orders/_reconcile.ts reopen": "the venue did not take the order",
  "lib/assistants/staged-orders/_rows.ts writeDownOverdue": "its time was over",
  "lib/assistants/staged-orders/clean-up.ts removeBatch": "it ended long ago",
  "lib/identity/person/person.ts findPerson": "when a way to sign in was last used, and its name",
  "lib/identity/sessions/session-rows.ts liveSession": "when it was last used",
  "lib/identity/sessions/verify-token.ts knownPerson": "when it was last used",
  "lib/machines/keys/expiry-reminders.ts claim": "that its reminder is being sent",
  "lib/partner/notices/read-notices.ts readNotices": "when they were last read",
  "lib/partner/postbacks/_news.ts newReferrals": "that the referral was announced",
  "lib/partner/postbacks/send-calls.ts pauseAfterMany": "its last calls had all failed",
  "lib/partner/review/funding-loop.ts checkFunding":
    "held until the operator's decision, which is recorded",
  "lib/swaps/onramp/deliver-purchases.ts settle": "what the chain shows of a purchase",
  "lib/swaps/onramp/take-callback.ts storeEvent": "what the provider says of a purchase",
  "lib/webhooks/core/clean-up.ts cleanUpWebhooks": "it ended long ago",
};

const TEXTS = new Map<string, string>();
function read(file: string): string {
  const text = TEXTS.get(file) ?? readFileSync(file, "utf8");
  TEXTS.set(file, text);
  return text;
}

const SCHEMA = globSync("lib/*/schema/*.ts").map(read).join("\n");
const TABLES = new Map(
  [...SCHEMA.matchAll(/export const (\w+) = pgTable\(\s*"(\w+)"/g)].map(
    ([, name = "", sql = ""]) => [name, sql],
  ),
);

type Part = { name: string; text: string };

/** The functions of each source file outside of tests, by `file function`. */
function functions(): Part[] {
  const files = globSync("{lib,app}/**/*.{ts,tsx}").map((file) => file.replaceAll("\\", "/"));
  const sources = files.filter(
    (file) => !/\.test\.|\.testing\.|\/testing\/|^lib\/platform\/db\//.test(file),
  );
  return sources.flatMap((file) => {
    const parts = read(file).split(
      /^(?=(?:export )?(?:default )?(?:async )?(?:function|const|class)\b)/m,
    );
    return parts.map((text) => {
      const [, name = "(beginning)"] = /(?:function\*?|const|class) (\w+)/.exec(text) ?? [];
      return { name: `${file} ${name}`, text };
    });
  });
}

/** Which tables of accounts a function writes, by the builder or in SQL. */
function written({ text }: Part): string[] {
  return OF_ACCOUNTS.filter((table) => {
    const sql = TABLES.get(table);
    const built = new RegExp(`\\.(?:insert|update|delete)\\(\\s*${table}\\s*\\)`);
    const raw = new RegExp(`(?:insert into|update|delete from)\\s+(?:\\$\\{${table}\\}|${sql}\\b)`);
    return built.test(text) || raw.test(text);
  });
}

const ALL = functions();
const fileOf = ({ name }: Part): string => name.slice(0, name.indexOf(" "));
const ownName = ({ name }: Part): string => name.slice(name.indexOf(" ") + 1);
const RECORDERS = ALL.filter(({ text }) => /\brecord(?:Audit)?\(/.test(text));

/** A function of the same file, or of one that it imports. */
function isCalledBy(called: Part, caller: Part): boolean {
  const file = fileOf(caller);
  const isNear =
    fileOf(called) === file || read(file).includes(fileOf(called).split("/").at(-1) ?? "");
  return isNear && new RegExp(`\\b${ownName(called)}\\(`).test(caller.text);
}

/** It records, or calls a function that does. */
function records(part: Part): boolean {
  return RECORDERS.some((recorder) => recorder.name === part.name || isCalledBy(recorder, part));
}

test("every table is known to be of accounts or not", () => {
  expect([...OF_ACCOUNTS, ...OF_NOBODY].toSorted()).toEqual([...TABLES.keys()].toSorted());
});

/** What each domain does when an account is deleted or loses a way to sign in. Two verbs call it through a list. */
const isOfRows = (part: Part): boolean => /^lib\/\w+\/account-rows\.ts$/.test(fileOf(part));

test("the domains' rows of an account change only in a verb that records", () => {
  const callers = ALL.filter(({ text }) => /\b(?:erase|unlink)(?:\?\.)?\(change/.test(text));
  expect(callers.map(({ name }) => name).toSorted()).toEqual([
    "lib/identity/accounts/delete-account.ts deleteAccount",
    "lib/identity/accounts/unlink-identity.ts unlinkIdentity",
  ]);
  expect(callers.filter((part) => !records(part))).toEqual([]);
});

test("every function that changes an account records it, or has a reason", () => {
  const silent = ALL.filter(
    (part) => written(part).length > 0 && !records(part) && !isOfRows(part),
  );
  const known = [...HELPERS, ...Object.keys(NO_CHANGES)];
  expect(silent.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});

/** The venue had ended the key, and says so to any program that uses it. */
const ENDED_ELSEWHERE = ["lib/trading/venue-access/forward.ts askWithKey"];

test("every caller of a function that writes for another one records", () => {
  const helpers = ALL.filter(({ name }) => HELPERS.includes(name));
  const callers = ALL.filter((part) =>
    helpers.some((helper) => helper.name !== part.name && isCalledBy(helper, part)),
  );
  expect(callers.length).toBeGreaterThan(HELPERS.length / 2);
  const silent = callers.filter(
    (part) => !records(part) && !HELPERS.includes(part.name) && !isOfRows(part),
  );
  expect(silent.map(({ name }) => name)).toEqual(ENDED_ELSEWHERE);
});
