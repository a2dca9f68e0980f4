import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  intro:
    "A bot key lets your program read your account with signed calls, only from the addresses that you list.",
  whatTitle: "What a bot key can and cannot do",
  canRead: "It can read markets, and the balance, orders and positions of the account.",
  mayStage:
    "It can propose orders if you allow that. Each one waits five minutes under Approvals, and does nothing until you approve and sign it.",
  cannotSign:
    "It cannot sign an order, move funds or change a key: that needs your wallet or a trading key.",
  onlyFrom:
    "A call from another address is refused, even with a valid signature. The answer names the address.",
  secretStays: "Its secret is never sent: it signs each call for one time, method, path and body.",
  readMore: "Signing scheme, test vectors, and clients in TypeScript and Python:",
  toDevelopers: "Bot API",
  kept: "We need each key's secret to check your signatures. It is stored encrypted and never shown again.",
  create: "New bot key",
  list: "Bot keys",
  loading: "Loading your bot keys",
  none: "No bot keys yet.",
  noneDetail: "Creating one takes a minute: list the addresses from which your program calls.",

  allowed: "Allowed from",
  noAccount: "none: reads markets only",
  never: "does not expire",
  revokedAt: "Revoked",
  revokeTitle: "Revoke {name}?",
  revokeText: "The next call with this key fails in every program. This cannot be undone.",

  revoked: "The bot key was revoked.",

  nameHint: "So that you recognise it. At most 60 characters.",
  namePlaceholder: "e.g. grid on BTC",
  allowlist: "Allowed addresses",
  allowlistHint:
    "One address or network per line, such as 192.0.2.7, 10.1.0.0/16 or 2001:db8::/48. At most {most}.",
  allowlistMissing: "Enter at least one address. Without one the key cannot be used.",
  addMineNamed: "Add my address, {address}",
  mineIsIn: "Your address {address} is in the list",
  checking: "Checking…",
  checkFailed:
    "The addresses could not be checked. They are checked again when the key is created.",
  linesGood: { one: "1 valid entry.", other: "{count} valid entries." },
  linesMany: "{count} entries. At most {most} are allowed.",
  lineRefused: "Line {line}, {entry}: {reason}",
  problem_not_an_address: "not an address or a network such as 192.0.2.0/24 or 2001:db8::/48.",
  problem_zone: "zones are valid on one machine only. Remove the % and what follows it.",
  problem_leading_zeros: "some programs read leading zeros as octal. Remove them.",
  problem_prefix_too_long: "the prefix is too long: at most /32 for IPv4 and /128 for IPv6.",
  problem_host_bits:
    "this is either the network {network} or a single address without a prefix. Write the one you mean.",
  everyone:
    "{entry} covers every address of its kind: the list then protects nothing, and anyone with the secret can use the key from anywhere.",
  tester: "Test an address",
  testerHint: "Would a call from it be allowed?",
  testAllowed: "{address} is allowed by {entry}.",
  testRefused: "{address} is refused: 403 ip_not_allowed.",
  testBad: "This is not a single address.",
  testFailed: "The address could not be tested. Change it to try again.",
  expiry: "Expires",
  expiryHint: "A short lifetime limits what a lost key can do.",
  expiryNever: "Never",
  expiryNeverWarning:
    "A key that never expires works until it is revoked, even if it is forgotten.",
  expiryDays: { one: "In 1 day", other: "In {count} days" },
  forAccount: "The key will read the account {account}.",
  forNobody:
    "Your account has no wallet: the key will read markets only. To read an account, link a wallet first.",
  dropTitle: "Discard your input?",
  dropNot: "Keep editing",
  drop: "Discard",

  orders: "May propose orders",
  ordersHint:
    "It can propose orders; nothing is placed until you review and sign it yourself. You cannot change this later.",
  readOnly: "Read only",
  testHint: "Makes one signed call from this browser. It counts as a use of the key.",
  testOk: "It works. The call came from {address}.",
  testElsewhere:
    "The signature is valid, but this browser’s address is not on the list, so the call was refused: 403 ip_not_allowed. Run the curl call from an address on the list.",
  testUnsafe:
    "To test the key here, open this page over HTTPS. The curl call below works everywhere.",
  testNearest: "The nearest entry is {entry}.",
  everyoneAccept: "I accept that the secret alone is enough to use this key",
  listWrong: "Correct the list of addresses first.",
  listOpen: "Confirm that the key may be used from any address, or narrow the list.",
  madeTitle: "Your bot key",
  secretKeeps:
    "Copy it now: it is shown only once. We store it encrypted, to check your signatures. Anyone who has it can use the key from the allowed addresses.",
  secret: "Secret",
  callsHint: "They read id and secret from these variables.",
  environment: "Variables",
  typescript: "TypeScript",
  python: "Python",
  shell: "curl",
} as const satisfies MessageFile;

export default messages;
