/** The documented route modules by path. A test walks the folder and reports missing ones. */
import * as authorizationServer from "#app/.well-known/oauth-authorization-server/route.ts";
import * as endpointMetadata from "#app/.well-known/oauth-protected-resource/api/v1/mcp/route.ts";
import * as resourceMetadata from "#app/.well-known/oauth-protected-resource/route.ts";
import * as alertsCatalystId from "#app/api/alerts/catalyst/[id]/route.ts";
import * as alertsCatalyst from "#app/api/alerts/catalyst/route.ts";
import * as authJwks from "#app/api/auth/jwks/route.ts";
import * as authToken from "#app/api/auth/token/route.ts";
import * as botV1Account from "#app/api/bot/v1/account/route.ts";
import * as botV1Markets from "#app/api/bot/v1/markets/route.ts";
import * as botV1Orders from "#app/api/bot/v1/orders/route.ts";
import * as botV1Positions from "#app/api/bot/v1/positions/route.ts";
import * as botV1RateLimits from "#app/api/bot/v1/rate-limits/route.ts";
import * as botV1StagedOrdersId from "#app/api/bot/v1/staged-orders/[id]/route.ts";
import * as botV1StagedOrdersCancelOrder from "#app/api/bot/v1/staged-orders/cancel-order/route.ts";
import * as botV1StagedOrdersClosePosition from "#app/api/bot/v1/staged-orders/close-position/route.ts";
import * as botV1StagedOrdersModifyOrder from "#app/api/bot/v1/staged-orders/modify-order/route.ts";
import * as botV1StagedOrders from "#app/api/bot/v1/staged-orders/route.ts";
import * as botV1Whoami from "#app/api/bot/v1/whoami/route.ts";
import * as chainClaims from "#app/api/chain/claims/route.ts";
import * as chainDepositAddress from "#app/api/chain/deposit-address/route.ts";
import * as chainRpc from "#app/api/chain/rpc/route.ts";
import * as chainTransactions from "#app/api/chain/transactions/route.ts";
import * as chainVault from "#app/api/chain/vault/route.ts";
import * as perpsDexFillKline from "#app/api/perps-dex/fill-kline/route.ts";
import * as perpsDexFunding from "#app/api/perps-dex/funding/route.ts";
import * as perpsDexKline from "#app/api/perps-dex/kline/route.ts";
import * as perpsDexMarkets from "#app/api/perps-dex/markets/route.ts";
import * as perpsDexOpenInterest from "#app/api/perps-dex/open-interest/route.ts";
import * as perpsDexTrades from "#app/api/perps-dex/trades/route.ts";
import * as publicCalendarId from "#app/api/public/calendar/[id]/route.ts";
import * as publicCalendar from "#app/api/public/calendar/route.ts";
import * as publicCalendarSources from "#app/api/public/calendar/sources/route.ts";
import * as publicCatalystsId from "#app/api/public/catalysts/[id]/route.ts";
import * as publicCatalysts from "#app/api/public/catalysts/route.ts";
import * as publicCatalystsSources from "#app/api/public/catalysts/sources/route.ts";
import * as publicDexStats from "#app/api/public/dex/stats/route.ts";
import * as publicHighlights from "#app/api/public/highlights/route.ts";
import * as publicMovesId from "#app/api/public/moves/[id]/route.ts";
import * as publicMoves from "#app/api/public/moves/route.ts";
import * as publicNews from "#app/api/public/news/route.ts";
import * as publicPartnerStatementKeys from "#app/api/public/partner/statement-keys/route.ts";
import * as publicReserves from "#app/api/public/reserves/route.ts";
import * as publicSignalsId from "#app/api/public/signals/[id]/route.ts";
import * as publicSignalsRecord from "#app/api/public/signals/record/route.ts";
import * as publicSignals from "#app/api/public/signals/route.ts";
import * as v1AccountReferral from "#app/api/v1/account/referral/route.ts";
import * as v1Account from "#app/api/v1/account/route.ts";
import * as v1ApprovalsIdApprove from "#app/api/v1/approvals/[id]/approve/route.ts";
import * as v1ApprovalsIdDecline from "#app/api/v1/approvals/[id]/decline/route.ts";
import * as v1ApprovalsId from "#app/api/v1/approvals/[id]/route.ts";
import * as v1Approvals from "#app/api/v1/approvals/route.ts";
import * as v1ApprovalsWaiting from "#app/api/v1/approvals/waiting/route.ts";
import * as v1AssistantContext from "#app/api/v1/assistant/context/route.ts";
import * as v1AssistantLimits from "#app/api/v1/assistant/limits/route.ts";
import * as v1AssistantNotesId from "#app/api/v1/assistant/notes/[id]/route.ts";
import * as v1AssistantNotes from "#app/api/v1/assistant/notes/route.ts";
import * as v1AssistantPause from "#app/api/v1/assistant/pause/route.ts";
import * as v1AssistantPreferences from "#app/api/v1/assistant/preferences/route.ts";
import * as v1Audit from "#app/api/v1/audit/route.ts";
import * as v1BotKeysId from "#app/api/v1/bot/keys/[id]/route.ts";
import * as v1BotKeysIdUsage from "#app/api/v1/bot/keys/[id]/usage/route.ts";
import * as v1BotKeys from "#app/api/v1/bot/keys/route.ts";
import * as v1GrantsIdReads from "#app/api/v1/grants/[id]/reads/route.ts";
import * as v1GrantsId from "#app/api/v1/grants/[id]/route.ts";
import * as v1GrantsIdScopes from "#app/api/v1/grants/[id]/scopes/route.ts";
import * as v1GrantsIdUsage from "#app/api/v1/grants/[id]/usage/route.ts";
import * as v1Grants from "#app/api/v1/grants/route.ts";
import * as v1HighlightsTags from "#app/api/v1/highlights/tags/route.ts";
import * as v1IdentitiesId from "#app/api/v1/identities/[id]/route.ts";
import * as v1Identities from "#app/api/v1/identities/route.ts";
import * as v1McpKeysIdReads from "#app/api/v1/mcp/keys/[id]/reads/route.ts";
import * as v1McpKeysIdRotate from "#app/api/v1/mcp/keys/[id]/rotate/route.ts";
import * as v1McpKeysId from "#app/api/v1/mcp/keys/[id]/route.ts";
import * as v1McpKeysIdUsage from "#app/api/v1/mcp/keys/[id]/usage/route.ts";
import * as v1McpKeysRateLimits from "#app/api/v1/mcp/keys/rate-limits/route.ts";
import * as v1McpKeys from "#app/api/v1/mcp/keys/route.ts";
import * as v1McpKeysValidate from "#app/api/v1/mcp/keys/validate/route.ts";
import * as v1NotificationsPreferences from "#app/api/v1/notifications/preferences/route.ts";
import * as v1NotificationsRead from "#app/api/v1/notifications/read/route.ts";
import * as v1Notifications from "#app/api/v1/notifications/route.ts";
import * as v1NotificationsSubscriptionsId from "#app/api/v1/notifications/subscriptions/[id]/route.ts";
import * as v1NotificationsSubscriptionsIdTest from "#app/api/v1/notifications/subscriptions/[id]/test/route.ts";
import * as v1NotificationsSubscriptions from "#app/api/v1/notifications/subscriptions/route.ts";
import * as v1OnrampCallbacksProvider from "#app/api/v1/onramp/callbacks/[provider]/route.ts";
import * as v1OnrampSessionsId from "#app/api/v1/onramp/sessions/[id]/route.ts";
import * as v1OnrampSessions from "#app/api/v1/onramp/sessions/route.ts";
import * as v1OnrampTerms from "#app/api/v1/onramp/terms/route.ts";
import * as v1PartnerEarnings from "#app/api/v1/partner/earnings/route.ts";
import * as v1PartnerLinksCode from "#app/api/v1/partner/links/[code]/route.ts";
import * as v1PartnerLinks from "#app/api/v1/partner/links/route.ts";
import * as v1PartnerNoticesRead from "#app/api/v1/partner/notices/read/route.ts";
import * as v1PartnerNotices from "#app/api/v1/partner/notices/route.ts";
import * as v1PartnerPostback from "#app/api/v1/partner/postback/route.ts";
import * as v1PartnerPostbackTest from "#app/api/v1/partner/postback/test/route.ts";
import * as v1PartnerReferralsId from "#app/api/v1/partner/referrals/[id]/route.ts";
import * as v1PartnerReferrals from "#app/api/v1/partner/referrals/route.ts";
import * as v1Partner from "#app/api/v1/partner/route.ts";
import * as v1PartnerSettlements from "#app/api/v1/partner/settlements/route.ts";
import * as v1PartnerStatement from "#app/api/v1/partner/statement/route.ts";
import * as v1PartnerSummary from "#app/api/v1/partner/summary/route.ts";
import * as v1PointsHistory from "#app/api/v1/points/history/route.ts";
import * as v1Points from "#app/api/v1/points/route.ts";
import * as v1PriceAlertsId from "#app/api/v1/price-alerts/[id]/route.ts";
import * as v1PriceAlerts from "#app/api/v1/price-alerts/route.ts";
import * as v1SessionsId from "#app/api/v1/sessions/[id]/route.ts";
import * as v1Sessions from "#app/api/v1/sessions/route.ts";
import * as v1SwapsSignature from "#app/api/v1/swaps/[signature]/route.ts";
import * as v1SwapsExecute from "#app/api/v1/swaps/execute/route.ts";
import * as v1SwapsFee from "#app/api/v1/swaps/fee/route.ts";
import * as v1SwapsRecent from "#app/api/v1/swaps/recent/route.ts";
import * as v1Swaps from "#app/api/v1/swaps/route.ts";
import * as v1SwapsTerms from "#app/api/v1/swaps/terms/route.ts";
import * as v1WebhooksIdAdherence from "#app/api/v1/webhooks/[id]/adherence/route.ts";
import * as v1WebhooksIdDeliveriesDidRetry from "#app/api/v1/webhooks/[id]/deliveries/[did]/retry/route.ts";
import * as v1WebhooksIdDeliveriesDid from "#app/api/v1/webhooks/[id]/deliveries/[did]/route.ts";
import * as v1WebhooksIdDeliveriesDidSkip from "#app/api/v1/webhooks/[id]/deliveries/[did]/skip/route.ts";
import * as v1WebhooksIdDeliveries from "#app/api/v1/webhooks/[id]/deliveries/route.ts";
import * as v1WebhooksIdDiagnose from "#app/api/v1/webhooks/[id]/diagnose/route.ts";
import * as v1WebhooksIdPause from "#app/api/v1/webhooks/[id]/pause/route.ts";
import * as v1WebhooksIdRecover from "#app/api/v1/webhooks/[id]/recover/route.ts";
import * as v1WebhooksIdReplay from "#app/api/v1/webhooks/[id]/replay/route.ts";
import * as v1WebhooksIdResume from "#app/api/v1/webhooks/[id]/resume/route.ts";
import * as v1WebhooksId from "#app/api/v1/webhooks/[id]/route.ts";
import * as v1WebhooksIdSecretsSid from "#app/api/v1/webhooks/[id]/secrets/[sid]/route.ts";
import * as v1WebhooksIdSecrets from "#app/api/v1/webhooks/[id]/secrets/route.ts";
import * as v1WebhooksIdTest from "#app/api/v1/webhooks/[id]/test/route.ts";
import * as v1WebhooksCheck from "#app/api/v1/webhooks/check/route.ts";
import * as v1WebhooksEventTypes from "#app/api/v1/webhooks/event-types/route.ts";
import * as v1Webhooks from "#app/api/v1/webhooks/route.ts";
import * as venueAccounts from "#app/api/venue/accounts/route.ts";
import * as venueFills from "#app/api/venue/fills/route.ts";
import * as venueFillsSummary from "#app/api/venue/fills/summary/route.ts";
import * as venueFunding from "#app/api/venue/funding/route.ts";
import * as venueFundingSummary from "#app/api/venue/funding/summary/route.ts";
import * as venueIsolatedMargin from "#app/api/venue/isolated-margin/route.ts";
import * as venueKeysId from "#app/api/venue/keys/[id]/route.ts";
import * as venueKeys from "#app/api/venue/keys/route.ts";
import * as venueLeverage from "#app/api/venue/leverage/route.ts";
import * as venueOrdersId from "#app/api/venue/orders/[id]/route.ts";
import * as venueOrdersBatch from "#app/api/venue/orders/batch/route.ts";
import * as venueOrdersGroup from "#app/api/venue/orders/group/route.ts";
import * as venueOrders from "#app/api/venue/orders/route.ts";
import * as venuePortfolio from "#app/api/venue/portfolio/route.ts";
import * as venuePositions from "#app/api/venue/positions/route.ts";
import * as venueReserves from "#app/api/venue/reserves/route.ts";
import * as venueSignersPubkey from "#app/api/venue/signers/[pubkey]/route.ts";
import * as venueSigners from "#app/api/venue/signers/route.ts";
import * as venueTime from "#app/api/venue/time/route.ts";
import * as venueTransfers from "#app/api/venue/transfers/route.ts";
import * as venueWithdrawals from "#app/api/venue/withdrawals/route.ts";
import * as venueWithdrawalTerms from "#app/api/venue/withdrawals/terms/route.ts";
import * as oauthUserinfo from "#app/oauth/userinfo/route.ts";
import {
  type DocumentedRoute,
  type OpenApiDocument,
  openApiDocument,
} from "#lib/server/openapi/document.ts";
import { DELIVERED_EVENTS } from "#lib/webhooks/event-types/delivered-events.ts";
import { MCP_OPERATION } from "./documented-mcp.ts";
import { OAUTH_OPERATIONS } from "./documented-oauth.ts";
import { DOCUMENTED_STREAMS } from "./documented-streams.ts";

