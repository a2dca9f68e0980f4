/** The ids of operations, from which generated clients make the names of methods: a verb and what it concerns. */
import type { Method } from "#lib/kernel/openapi/operation.ts";

/** Where the rule below says it badly. */
const NAMES: Readonly<Record<string, string>> = {
  "get /api/auth/jwks": "getSessionTokenKeys",
  "get /api/auth/token": "getSessionToken",
  "get /api/bot/v1/rate-limits": "getBotRateLimits",
  "get /api/bot/v1/whoami": "getBotIdentity",
  "post /api/bot/v1/staged-orders": "stageBotOrder",
  "post /api/bot/v1/staged-orders/close-position": "stageBotClose",
  "post /api/bot/v1/staged-orders/modify-order": "stageBotModify",
  "post /api/bot/v1/staged-orders/cancel-order": "stageBotCancel",
  "delete /api/bot/v1/staged-orders/{id}": "withdrawBotStagedOrder",
  "get /api/perps-dex/funding": "listFundingRates",
  "get /api/perps-dex/open-interest": "listOpenInterest",
  "get /api/perps-dex/kline": "listMarkBars",
  "get /api/perps-dex/fill-kline": "listFillBars",
  "get /api/public/dex/stats": "getVenueTotals",
  "get /api/public/reserves": "getReservesProof",
  "get /api/venue/reserves": "getReservesLeaf",
  "get /api/public/partner/statement-keys": "listStatementKeys",
  "get /api/alerts/catalyst": "listCatalystAlerts",
  "get /api/alerts/catalyst/{id}": "getCatalystAlert",
  "get /api/public/catalysts/sources": "listNewsSources",
  "get /api/public/calendar": "listReleases",
  "get /api/public/calendar/{id}": "getRelease",
  "get /api/public/news": "listNews",
  "get /api/chain/vault": "getVault",
  "post /api/chain/rpc": "callChain",
  "get /api/chain/deposit-address": "getDepositAddress",
  "post /api/chain/claims": "submitClaim",
  "post /api/chain/transactions": "sendDeposit",
  "get /api/v1/account": "previewAccountDeletion",
  "put /api/v1/assistant/pause": "pauseAssistants",
  "get /api/v1/assistant/pause": "getAssistantPause",
  "put /api/v1/assistant/limits": "setProposalLimits",
  "get /api/v1/assistant/limits": "listProposalLimits",
  "get /api/v1/grants/{id}/reads": "listGrantReads",
  "get /api/v1/mcp/keys/{id}/reads": "listMcpKeyReads",
  "post /api/v1/approvals/{id}/approve": "approveOrder",
  "post /api/v1/approvals/{id}/decline": "declineOrder",
  "get /api/v1/approvals/waiting": "countWaitingApprovals",
  "get /api/v1/audit": "listAuditEntries",
  "patch /api/v1/bot/keys/{id}": "renameBotKey",
  "delete /api/v1/bot/keys/{id}": "revokeBotKey",
  "delete /api/v1/identities/{id}": "unlinkIdentity",
  "delete /api/v1/grants": "revokeAppGrants",
  "delete /api/v1/grants/{id}": "revokeGrant",
  "post /api/v1/grants/{id}/scopes": "addGrantScopes",
  "get /api/v1/highlights/tags": "getHighlightTags",
  "put /api/v1/highlights/tags": "replaceHighlightTags",
  "patch /api/v1/mcp/keys/{id}": "renameMcpKey",
  "delete /api/v1/mcp/keys/{id}": "revokeMcpKey",
  "delete /api/v1/mcp/keys": "revokeAllMcpKeys",
  "get /api/v1/mcp/keys/rate-limits": "getMcpKeyRateLimits",
  "get /api/v1/mcp/keys/validate": "validateMcpKey",
  "post /api/v1/notifications/read": "markNotificationsRead",
  "get /api/v1/notifications/subscriptions": "listPushSubscriptions",
  "post /api/v1/notifications/subscriptions": "createPushSubscription",
  "delete /api/v1/notifications/subscriptions/{id}": "deletePushSubscription",
  "post /api/v1/notifications/subscriptions/{id}/test": "testPushSubscription",
  "post /api/v1/onramp/callbacks/{provider}": "receiveOnrampCallback",
  "post /api/v1/account/referral": "setAccountReferral",
  "post /api/v1/partner": "joinPartnerProgramme",
  "post /api/v1/partner/notices/read": "markPartnerNoticesRead",
  "get /api/v1/points/history": "listPointsHistory",
  "delete /api/v1/sessions/{id}": "endSession",
  "delete /api/v1/sessions": "endAllSessions",
  "post /api/v1/swaps/execute": "sendSwap",
  "get /api/v1/swaps/recent": "listRecentSwaps",
  "post /api/v1/webhooks/{id}/diagnose": "diagnoseWebhookSignature",
  "post /api/v1/webhooks/{id}/recover": "recoverWebhookEvents",
  "post /api/v1/webhooks/{id}/replay": "replayWebhookDeliveries",
  "post /api/v1/webhooks/check": "checkWebhookAddress",
  "post /api/venue/orders": "placeOrder",
  "put /api/venue/orders/{id}": "modifyOrder",
  "delete /api/venue/orders/{id}": "cancelOrder",
  "delete /api/venue/orders": "cancelAllOrders",
  "post /api/venue/orders/batch": "placeOrderBatch",
  "post /api/venue/orders/group": "placeOrderGroup",
  "get /api/venue/leverage": "listVenueLeverage",
  "post /api/venue/leverage": "updateLeverage",
  "post /api/venue/isolated-margin": "updateIsolatedMargin",
  "delete /api/venue/orders/batch": "cancelOrderBatch",
  "get /api/venue/funding": "listVenueFundingPayments",
  "delete /api/venue/keys/{id}": "revokeVenueKey",
  "post /api/venue/signers": "registerSigner",
  "delete /api/venue/signers/{pubkey}": "revokeSigner",
  "post /api/venue/withdrawals": "withdraw",
  "get /api/venue/withdrawals/terms": "getVenueWithdrawalTerms",
  "get /oauth/userinfo": "getTokenUser",
  "post /oauth/userinfo": "postTokenUser",
  "get /.well-known/oauth-authorization-server": "getAuthorizationServerMetadata",
  "get /.well-known/oauth-protected-resource": "getResourceMetadata",
  "get /.well-known/oauth-protected-resource/api/v1/mcp": "getAssistantEndpointMetadata",
  "get /api/operator/v1/audit": "listAuditEntries",
  "delete /api/operator/v1/keys/{id}": "revokeKey",
  "put /api/operator/v1/keys/{id}/limits": "setKeyLimits",
  "post /api/operator/v1/partner/fees": "importFees",
  "post /api/operator/v1/partner/reversals": "reverseFee",
  "post /api/operator/v1/partner/reviews/{id}": "setReferralReview",
  "post /api/operator/v1/partner/runs": "createSettlementRun",
  "get /api/operator/v1/partner/settlements": "listSettlements",
  "post /api/operator/v1/partner/settlements/{id}/failure": "failSettlement",
  "post /api/operator/v1/partner/settlements/{id}/payment": "submitSettlementPayment",
};

