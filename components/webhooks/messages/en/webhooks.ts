import type { MessageFile } from "#components/i18n/message-types.ts";
import deliveries from "./deliveries.ts";
import terms from "./terms.ts";

const messages = {
  ...deliveries,
  ...terms,
  title: "Webhooks",
  intro:
    "Events are sent to your server as they happen, signed, with retries on a fixed schedule. A webhook that keeps failing is paused, and its events wait.",
  new: "New webhook",
  loading: "Loading webhooks",
  full: {
    one: "You have reached the limit of {count} webhook.",
    other: "You have reached the limit of {count} webhooks.",
  },
  webhook: "Webhook",
  delivery: "Delivery",
  all: "All",
  nothing: "Nothing",
  nextAttempt: "next attempt",

  // The empty list
  emptyTitle: "No webhooks yet",
  step1: "Enter an HTTPS URL of your server and choose its events.",
  step2:
    "Check the signature of each delivery with the secret, and respond with 2xx within 5 seconds.",
  step3: "Send a test. A delivery gets up to seven attempts, and you see each one here.",
  tryTitle: "Try it without a server",
  tryText:
    "This installation has a simulated receiver. We create a webhook for it, send a test event and show you the delivery.",
  try: "Send a test to the simulated receiver",

  // States
  active: "Active",
  failing: "Failing",
  paused: "Paused",
  target_internal: "Internal address",
  target_simulated: "Simulated receiver",
  state_pending: "Waiting",
  state_failing: "Retrying",
  state_sending: "Sending",
  state_delivered: "Delivered",
  state_dead: "Failed",
  state_canceled: "Skipped",
  testChip: "Test",
  replayChip: "Resent",
  successRate: "Delivered in 24 h",
  successOf: { one: "{share} of {count} delivery", other: "{share} of {count} deliveries" },
  noneIn24h: "No deliveries",
  waiting: "Waiting",
  waitingCount: { one: "{count} delivery", other: "{count} deliveries" },
  oldest: "oldest",

  pausedFailures: "Paused on {time}: a delivery failed seven times. Last error: {error}.",
  paused_owner: "Paused on {time} by you or one of your keys.",
  paused_secret: "Paused on {time}: the service can no longer read a secret of this webhook.",
  paused_headers:
    "Paused on {time}: the service can no longer read one of your own headers. Set them anew.",
  pausedReceiver:
    "Paused on {time}: your receiver asked for no more deliveries. Its answer: {error}.",
  paused_operator:
    "Paused on {time} by the operator of this service. Only the operator can resume it.",
  skippedPeriod: "From {from} to {to}.",
  skipped: {
    one: "{count} more event was not queued, because 100,000 deliveries are waiting. Recover it later.",
    other:
      "{count} more events were not queued, because 100,000 deliveries are waiting. Recover them later.",
  },
  pausedEmpty: "No events are waiting.",
  pausedWaiting: {
    one: "{count} delivery is waiting and will be sent when you resume.",
    other: "{count} deliveries are waiting and will be sent when you resume, oldest first.",
  },
  seeDelivery: "See the delivery",
  addSecretFirst: "Add a secret first",
  setHeadersFirst: "Set your headers first",
  willPause: "Deliveries are failing. If the next attempts fail too, the webhook pauses on {time}.",
  resume: "Resume",
  resumed: "The webhook is active again.",
  resumeTitle: "Resume this webhook?",
  resumeEmpty: "No events are waiting. New events are sent as they happen.",
  resumeWaiting: {
    one: "{count} delivery is waiting. It will be sent now.",
    other: "{count} deliveries are waiting. All will be sent now, oldest first.",
  },
  replayDead: {
    one: "Also resend the failed delivery",
    other: "Also resend the {count} failed deliveries",
  },

  // Form
  newTitle: "New webhook",
  newIntro: "Choose which events to send, and where.",
  url: "URL",
  urlHint: "A public HTTPS URL that accepts POST. Redirects are not followed.",
  urlMissing: "Enter the URL of your server.",
  url_malformed: "Enter a full URL that starts with https://.",
  url_too_long: "The URL is too long. The limit is 2,048 characters.",
  url_credentials:
    "Remove the user name and password. The signature proves that a delivery is ours.",
  url_fragment: "Remove the part after #. It is never sent to a server.",
  url_port: "This port is not for HTTP. Use another port.",
  url_own_host: "This is the address of this service.",
  url_blocked: "The operator of this service does not allow deliveries to this address.",
  url_not_public:
    "This address is not public. Use one that is reachable from the internet over HTTPS.",
  url_not_https: "The URL must start with https://.",
  events: "Events",
  eventsMissing: "Choose at least one event.",
  "about_signal.created": "A new signal is published.",
  "about_signal.invalidated": "A signal reaches its invalidation price.",
  "about_catalyst.detected": "A new catalyst is detected.",
  "about_catalyst.updated": "The sentiment or magnitude of a catalyst changes.",
  "about_swap.confirmed": "One of your swaps is final.",
  "about_swap.failed": "One of your swaps is rejected or fails.",
  "about_agentic.intent": "An assistant or bot proposes an order for you to sign.",
  "about_agentic.executed": "The venue accepted a proposed order that you signed.",
  "about_points.credited": "Points are added to your balance.",
  "about_points.reversed": "Points are removed from your balance.",
  "about_price.alert": "The mark price of a market reached an alert that you set.",
  "about_referral.created": "Somebody signed up by a partner link of yours.",
  "about_partner.accrued":
    "You earned from fees of a referral; at most one event a referral in five minutes.",
  "about_payout.paid": "A partner payout to you is final on the chain.",
  "about_webhook.paused": "Another of your webhooks is paused.",
  "about_order.filled": "One of your orders fills in whole or in part.",
  "about_order.ended": "One of your orders ends before it is filled in whole.",
  "about_position.liquidated": "The venue closes positions of yours in a liquidation.",
  "about_margin.warning": "Your maintenance margin reaches 50% or 80% of your equity.",
  "about_transfer.settled": "A deposit is credited, or a withdrawal is paid or returned.",
  matched: {
    one: "{count} event of the last 30 days matches.",
    other: "{count} events of the last 30 days match.",
  },
  moreTerms: "Filters, headers and limits",
  assets: "Assets",
  assetsHint: "Only events of these assets. Events without an asset are always sent.",
  assetsWrong: "Enter at most 50 symbols, such as BTC, ETH.",
  conviction: "Minimum conviction",
  convictionHint: "From 0 to 1. Events without a conviction are always sent.",
  convictionWrong: "Enter a number from 0 to 1, such as 0.7.",
  convictionFrom: "conviction {share} or more",
  perSecond: "Maximum deliveries per second",
  perSecondHint: "From 1 to 500.",
  perSecondWrong: "Enter a whole number from 1 to 500.",
  secret: "Signing secret",
  secretMade: "Generate one",
  secretOwn: "Use my own",
  secretMadeHint: "Shown once, after you create the webhook.",
  secretOwnLabel: "Your secret",
  secretOwnHint: "16 to 256 letters, digits and symbols, without spaces.",
  create: "Create webhook",
  creating: "Creating…",
  madeTitle: "Your new webhook",
  secretKeeps:
    "Copy the signing secret now: it is shown only once. It is stored encrypted and signs each delivery.",

  // Tabs
  tabs: "Sections of this webhook",
  tab_deliveries: "Deliveries",
  tab_schedule: "Timing",
  tab_secrets: "Secrets",
  tab_test: "Test",
  tab_debug: "Debugger",
  tab_settings: "Settings",
  notFound: "Not found",
  notFoundDetail: "It was deleted, or it belongs to another account.",
  receiverAnswers: "The simulated receiver responds with:",
  receiver_204: "204 (works)",
  receiver_500: "500 (fails)",
  receiver_410: "410 (gone)",

  // Secrets
  secretsText:
    "Each delivery is signed with every active secret. Your receiver needs to know only one of them.",
  rotate1: "Add a new secret. Deliveries are then signed with both.",
  rotate2: "Put the new secret into your receiver.",
  rotate3: "The old secret stops signing when it expires, or when you expire it now.",
  addSecret: "Add a secret",
  secretAdded: "The new secret",
  secretsFull: {
    one: "This webhook has {count} secret, which is the limit. Expire one first.",
    other: "This webhook has {count} secrets, which is the limit. Expire one first.",
  },
  newest: "Newest",
  added: "added",
  signsUntil: "signs until",
  overlap: "How long the old secrets keep signing",
  overlap_0: "Not at all",
  overlap_1: "1 hour",
  overlap_24: "1 day",
  overlap_72: "3 days",
  overlap_168: "7 days",
  overlapHint: "Allow enough time to put the new secret into your receiver.",
  overlapNow: "Deliveries fail until your receiver has the new secret.",
  endSecret: "Expire now",
  endSecretOf: "Expire secret {id} now",
  endSecretTitle: "Expire this secret?",
  endSecretText:
    "Deliveries are no longer signed with it. A receiver that knows only this secret will refuse them. This cannot be undone.",
  secretEnded: "The secret has expired.",

  // Test
  testText:
    "A test is delivered like a real event, with up to seven attempts. It ignores filters, has livemode false and never pauses the webhook.",
  testType: "Event",
  testData: "Data",
  testDataHint: "A JSON object. It starts as a sample of the event.",
  testDataWrong: "This is not a JSON object.",
  sendTest: "Send test",
  testPaused: "This webhook is paused: the test waits until you resume it.",

  // Debug
  debugTitle: "Why does my signature check fail?",
  debugText:
    "Paste what your receiver got. We check it against the active secrets. The expected signature is never shown.",
  debugSignature: "X-Svc-Signature",
  debugBody: "Body",
  debugBodyHint: "The raw body, before it is parsed.",
  check: "Check",
  checking: "Checking…",
  debugOk: "The signature is valid and recent enough.",
  debugSecret: "It was signed with {id}.",
  debugOlderSecret: "It was signed with {id}, which is not the newest secret.",
  problem_malformed: "This is not a signature header.",
  problem_mismatch: "No active secret matches this body.",
  problem_reserialised: "The body was parsed and serialised again.",
  problem_newline_added: "A line break was added to the body.",
  problem_secret_decoded: "The secret was decoded from Base64 before it was used.",
  problem_too_old: "The signature is valid, but {seconds} s old. The limit is {most} s.",
  problem_too_new: "The signature is valid, but its time is {seconds} s in the future.",
  remedy_malformed: "It must look like t=…,v1=…. Some proxies rename or shorten headers.",
  remedy_mismatch:
    "Your receiver uses another secret, or the body was changed. Compare it with the body of the delivery.",
  remedy_reserialised:
    "Check the raw bytes of the request, before any JSON parser. Most frameworks have a raw-body option.",
  remedy_secret_decoded:
    "Use the secret as text. Libraries of Standard Webhooks have a raw format for it, or let the service make a secret that begins with whsec_.",
  remedy_newline_added: "Check the bytes as received, without adding or trimming anything.",
  remedy_too_old: "Check the signature on arrival, not later. Also check the clock of your server.",
  remedy_too_new: "The clock of your server is behind. Synchronise it.",

  // Settings
  saving: "Saving…",
  saveHint: "Changes apply from the next attempt, also for waiting deliveries.",
  pause: "Pause",
  pauseTitle: "Pause",
  pauseText: "Nothing is sent until you resume. New events wait.",
  deleteText: "The webhook, its secrets and its deliveries are deleted. This cannot be undone.",
  deleteAsk: "Delete this webhook?",
  deleteWaiting: {
    one: "{count} waiting delivery is deleted too.",
    other: "{count} waiting deliveries are deleted too.",
  },
  deleted: "The webhook was deleted.",
} as const satisfies MessageFile;

export default messages;