export const DOCUMENTED: readonly DocumentedRoute[] = [
  { path: "/.well-known/oauth-authorization-server", handlers: authorizationServer },
  { path: "/.well-known/oauth-protected-resource", handlers: resourceMetadata },
  { path: "/.well-known/oauth-protected-resource/api/v1/mcp", handlers: endpointMetadata },
  { path: "/oauth/userinfo", handlers: oauthUserinfo },
  { path: "/api/auth/jwks", handlers: authJwks },
  { path: "/api/auth/token", handlers: authToken },
  { path: "/api/bot/v1/account", handlers: botV1Account },
  { path: "/api/bot/v1/markets", handlers: botV1Markets },
  { path: "/api/bot/v1/orders", handlers: botV1Orders },
  { path: "/api/bot/v1/positions", handlers: botV1Positions },
  { path: "/api/bot/v1/rate-limits", handlers: botV1RateLimits },
  { path: "/api/bot/v1/staged-orders/{id}", handlers: botV1StagedOrdersId },
  {
    path: "/api/bot/v1/staged-orders/close-position",
    handlers: botV1StagedOrdersClosePosition,
  },
  { path: "/api/bot/v1/staged-orders/modify-order", handlers: botV1StagedOrdersModifyOrder },
  { path: "/api/bot/v1/staged-orders/cancel-order", handlers: botV1StagedOrdersCancelOrder },
  { path: "/api/bot/v1/staged-orders", handlers: botV1StagedOrders },
  { path: "/api/bot/v1/whoami", handlers: botV1Whoami },
  { path: "/api/perps-dex/fill-kline", handlers: perpsDexFillKline },
  { path: "/api/perps-dex/funding", handlers: perpsDexFunding },
  { path: "/api/perps-dex/open-interest", handlers: perpsDexOpenInterest },
  { path: "/api/perps-dex/kline", handlers: perpsDexKline },
  { path: "/api/perps-dex/markets", handlers: perpsDexMarkets },
  { path: "/api/perps-dex/trades", handlers: perpsDexTrades },
  { path: "/api/public/dex/stats", handlers: publicDexStats },
  { path: "/api/alerts/catalyst", handlers: alertsCatalyst },
  { path: "/api/alerts/catalyst/{id}", handlers: alertsCatalystId },
  { path: "/api/public/reserves", handlers: publicReserves },
  { path: "/api/public/catalysts", handlers: publicCatalysts },
  { path: "/api/public/catalysts/{id}", handlers: publicCatalystsId },
  { path: "/api/public/highlights", handlers: publicHighlights },
  { path: "/api/public/moves", handlers: publicMoves },
  { path: "/api/public/moves/{id}", handlers: publicMovesId },
  { path: "/api/public/catalysts/sources", handlers: publicCatalystsSources },
  { path: "/api/public/signals", handlers: publicSignals },
  { path: "/api/public/signals/record", handlers: publicSignalsRecord },
  { path: "/api/public/signals/{id}", handlers: publicSignalsId },
  { path: "/api/public/calendar", handlers: publicCalendar },
  { path: "/api/public/calendar/{id}", handlers: publicCalendarId },
  { path: "/api/public/calendar/sources", handlers: publicCalendarSources },
  { path: "/api/public/news", handlers: publicNews },
  { path: "/api/public/partner/statement-keys", handlers: publicPartnerStatementKeys },
  { path: "/api/chain/vault", handlers: chainVault },
  { path: "/api/chain/deposit-address", handlers: chainDepositAddress },
  { path: "/api/chain/claims", handlers: chainClaims },
  { path: "/api/chain/rpc", handlers: chainRpc },
  { path: "/api/chain/transactions", handlers: chainTransactions },
  { path: "/api/v1/account", handlers: v1Account },
  { path: "/api/v1/approvals/{id}/approve", handlers: v1ApprovalsIdApprove },
  { path: "/api/v1/approvals/{id}/decline", handlers: v1ApprovalsIdDecline },
  { path: "/api/v1/approvals/{id}", handlers: v1ApprovalsId },
  { path: "/api/v1/approvals", handlers: v1Approvals },
  { path: "/api/v1/approvals/waiting", handlers: v1ApprovalsWaiting },
  { path: "/api/v1/assistant/context", handlers: v1AssistantContext },
  { path: "/api/v1/assistant/limits", handlers: v1AssistantLimits },
  { path: "/api/v1/assistant/notes/{id}", handlers: v1AssistantNotesId },
  { path: "/api/v1/assistant/notes", handlers: v1AssistantNotes },
  { path: "/api/v1/assistant/pause", handlers: v1AssistantPause },
  { path: "/api/v1/assistant/preferences", handlers: v1AssistantPreferences },
  { path: "/api/v1/audit", handlers: v1Audit },
  { path: "/api/v1/bot/keys/{id}", handlers: v1BotKeysId },
  { path: "/api/v1/bot/keys/{id}/usage", handlers: v1BotKeysIdUsage },
  { path: "/api/v1/bot/keys", handlers: v1BotKeys },
  { path: "/api/v1/identities/{id}", handlers: v1IdentitiesId },
  { path: "/api/v1/grants", handlers: v1Grants },
  { path: "/api/v1/grants/{id}", handlers: v1GrantsId },
  { path: "/api/v1/grants/{id}/scopes", handlers: v1GrantsIdScopes },
  { path: "/api/v1/grants/{id}/reads", handlers: v1GrantsIdReads },
  { path: "/api/v1/grants/{id}/usage", handlers: v1GrantsIdUsage },
  { path: "/api/v1/highlights/tags", handlers: v1HighlightsTags },
  { path: "/api/v1/identities", handlers: v1Identities },
  { path: "/api/v1/mcp/keys/{id}/rotate", handlers: v1McpKeysIdRotate },
  { path: "/api/v1/mcp/keys/{id}", handlers: v1McpKeysId },
  { path: "/api/v1/mcp/keys/{id}/reads", handlers: v1McpKeysIdReads },
  { path: "/api/v1/mcp/keys/{id}/usage", handlers: v1McpKeysIdUsage },
  { path: "/api/v1/mcp/keys", handlers: v1McpKeys },
  { path: "/api/v1/mcp/keys/rate-limits", handlers: v1McpKeysRateLimits },
  { path: "/api/v1/mcp/keys/validate", handlers: v1McpKeysValidate },
  { path: "/api/v1/notifications", handlers: v1Notifications },
  { path: "/api/v1/notifications/preferences", handlers: v1NotificationsPreferences },
  { path: "/api/v1/notifications/read", handlers: v1NotificationsRead },
  { path: "/api/v1/notifications/subscriptions", handlers: v1NotificationsSubscriptions },
  { path: "/api/v1/notifications/subscriptions/{id}", handlers: v1NotificationsSubscriptionsId },
  {
    path: "/api/v1/notifications/subscriptions/{id}/test",
    handlers: v1NotificationsSubscriptionsIdTest,
  },
  { path: "/api/v1/onramp/callbacks/{provider}", handlers: v1OnrampCallbacksProvider },
  { path: "/api/v1/onramp/sessions/{id}", handlers: v1OnrampSessionsId },
  { path: "/api/v1/onramp/sessions", handlers: v1OnrampSessions },
  { path: "/api/v1/onramp/terms", handlers: v1OnrampTerms },
  { path: "/api/v1/partner", handlers: v1Partner },
  { path: "/api/v1/partner/earnings", handlers: v1PartnerEarnings },
  { path: "/api/v1/account/referral", handlers: v1AccountReferral },
  { path: "/api/v1/partner/postback", handlers: v1PartnerPostback },
  { path: "/api/v1/partner/postback/test", handlers: v1PartnerPostbackTest },
  { path: "/api/v1/partner/links", handlers: v1PartnerLinks },
  { path: "/api/v1/partner/links/{code}", handlers: v1PartnerLinksCode },
  { path: "/api/v1/partner/notices", handlers: v1PartnerNotices },
  { path: "/api/v1/partner/notices/read", handlers: v1PartnerNoticesRead },
  { path: "/api/v1/partner/referrals", handlers: v1PartnerReferrals },
  { path: "/api/v1/partner/referrals/{id}", handlers: v1PartnerReferralsId },
  { path: "/api/v1/partner/settlements", handlers: v1PartnerSettlements },
  { path: "/api/v1/partner/statement", handlers: v1PartnerStatement },
  { path: "/api/v1/partner/summary", handlers: v1PartnerSummary },
  { path: "/api/v1/points", handlers: v1Points },
  { path: "/api/v1/points/history", handlers: v1PointsHistory },
  { path: "/api/v1/sessions/{id}", handlers: v1SessionsId },
  { path: "/api/v1/price-alerts", handlers: v1PriceAlerts },
  { path: "/api/v1/price-alerts/{id}", handlers: v1PriceAlertsId },
  { path: "/api/v1/sessions", handlers: v1Sessions },
  { path: "/api/v1/swaps", handlers: v1Swaps },
  { path: "/api/v1/swaps/execute", handlers: v1SwapsExecute },
  { path: "/api/v1/swaps/fee", handlers: v1SwapsFee },
  { path: "/api/v1/swaps/recent", handlers: v1SwapsRecent },
  { path: "/api/v1/swaps/terms", handlers: v1SwapsTerms },
  { path: "/api/v1/swaps/{signature}", handlers: v1SwapsSignature },
  { path: "/api/v1/webhooks", handlers: v1Webhooks },
  { path: "/api/v1/webhooks/{id}", handlers: v1WebhooksId },
  { path: "/api/v1/webhooks/{id}/adherence", handlers: v1WebhooksIdAdherence },
  { path: "/api/v1/webhooks/{id}/deliveries", handlers: v1WebhooksIdDeliveries },
  { path: "/api/v1/webhooks/{id}/deliveries/{did}", handlers: v1WebhooksIdDeliveriesDid },
  {
    path: "/api/v1/webhooks/{id}/deliveries/{did}/retry",
    handlers: v1WebhooksIdDeliveriesDidRetry,
  },
  { path: "/api/v1/webhooks/{id}/deliveries/{did}/skip", handlers: v1WebhooksIdDeliveriesDidSkip },
  { path: "/api/v1/webhooks/{id}/diagnose", handlers: v1WebhooksIdDiagnose },
  { path: "/api/v1/webhooks/{id}/pause", handlers: v1WebhooksIdPause },
  { path: "/api/v1/webhooks/{id}/recover", handlers: v1WebhooksIdRecover },
  { path: "/api/v1/webhooks/{id}/replay", handlers: v1WebhooksIdReplay },
  { path: "/api/v1/webhooks/{id}/resume", handlers: v1WebhooksIdResume },
  { path: "/api/v1/webhooks/{id}/secrets", handlers: v1WebhooksIdSecrets },
  { path: "/api/v1/webhooks/{id}/secrets/{sid}", handlers: v1WebhooksIdSecretsSid },
  { path: "/api/v1/webhooks/{id}/test", handlers: v1WebhooksIdTest },
  { path: "/api/v1/webhooks/check", handlers: v1WebhooksCheck },
  { path: "/api/v1/webhooks/event-types", handlers: v1WebhooksEventTypes },
  { path: "/api/venue/accounts", handlers: venueAccounts },
  { path: "/api/venue/fills", handlers: venueFills },
  { path: "/api/venue/fills/summary", handlers: venueFillsSummary },
  { path: "/api/venue/funding", handlers: venueFunding },
  { path: "/api/venue/funding/summary", handlers: venueFundingSummary },
  { path: "/api/venue/orders/{id}", handlers: venueOrdersId },
  { path: "/api/venue/keys", handlers: venueKeys },
  { path: "/api/venue/keys/{id}", handlers: venueKeysId },
  { path: "/api/venue/orders/batch", handlers: venueOrdersBatch },
  { path: "/api/venue/leverage", handlers: venueLeverage },
  { path: "/api/venue/isolated-margin", handlers: venueIsolatedMargin },
  { path: "/api/venue/orders/group", handlers: venueOrdersGroup },
  { path: "/api/venue/orders", handlers: venueOrders },
  { path: "/api/venue/portfolio", handlers: venuePortfolio },
  { path: "/api/venue/positions", handlers: venuePositions },
  { path: "/api/venue/signers/{pubkey}", handlers: venueSignersPubkey },
  { path: "/api/venue/signers", handlers: venueSigners },
  { path: "/api/venue/time", handlers: venueTime },
  { path: "/api/venue/reserves", handlers: venueReserves },
  { path: "/api/venue/transfers", handlers: venueTransfers },
  { path: "/api/venue/withdrawals", handlers: venueWithdrawals },
  { path: "/api/venue/withdrawals/terms", handlers: venueWithdrawalTerms },
];

let cached: { of: string; document: OpenApiDocument } | undefined;

/** The document of this host, built once per process. */
export function hostDocument(addresses: { baseUrl: string; venueUrl: string }): OpenApiDocument {
  const { baseUrl, venueUrl } = addresses;
  const of = `${baseUrl} ${venueUrl}`;
  if (cached?.of !== of) {
    const documented = {
      title: "svc",
      description: `Decimals are strings. Times are ISO 8601 in UTC; market data and the venue use Unix milliseconds. You can send orders to the venue directly: ${venueUrl}/v1/openapi.json. The calls for the operator are in ${baseUrl}/api/operator/v1/openapi.json.`,
      routes: DOCUMENTED,
      streams: DOCUMENTED_STREAMS,
      events: DELIVERED_EVENTS,
      operations: [...OAUTH_OPERATIONS, MCP_OPERATION],
    };
    cached = { of, document: openApiDocument(documented, baseUrl) };
  }
  return cached.document;
}