/** What an id has in place of the beginning of a path; the first that fits. */
const PREFIXES: readonly [path: string, word: string][] = [
  ["/api/bot/v1/", "bot"],
  ["/api/operator/v1/", ""],
  ["/api/perps-dex/", ""],
  ["/api/public/", ""],
  ["/api/alerts/", "alert"],
  ["/api/venue/", "venue"],
  ["/api/chain/", "chain"],
  ["/api/v1/", ""],
];

const VERBS: Readonly<Record<Method, string>> = {
  get: "get",
  post: "create",
  put: "replace",
  patch: "update",
  delete: "delete",
};
/** Last parts of a path that say what is done. */
const ACTIONS =
  /^(?:approve|check|decline|pause|recover|replay|resume|retry|rotate|skip|split|test|validate)$/;
/** Plural words that stand for one thing. */
const ONE_THING = /^(?:limits|points|preferences|stats|terms)$/;

/** `listPartnerReferrals`, `getWebhookDelivery`, `rotateMcpKey`. */
export function operationIdOf(path: string, method: Method): string {
  return NAMES[`${method} ${path}`] ?? derived(path, method);
}

function derived(path: string, method: Method): string {
  const [prefix, word] = PREFIXES.find(([start]) => path.startsWith(start)) ?? ["/", ""];
  const parts = path.slice(prefix.length).split("/");
  const last = parts.at(-1) ?? "";
  if (ACTIONS.test(last)) return last + nounsOf([word, ...parts.slice(0, -1)], true);
  const isList = method === "get" && last.endsWith("s") && !ONE_THING.test(last);
  const isOne = !isList && !ONE_THING.test(last);
  return (isList ? "list" : VERBS[method]) + nounsOf([word, ...parts], isOne);
}

/** `WebhookDeliveries`: all but the last in the singular, and the last one too if it stands for one. */
function nounsOf(parts: readonly string[], isOne: boolean): string {
  const nouns = parts.filter((part) => part !== "" && !part.startsWith("{"));
  return nouns
    .map((noun, index) => capital(isOne || index < nouns.length - 1 ? singular(noun) : noun))
    .join("");
}

function singular(noun: string): string {
  if (noun.endsWith("ies")) return `${noun.slice(0, -3)}y`;
  return noun.replace(/([^s])s$/, "$1");
}

function capital(noun: string): string {
  return noun
    .split("-")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}
